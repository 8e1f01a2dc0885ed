"""Against a running Sarraf."""

import asyncio
import random
import threading
from datetime import datetime, timezone

import pytest
from sarraf import AsyncSarraf, Conflict, CredentialsRefused, NotFound, Sarraf, ValidationFailed, changes, models, pages


def draft(amount, **more):
    more = {"is_draft": True, "allow_duplicate": True, **more}
    return models.CreateVoucherBody(models.CreateVoucherInputManual("manual", "10000000146", amount, **more))


def test_lists_are_read_page_by_page_and_changes_with_deletions(client):
    cursor = datetime.now(timezone.utc)
    ids = [client.create_voucher(draft(amount)).data.id for amount in (100, 200, 300)]
    assert set(ids) <= {voucher.id for voucher in pages(client.list_vouchers, page_size=2)}
    assert all(len(page) <= 2 for page in pages(client.list_vouchers, page_size=2).by_page())
    since = [change for change in changes(client.list_vouchers, since=cursor)]
    assert [(change.record.id, change.deleted_at) for change in since] == [(each, None) for each in ids]
    client.delete_voucher(ids[0])
    (page,) = changes(client.list_vouchers, since=since[-1].updated_at).by_page()
    assert [(change.record.id, change.deleted_at is not None) for change in page] == [(ids[0], True)]


def test_a_list_that_nothing_leaves_is_followed_alike(client):
    assert all(change.deleted_at is None for change in changes(client.list_customers))


def test_the_same_with_async(connection):
    async def read():
        async with AsyncSarraf(*connection) as client:
            made = await client.create_voucher(draft(400))
            listed = [voucher.id async for voucher in pages(client.list_vouchers, page_size=2)]
            changed = [change.record.id async for change in changes(client.list_vouchers)]
            return made.data.id in listed, made.data.id in changed

    assert asyncio.run(read()) == (True, True)


def test_an_async_client_works_in_one_event_loop_after_the_other(connection):
    client = AsyncSarraf(*connection)

    async def total():
        return (await client.list_vouchers(page_size=1)).meta.total

    assert asyncio.run(total()) == asyncio.run(total())


def test_refusals_are_of_their_classes(client, connection):
    with pytest.raises(NotFound):
        client.read_voucher("f" * 24)
    with pytest.raises(CredentialsRefused):
        Sarraf(connection[0], connection[1], "another secret, long enough").list_vouchers()
    with pytest.raises(ValidationFailed) as raised:
        client.create_voucher(draft(-1))
    assert [(detail.field, detail.rule) for detail in raised.value.details] == [("data.amount", "minimum")]
    amount = random.randint(10_000, 9_999_999) / 100
    client.create_voucher(draft(amount, is_draft=False, allow_duplicate=False))
    with pytest.raises(Conflict):
        client.create_voucher(draft(amount, is_draft=False, allow_duplicate=False))


def test_with_the_same_key_a_creation_is_done_once(client):
    made = [client.create_voucher(draft(500), idempotency_key="once-500").data.id for _ in range(2)]
    assert made[0] == made[1]


def test_several_threads_share_a_client(client):
    made = []
    threads = [threading.Thread(target=lambda: made.append(client.create_voucher(draft(600)).data.id)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8


def test_times_have_a_zone_and_microseconds(client):
    made = client.create_voucher(draft(700)).data
    read = client.read_voucher(made.id).data
    assert read.updated_at.tzinfo is not None
    found = [voucher.id for voucher in pages(client.list_vouchers, filter_updated_since=datetime(2020, 1, 1))]
    assert made.id in found
