"""What a call may end with. Decide by the class or by `code`; show `message` to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import httpx

from .generated.codes import CLASS_OF
from .generated.models import ErrorDetail


class SarrafError(Exception):
    """The API refused a request, or did not answer it."""

    def __init__(
        self, message: str, *, status: int = 0, code: str = "", details: Sequence[ErrorDetail] = (), trace_id: str = "",
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: 0 where there was no answer.
        self.status = status
        self.code = code
        self.details = list(details)
        #: Quote it to support.
        self.trace_id = trace_id
        #: Repeat a creation whose outcome is unknown with this one, and it is done once.
        self.idempotency_key = idempotency_key

    def __str__(self) -> str:
        broken = ", ".join(f"{detail.field}: {detail.rule}" for detail in self.details)
        return f"{self.message} [{self.code}{'; ' + broken if broken else ''}]"


class ValidationFailed(SarrafError):
    """Fields or parameters are wrong; `details` names all of them. 422: a business rule forbids it."""


class NotPermitted(SarrafError):
    """The credentials are wrong, or the key may not do this."""


class CredentialsRefused(NotPermitted):
    """401: the API does not know the user or the secret, or the key has ended."""


class RightMissing(NotPermitted):
    """403: the key is right and has no right to this."""


class NotFound(SarrafError):
    """The company has no such record."""


class Conflict(SarrafError):
    """The record exists already, or its state does not permit the request."""


class TooEarly(SarrafError):
    """Wait for `details[0].retry_after` seconds before the next try."""


class DocumentNotReady(SarrafError):
    """A step of an electronic voucher is not possible in its state."""


class DocumentRejected(SarrafError):
    """The provider refused the document or the code."""


class OutcomeUnknown(SarrafError):
    """It is not known whether it was done: look at the record, or repeat a creation with `idempotency_key`."""


class ProviderFailed(SarrafError):
    """The provider failed or refused."""


class ConnectionFailed(SarrafError):
    """The API was not reached, or its answer broke off; nothing was done. `__cause__` says why."""


class TimedOut(ConnectionFailed):
    """There was no whole answer in time; nothing was done."""


def failure_in(response: httpx.Response) -> Optional[dict[str, Any]]:
    """The body of an error of the API; None if the answer comes from elsewhere."""
    try:
        body = response.json()
        known = isinstance(body["traceId"], str) and isinstance(body["error"]["code"], str)
        known = known and all({"field", "rule"} <= detail.keys() for detail in body["error"]["details"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return body if known else None


def error_of(response: httpx.Response, idempotency_key: Optional[str], in_doubt: bool) -> SarrafError:
    """The error for an answer that is no success; in doubt, it is not known what the request did."""
    status = response.status_code
    body = failure_in(response)
    if body is None:
        kind = {401: CredentialsRefused, 403: RightMissing}.get(status, SarrafError)
        message, code, details = f"The answer {status} is not one of the API.", "INTERNAL_ERROR", []
        trace_id = response.headers.get("x-request-id", "")
    else:
        message, code, trace_id = body["error"]["message"], body["error"]["code"], body["traceId"]
        details = [ErrorDetail.from_dict(detail) for detail in body["error"]["details"]]
        kind = globals()[CLASS_OF.get(code, "SarrafError")]
        # A fault of a 400 has the rule `unknown`, too: a field that the API does not know.
        in_doubt = in_doubt or (status >= 500 and bool(details) and details[0].rule == "unknown")
    return (OutcomeUnknown if in_doubt else kind)(
        message, status=status, code=code, details=details, trace_id=trace_id, idempotency_key=idempotency_key
    )
