#!/usr/bin/env python3
"""A home router on the loopback.  router.py KIND LOG [FILE]: prints how tests reach it (what
NUMBRIDGE_TEST_ROUTER is set to), and writes a line for everything that is asked.
  upnp  answers UPnP requests by HTTP     pmp   answers NAT-PMP by UDP
The world's address is in FILE, read again for every answer; if it says "refuse" nothing is
forwarded, if "mute" nothing is answered."""
import re, socket, struct, sys, threading, time

kind, log, where = sys.argv[1], open(sys.argv[2], "a", buffering=1), sys.argv[3]
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DEVICE = """<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList><service>
<serviceType>%s</serviceType><serviceId>x</serviceId><controlURL>/control</controlURL>
<eventSubURL>/e</eventSubURL><SCPDURL>/s</SCPDURL></service></serviceList></device></deviceList>
</device></deviceList></device></root>""" % SERVICE


def address():
    return open(where).read().strip()


def field(text, name):
    found = re.search("<%s>([^<]*)<" % name, text)
    return found.group(1) if found else ""


def soap(action, inside=""):
    return 200, "<s:Envelope><s:Body><u:%sResponse xmlns:u=\"%s\">%s</u:%sResponse></s:Body>" \
        "</s:Envelope>" % (action, SERVICE, inside, action)


def answer_upnp(text):
    if text.startswith("GET"):
        return 200, DEVICE
    if "GetExternalIPAddress" in text:
        ip = "203.0.113.9" if address() == "refuse" else address()
        return soap("GetExternalIPAddress", "<NewExternalIPAddress>%s</NewExternalIPAddress>" % ip)
    if "DeletePortMapping" in text:
        log.write("delete %s\n" % field(text, "NewExternalPort"))
        return soap("DeletePortMapping")
    log.write("add %s %s\n" % (field(text, "NewExternalPort"), field(text, "NewLeaseDuration")))
    if address() == "refuse":
        return 500, "<s:Envelope><s:Body><s:Fault><detail><UPnPError><errorCode>606</errorCode>" \
            "</UPnPError></detail></s:Fault></s:Body></s:Envelope>"
    return soap("AddPortMapping")


def serve_http(caller):
    text = ""
    while "\r\n\r\n" not in text or len(text.split("\r\n\r\n", 1)[1]) < int(
            (re.findall("Content-Length: *([0-9]+)", text) or ["0"])[0]):
        more = caller.recv(65536).decode("latin1")
        if not more:
            return
        text += more
    log.write("asked\n")
    if address() == "mute":
        threading.Event().wait()
    code, body = answer_upnp(text)
    caller.sendall(("HTTP/1.1 %d x\r\nContent-Type: text/xml\r\nContent-Length: %d\r\n"
                    "Connection: close\r\n\r\n%s" % (code, len(body), body)).encode())
    caller.close()


def upnp():
    door = socket.create_server(("127.0.0.1", 0))
    print("http://127.0.0.1:%d/root.xml" % door.getsockname()[1], flush=True)
    while True:
        caller, _ = door.accept()
        threading.Thread(target=serve_http, args=(caller,), daemon=True).start()


def pmp():
    door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    door.bind(("127.0.0.1", 0))
    print("pmp:%d" % door.getsockname()[1], flush=True)
    while True:
        asked, caller = door.recvfrom(1100)
        log.write("asked\n")
        since, now = int(time.monotonic()), address()
        if now == "mute":
            continue
        if asked[1] == 0:
            ip = "203.0.113.9" if now == "refuse" else now
            door.sendto(struct.pack("!BBHI4s", 0, 128, 0, since, socket.inet_aton(ip)), caller)
            continue
        inner, outer, lease = struct.unpack("!HHI", asked[4:12])
        log.write("delete %d\n" % inner if lease == 0 else "add %d %d\n" % (outer, lease))
        if now == "refuse":
            door.sendto(struct.pack("!BBHIHHI", 0, 130, 2, since, inner, 0, 0), caller)
        else:
            given = 0 if lease == 0 else 40001
            door.sendto(struct.pack("!BBHIHHI", 0, 130, 0, since, inner, given, lease), caller)


{"upnp": upnp, "pmp": pmp}[kind]()
