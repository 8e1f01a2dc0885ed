"""Two clients of httpx that take the steps of a conversation: proxies, certificates and hooks stay those of httpx."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

import anyio
import httpx

from ._patience import Outcome, Patience, Step, checked, conversation

#: What says that there is no answer.
_LOST = (httpx.TransportError, httpx.DecodingError, OSError, ValueError)


def _limited(request: httpx.Request, seconds: float) -> None:
    timeout = httpx.Timeout(max(seconds, 0.001)).as_dict()
    request.extensions = {**request.extensions, "timeout": timeout}


class PatientClient(httpx.Client):
    patience = Patience()

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        steps = conversation(request, self.patience)
        step = next(steps)
        while isinstance(step, Step):
            step = steps.send(self._taken(step, request, options))
        return step

    def _taken(self, step: Step, request: httpx.Request, options: dict[str, Any]) -> Outcome:
        if step.is_wait:
            time.sleep(step.seconds)
            return None
        try:
            return checked(self._whole(request, step.seconds, options))
        except _LOST as error:
            return error

    def _whole(self, request: httpx.Request, seconds: float, options: dict[str, Any]) -> httpx.Response:
        """httpx limits each read; a body that comes in drops is ended by shutting its connection down."""
        ends_at = time.monotonic() + seconds
        _limited(request, seconds)
        response = super().send(request, **{**options, "stream": True})
        timer = threading.Timer(max(ends_at - time.monotonic(), 0), _shut, [response])
        timer.daemon = True
        timer.start()
        try:
            response.read()
        except (*_LOST, AttributeError) as error:
            if time.monotonic() >= ends_at:
                raise httpx.ReadTimeout("The answer took too long.", request=request) from error
            raise
        finally:
            timer.cancel()
            response.close()
        return response


def _shut(response: httpx.Response) -> None:
    with contextlib.suppress(OSError, AttributeError, KeyError):
        response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)


class PatientAsyncClient(httpx.AsyncClient):
    patience = Patience()

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        steps = conversation(request, self.patience)
        step = next(steps)
        while isinstance(step, Step):
            step = steps.send(await self._taken(step, request, options))
        return step

    async def _taken(self, step: Step, request: httpx.Request, options: dict[str, Any]) -> Outcome:
        if step.is_wait:
            await anyio.sleep(step.seconds)
            return None
        _limited(request, step.seconds)
        try:
            with anyio.fail_after(step.seconds):
                return checked(await super().send(request, **{**options, "stream": False}))
        except _LOST as error:
            return error
