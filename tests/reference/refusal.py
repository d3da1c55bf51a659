"""Why a file is refused."""


class Refused(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Refused(why)
