"""Calls of webhooks, whose signature is verified."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from .errors import SarrafError


class WebhookRefused(SarrafError):
    """The call is not one of Sarraf, or is too old: answer 401 and do nothing."""


@dataclass(frozen=True)
class WebhookEvent:
    #: The same each time the event is sent: do nothing for an id that you have seen.
    id: str
    type: str
    timestamp: str
    company_id: str
    #: The record, and the number of the event in its history.
    subject: str
    sequence: str
    data: Any


def verify_webhook(
    body: Union[str, bytes], headers: Mapping[str, str], secret: Union[str, Sequence[str]], *, tolerance_seconds: float = 300
) -> WebhookEvent:
    """The event of a call whose `body` is as it came, before any parser; otherwise raises `WebhookRefused`."""
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError("The body is needed as it came, as text or bytes, and not parsed.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given = {name.lower(): value for name, value in headers.items()}
    call, at, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    content = f"{call}.{at}.".encode() + raw
    keys = map(_key_of, [secret] if isinstance(secret, str) else secret)
    expected = [b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys]
    if not any(hmac.compare_digest(one, other.encode()) for one in expected for other in signatures.split()):
        raise WebhookRefused("No signature of the call is by a secret given here.", code="WEBHOOK_REFUSED")
    if not (at.isascii() and at.isdigit()) or abs(time.time() - int(at)) > tolerance_seconds:
        raise WebhookRefused("The call is too old, or too new.", code="WEBHOOK_REFUSED")
    event = {"companyId": "", "timestamp": "", "subject": "", "sequence": "", "data": None, **json.loads(raw)}
    return WebhookEvent(call, event["type"], event["timestamp"], event["companyId"], event["subject"], event["sequence"], event["data"])


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("A secret of a webhook is whsec_ and base64.")
    return key
