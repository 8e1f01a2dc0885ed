"""Whole lists, and everything that changed in one."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Generic, Optional, Protocol, TypeVar, overload

Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)
Query = dict[str, Any]


class Page(Protocol[Item_co]):
    """What the method of a list answers."""

    @property
    def data(self) -> Sequence[Item_co]: ...


@dataclass(frozen=True)
class Change(Generic[Item]):
    """A record as it is now. One with `deleted_at` has left the list: remove it from your copy."""

    record: Item
    #: The cursor, once you have processed the change.
    updated_at: datetime
    deleted_at: Optional[datetime]


@dataclass(frozen=True)
class _Listing(Generic[Item]):
    _read: Callable[..., Any]
    _first: Query
    _next: Callable[[Query, Any], Optional[Query]]
    _made: Callable[[Any], Item]


class Listing(_Listing[Item]):
    """Read record by record, or a page of them at a time. Each loop reads from the beginning."""

    def by_page(self) -> Iterator[list[Item]]:
        query: Optional[Query] = self._first
        while query is not None:
            page = self._read(**query)
            if page.data:
                yield [self._made(record) for record in page.data]
            query = self._next(query, page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.by_page():
            yield from page


class AsyncListing(_Listing[Item]):
    """The same for `async for`."""

    async def by_page(self) -> AsyncIterator[list[Item]]:
        query: Optional[Query] = self._first
        while query is not None:
            page = await self._read(**query)
            if page.data:
                yield [self._made(record) for record in page.data]
            query = self._next(query, page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.by_page():
            for record in page:
                yield record


def _kind_of(read: Callable[..., Any]) -> Any:
    return AsyncListing if inspect.iscoroutinefunction(read) else Listing


@overload
def pages(read: Callable[..., Page[Item]], **query: Any) -> Listing[Item]: ...
@overload
def pages(read: Callable[..., Awaitable[Page[Item]]], **query: Any) -> AsyncListing[Item]: ...
def pages(read: Callable[..., Any], **query: Any) -> Any:
    """Every record of a list: `pages(client.list_vouchers, filter_is_draft=True)`; `page_size` is 100 unless given."""

    def following(query: Query, page: Any) -> Optional[Query]:
        return {**query, "page": query["page"] + 1} if query["page"] < page.meta.pages else None

    return _kind_of(read)(read, {"page_size": 100, **query, "page": 1}, following, lambda record: record)


@overload
def changes(
    read: Callable[..., Page[Item]], *, since: Optional[datetime] = None, **query: Any
) -> Listing[Change[Item]]: ...
@overload
def changes(
    read: Callable[..., Awaitable[Page[Item]]], *, since: Optional[datetime] = None, **query: Any
) -> AsyncListing[Change[Item]]: ...
def changes(read: Callable[..., Any], *, since: Optional[datetime] = None, **query: Any) -> Any:
    """Everything that changed since a cursor, oldest change first, deletions included: keep the last `updated_at`."""
    beginning = datetime(1, 1, 2, tzinfo=timezone.utc)
    first = {"page_size": 100, **query, "filter_updated_since": since or beginning, "sort": "updatedAt:asc"}
    if "filter_include_deleted" in inspect.signature(read).parameters:
        first["filter_include_deleted"] = True

    # Always the first page: a record that changes in between moves behind the cursor, not between pages.
    def following(query: Query, page: Any) -> Optional[Query]:
        return {**query, "filter_updated_since": page.data[-1].updated_at} if page.data else None

    def made(record: Any) -> Change[Any]:
        return Change(record, record.updated_at, getattr(record, "deleted_at", None) or None)

    return _kind_of(read)(read, first, following, made)
