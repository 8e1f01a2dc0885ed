"""A typed client of the Sarraf API."""

from . import models
from ._client import AsyncSarraf, Sarraf
from ._lists import AsyncListing, Change, Listing, changes, pages
from ._patience import Patience
from .errors import Conflict, ConnectionFailed, CredentialsRefused, DocumentNotReady, DocumentRejected, NotFound, NotPermitted
from .errors import OutcomeUnknown, ProviderFailed, RightMissing, SarrafError, TimedOut, TooEarly, ValidationFailed
from .generated.types import UNSET, Unset
from .webhooks import WebhookEvent, WebhookRefused, verify_webhook

__all__ = [
    "AsyncListing", "AsyncSarraf", "Change", "Conflict", "ConnectionFailed", "CredentialsRefused", "DocumentNotReady", "DocumentRejected",
    "Listing", "NotFound", "NotPermitted", "OutcomeUnknown", "Patience", "ProviderFailed", "RightMissing", "Sarraf", "SarrafError", "TimedOut",
    "TooEarly", "UNSET", "Unset", "ValidationFailed", "WebhookEvent", "WebhookRefused", "changes", "models", "pages", "verify_webhook",
]
