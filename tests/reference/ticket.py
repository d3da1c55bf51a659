"""Tickets and key files without a passphrase, written by a second program from docs/formats.md,
sections 1, 6 and 7, and BIP 350: the texts in tests/vectors/tickets.txt must be exactly these.
With --write the vectors are written."""
import base64
import hashlib
import ipaddress
import sys

ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
FILE = "tests/vectors/tickets.txt"
ONION = "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx.onion"


def polymod(values):
    state = 1
    for value in values:
        top = state >> 25
        state = (state & 0x1FFFFFF) << 5 ^ value
        for i, g in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            state ^= g if top >> i & 1 else 0
    return state


def bech32m(prefix, data):
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    symbols = [int(bits[i:i + 5], 2) for i in range(0, len(bits), 5)]
    expanded = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    check = polymod(expanded + symbols + [0] * 6) ^ 0x2BC830A3
    symbols += [check >> 5 * (5 - i) & 31 for i in range(6)]
    return prefix + "1" + "".join(ALPHABET[s] for s in symbols)


def address(text):
    host, port = text.rsplit(":", 1)
    if host.startswith("["):
        data = bytes([2]) + ipaddress.IPv6Address(host[1:-1]).packed
    elif host.endswith(".onion") and len(host) == 62:
        data = bytes([3]) + base64.b32decode(host[:56].upper())
    elif host.replace(".", "").isdigit():
        data = bytes([1]) + ipaddress.IPv4Address(host).packed
    else:
        data = bytes([4, len(host)]) + host.encode()
    return data + int(port).to_bytes(2, "little")


def ticket(kind, key, token, expires, nick, addresses):
    number = {"invitation": 1, "card": 2}[kind]
    data = bytes([16 + number, 0]) + key
    if number == 1:
        data += token + expires.to_bytes(4, "little")
    data += bytes([len(addresses)]) + b"".join(address(a) for a in addresses)
    data += bytes([len(nick)]) + nick.encode()
    return bech32m("nbi" if number == 1 else "nbc", data)


def key_file(seed, public):
    text = f"numbridge-key 1\npublic {public.hex()}\nlock none\nseed {seed.hex()}\n"
    tag = b"numbridge/1/key-file"
    field = text.encode()
    data = bytes([len(tag)]) + tag + len(field).to_bytes(4, "little") + field
    return text + f"check {hashlib.blake2b(data).digest()[:32].hex()}\n"


def cases():
    """Lines `kind key token expires nick addresses text`; - is nothing, addresses by commas."""
    lists = ([], ["192.0.2.1:4000"], ["[2001:db8::1]:65535", "a:1"], [ONION + ":9"],
             ["games.example.org:7", "0.0.0.0:1", "[::]:2", "[::ffff:192.0.2.1]:3"],
             ["x" * 255 + ":5"])
    for n, addresses in enumerate(lists):
        for nick in ("", "Ann", "abcdefghijklmnop"):
            key = hashlib.sha256(f"key {n} {nick}".encode()).digest()
            token = hashlib.sha256(f"token {n} {nick}".encode()).digest()[:16]
            expires = (0, 1, 1800000000, 2**32 - 1)[n % 4]
            yield " ".join(("invitation", key.hex(), token.hex(), str(expires), nick or "-",
                            ",".join(addresses) or "-",
                            ticket("invitation", key, token, expires, nick, addresses)))
            yield " ".join(("card", key.hex(), "-", "0", nick or "-", ",".join(addresses) or "-",
                            ticket("card", key, b"", 0, nick, addresses)))
    # RFC 8032, section 7.1, tests 1 to 3: key files, line feeds as \n
    for seed, public in (
            ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
             "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
            ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
             "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
            ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
             "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")):
        text = key_file(bytes.fromhex(seed), bytes.fromhex(public))
        yield f"keyfile {public} {seed} 0 - - " + text.replace("\n", "|").replace(" ", "~")


def main():
    text = ("# Made by tests/reference/ticket.py, a second program; read by test_ticket and\n"
            "# test_keyfile.  Kind, key, token (seed), expiry, name, addresses, text; in the text\n"
            "# of a key file | is a line feed and ~ a blank.\n" + "\n".join(cases()) + "\n")
    if sys.argv[1:] == ["--write"]:
        with open(FILE, "w") as f:
            f.write(text)
        return 0
    with open(FILE) as f:
        same = f.read() == text
    print("the same" if same else "other texts than in " + FILE)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
