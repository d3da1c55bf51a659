"""Runs a command on a terminal of its own and answers what it asks.
    type.py QUESTION ANSWER [QUESTION ANSWER ...] -- COMMAND...
Each answer is typed when its question has appeared.  Prints what the terminal showed; exit code of
the command, or 10 if a question did not come within 20 seconds."""
import os
import pty
import select
import sys
import time


def read_until(fd, seen, question, end):
    """More of the screen until `question` is in it; None if it never comes."""
    while question is None or question not in seen:
        ready, _, _ = select.select([fd], [], [], max(0.0, end - time.time()))
        if not ready:
            return None
        try:
            data = os.read(fd, 4096)
        except OSError:  # the command has ended
            data = b""
        if not data:
            return seen if question is None else None
        seen += data
    return seen


def main(words):
    at = words.index("--")
    pairs = [(words[i], words[i + 1]) for i in range(0, at, 2)]
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(words[at + 1], words[at + 1:])
    end, shown = time.time() + 20, b""
    for question, answer in pairs + [(None, None)]:
        seen = read_until(fd, b"", question and question.encode(), end)
        if seen is None:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            print("waited in vain for: %s" % question)
            return 10
        shown += seen
        if answer is not None:
            os.write(fd, answer.encode() + b"\n")
    sys.stdout.write(shown.decode(errors="replace").replace("\r", ""))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
