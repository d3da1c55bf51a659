#!/usr/bin/env python3
"""A SOCKS proxy that is no good.  proxies.py KIND PORT LOG: listens on the loopback and writes a line
for every connection that comes.
  mute     takes connections and never says a word
  deaf     agrees to be a proxy, takes the request, and never says a word again
  refuse   agrees and says that it cannot reach anybody
  hang-up  takes the request and hangs up
  PORT     a real proxy for 127.0.0.1:PORT, whatever is asked for; on SIGUSR1 it goes on holding its
           connections without moving a byte, and says nothing to new ones"""
import select, signal, socket, sys, threading

kind, port, log = sys.argv[1], int(sys.argv[2]), open(sys.argv[3], "a", buffering=1)
frozen = threading.Event()
signal.signal(signal.SIGUSR1, lambda *_: frozen.set())


def read(c, n):
    got = b""
    while len(got) < n:
        more = c.recv(n - len(got))
        if not more:
            raise OSError("gone")
        got += more
    return got


def greet(c):
    """The methods, perhaps a password, the request: everything before the answer."""
    methods = read(c, read(c, 2)[1])
    c.sendall(b"\5\2" if 2 in methods else b"\5\0")
    if 2 in methods:
        read(c, read(c, 2)[1])
        read(c, read(c, 1)[0])
        c.sendall(b"\1\0")
    head = read(c, 4)
    read(c, {1: 4, 4: 16}.get(head[3]) or read(c, 1)[0])
    read(c, 2)


def carry(a, b):
    while not frozen.is_set():
        for x in select.select([a, b], [], [], 0.1)[0]:
            got = x.recv(65536)
            if not got:
                return
            (b if x is a else a).sendall(got)
    threading.Event().wait()


def serve(c):
    try:
        if kind == "mute" or frozen.is_set():
            threading.Event().wait()
        greet(c)
        if kind == "deaf":
            threading.Event().wait()
        if kind == "refuse":
            c.sendall(b"\5\4\0\1\0\0\0\0\0\0")
        elif kind.isdigit():
            with socket.create_connection(("127.0.0.1", int(kind))) as to:
                c.sendall(b"\5\0\0\1\0\0\0\0\0\0")
                carry(c, to)
    except OSError:
        pass
    finally:
        c.close()


door = socket.create_server(("127.0.0.1", port))
while True:
    caller, _ = door.accept()
    log.write("called\n")
    threading.Thread(target=serve, args=(caller,), daemon=True).start()
