"""One client for one API key, and the same for `async`."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, TypeVar
from weakref import WeakKeyDictionary

import httpx
from typing_extensions import Self

from ._http import PatientAsyncClient, PatientClient
from ._patience import Patience
from .errors import SarrafError
from .generated.operations import AsyncOperations, Operations

Answer = TypeVar("Answer")
Parse = Callable[[httpx.Response], Answer]


def _options(base_url: str, api_user_id: str, secret_key: str, options: dict[str, Any]) -> dict[str, Any]:
    if httpx.URL(base_url).scheme not in ("http", "https"):
        raise ValueError("base_url begins with http:// or https://")
    if not api_user_id or not secret_key:
        raise ValueError("api_user_id and secret_key are needed")
    return {**options, "base_url": base_url, "auth": (api_user_id, secret_key)}


def _read(parse: Parse[Answer], response: httpx.Response) -> Answer:
    try:
        return parse(response)
    except (KeyError, TypeError, ValueError, AttributeError) as cause:
        message = "The answer is not one of the API."
        raise SarrafError(message, status=response.status_code, code="ANSWER_INVALID") from cause


class Sarraf(Operations):
    """Every operation of the API. Beside the patience it takes the options of `httpx.Client`."""

    def __init__(
        self, base_url: str, api_user_id: str, secret_key: str, *, patience: Patience = Patience(), **options: Any
    ) -> None:
        self._http = PatientClient(**_options(base_url, api_user_id, secret_key, options))
        self._http.patience = patience

    def _call(self, kwargs: dict[str, Any], parse: Parse[Answer]) -> Answer:
        return _read(parse, self._http.request(**kwargs))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncSarraf(AsyncOperations):
    """The same for `await`."""

    def __init__(
        self, base_url: str, api_user_id: str, secret_key: str, *, patience: Patience = Patience(), **options: Any
    ) -> None:
        self._options, self._patience = _options(base_url, api_user_id, secret_key, options), patience
        # Connections belong to the loop that made them; a script may run several, one after the other.
        self._of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, PatientAsyncClient] = WeakKeyDictionary()

    async def _call(self, kwargs: dict[str, Any], parse: Parse[Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        if loop not in self._of_loops:
            self._of_loops[loop] = PatientAsyncClient(**self._options)
            self._of_loops[loop].patience = self._patience
        return _read(parse, await self._of_loops[loop].request(**kwargs))

    async def close(self) -> None:
        used = self._of_loops.pop(asyncio.get_running_loop(), None)
        if used is not None:
            await used.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
