"""Answers as bytes."""

import json
import time

META = {"requestId": "d3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a", "timestamp": "2026-11-20T09:45:00.123Z"}
VOUCHER = {
    "success": True,
    "data": {
        "id": "a" * 24, "source": "manual", "sourceId": None, "isDraft": True, "isFinalized": False, "printDate": None,
        "serial": "GP", "number": None, "amount": 250.5, "quantity": 0.05, "price": 5404.4, "unitName": "Gram",
        "attribute": "22 Ayar Hurda Altın", "template": {"key": "hurda-22", "title": "22 ayar hurda altın"},
        "customer": {"taxNumber": "10000000146", "name": None},
    },
    "meta": META,
}
NO_VOUCHERS = {"success": True, "data": [], "meta": {**META, "page": 1, "limit": 25, "total": 0, "pages": 0}}


def answer(status, body, *headers, kind="application/json", whole=None):
    """The answer, whose body ends and breaks off after so many bytes if that is given."""
    raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    head = [f"HTTP/1.1 {status} X", f"content-type: {kind}", f"content-length: {len(raw)}", *headers, "", ""]

    def write(to):
        to.write("\r\n".join(head).encode() + raw[:whole])
        to.flush()
        return None if whole is None else "close"

    return write


def refusal(status, code, *headers, details=()):
    trace = "d3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a"
    body = {"success": False, "error": {"code": code, "message": "No.", "details": list(details)}, "traceId": trace}
    return answer(status, body, *headers)


def proxy(status, *headers):
    return answer(status, "<html>a proxy</html>", *headers, kind="text/html")


def lost(to):
    return "close"


def drops(to):
    """A body that never ends, each drop in time."""
    to.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n")
    for _ in range(600):
        to.write(b" ")
        to.flush()
        time.sleep(0.05)
    return "close"
