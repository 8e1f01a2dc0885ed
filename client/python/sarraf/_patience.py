"""What may be repeated is repeated: the decisions, without any sending or waiting."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Generator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Optional, Union

import httpx

from .errors import ConnectionFailed, OutcomeUnknown, SarrafError, TimedOut, error_of, failure_in


@dataclass(frozen=True)
class Patience:
    """How often, and for how long, a call is repeated."""

    tries: int = 6
    #: A longer `Retry-After` is left to the caller.
    longest_wait_seconds: float = 10.0
    #: One request, until its answer is there to the last byte.
    timeout_seconds: float = 60.0
    #: A call with all its tries.
    longest_call_seconds: float = 120.0


class Step(NamedTuple):
    is_wait: bool
    seconds: float


#: A whole answer, or why there is none.
Outcome = Union[httpx.Response, Exception, None]

_FOR_NOW = {429: ("AUTH_TOO_MANY_ATTEMPTS", "RATE_LIMITED"), 500: ("INTERNAL_ERROR",), 503: ("INTERNAL_ERROR",)}
#: Nothing can have reached the API.
_OF_THE_PROGRAM = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


def conversation(request: httpx.Request, patience: Patience) -> Generator[Union[Step, httpx.Response], Outcome, None]:
    """The tries of one call, and its answer. A write is in doubt until an answer to one of its tries settles it."""
    key = request.headers.get("idempotency-key")
    is_read = request.method == "GET" or request.url.path.endswith("/preview")
    ends_at = time.monotonic() + patience.longest_call_seconds
    in_doubt = False
    for attempt in itertools.count(1):
        outcome = yield Step(False, min(patience.timeout_seconds, ends_at - time.monotonic()))
        if isinstance(outcome, _OF_THE_PROGRAM):
            raise outcome
        may_again, settles, is_doubtful = _judged(outcome, is_read or key is not None)
        in_doubt = not settles and (in_doubt or (is_doubtful and not is_read))
        wait = _wait_of(outcome, attempt)
        fits = wait <= patience.longest_wait_seconds and time.monotonic() + wait < ends_at
        if may_again and attempt < patience.tries and fits:
            yield Step(True, wait)
        elif not isinstance(outcome, httpx.Response):
            raise _lost(outcome, key, in_doubt) from outcome
        elif outcome.is_success:
            yield outcome
        else:
            raise error_of(outcome, key, in_doubt)


def _judged(outcome: Outcome, may_repeat: bool) -> tuple[bool, bool, bool]:
    """Whether it may be sent again; whether it says what was done; whether a write may have been done all the same."""
    if not isinstance(outcome, httpx.Response):
        was_sent = not isinstance(outcome, _UNSENT)
        is_certificate = "CERTIFICATE_VERIFY_FAILED" in str(outcome)
        return (may_repeat or not was_sent) and not is_certificate, False, was_sent
    if outcome.is_success:
        return False, True, False
    status, body = outcome.status_code, failure_in(outcome)
    code = None if body is None else body["error"]["code"]
    is_under_way = status == 409 and '"inProgress"' in outcome.text
    # A 503 of the API with Retry-After promises that nothing was changed.
    is_promise = status == 503 and code is not None and "retry-after" in outcome.headers
    is_internal = code in (None, "INTERNAL_ERROR")
    is_for_now = status in (500, 502, 503, 504) if code is None else code in _FOR_NOW.get(status, ())
    may_again = (may_repeat or status < 500) and (is_under_way or is_for_now)
    # Some refusals are made before anything of the request is looked at.
    settles = not is_internal and not is_under_way and status not in (401, 403, 429, 503)
    return may_again, settles, status >= 500 and is_internal and not is_promise


def checked(response: httpx.Response) -> httpx.Response:
    """A success is JSON, but for the file of a document: otherwise it broke off, or is not one of the API."""
    if not response.is_success:
        return response
    kind = response.headers.get("content-type", "")
    is_file = response.request.url.path.endswith("/file") and "json" not in kind and "html" not in kind
    if not response.content or not is_file:
        json.loads(response.content)
    return response


def _lost(cause: Outcome, key: Optional[str], in_doubt: bool) -> SarrafError:
    if in_doubt:
        message = "The answer was lost: it is not known whether the request was done."
        return OutcomeUnknown(message, code="OUTCOME_UNKNOWN", idempotency_key=key)
    if isinstance(cause, (httpx.TimeoutException, TimeoutError)):
        return TimedOut("The API did not answer in time.", code="TIMED_OUT", idempotency_key=key)
    message = "The API was not reached, or its answer broke off."
    return ConnectionFailed(message, code="CONNECTION_FAILED", idempotency_key=key)


def _wait_of(outcome: Outcome, attempt: int) -> float:
    """As long as the answer says, in seconds or by a date that is to come; else twice as long as the last time."""
    text = outcome.headers.get("retry-after", "").strip() if isinstance(outcome, httpx.Response) else ""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError, IndexError, OverflowError):
        seconds = 0.0
    return seconds if seconds > 0 else 0.2 * 2.0 ** (attempt - 1)
