"""What is repeated, how long is waited, and what is said in the end."""

import asyncio
import pickle
import time
from email.utils import formatdate

import httpx
import pytest
from answers import NO_VOUCHERS, VOUCHER, answer, drops, lost, proxy, refusal
from sarraf import (
    AsyncSarraf, ConnectionFailed, CredentialsRefused, NotFound, OutcomeUnknown, Patience, RightMissing, Sarraf,
    SarrafError, TimedOut, TooEarly, ValidationFailed, changes, errors, models,
)
from sarraf.generated.codes import CLASS_OF

created = answer(201, VOUCHER)
empty_page = answer(200, NO_VOUCHERS)


def body(amount=250.5):
    return models.CreateVoucherBody(models.CreateVoucherInputManual("manual", "10000000146", amount))


def of(api, **patience):
    return Sarraf(api.url, "desk", "secret", patience=Patience(**patience))


@pytest.mark.parametrize("first", [lost, answer(201, VOUCHER, whole=30), answer(201, ""), proxy(200), proxy(502), proxy(504)])
def test_a_creation_whose_answer_is_lost_is_repeated_under_its_key(serve, first):
    api = serve(first, created)
    assert of(api).create_voucher(body()).data.id == "a" * 24
    assert (len(api.requests), len(api.keys())) == (2, 1)


def test_each_creation_has_a_key_of_its_own_and_keeps_one_that_is_given(serve):
    api = serve(created)
    with of(api) as client:
        client.create_voucher(body())
        client.create_voucher(body())
        client.create_voucher(body(), idempotency_key="own")
    assert len(api.keys()) == 3
    assert any(key.endswith(" own") for key in api.keys())


def test_a_write_without_a_key_is_not_repeated_and_its_outcome_is_unknown(serve):
    api = serve(lost)
    with pytest.raises(OutcomeUnknown) as raised:
        of(api).delete_voucher("a" * 24)
    assert (len(api.requests), raised.value.idempotency_key) == (1, None)


def test_a_creation_that_is_never_answered_gives_the_key_to_repeat_it_with(serve):
    api = serve(lost)
    with pytest.raises(OutcomeUnknown) as raised:
        of(api, tries=2).create_voucher(body())
    assert api.keys() == {f"Idempotency-Key: {raised.value.idempotency_key}"}


def test_an_answer_of_the_api_settles_a_doubt(serve):
    api = serve(lost, refusal(422, "VALIDATION_FAILED"))
    with pytest.raises(ValidationFailed):
        of(api).create_voucher(body())


def test_an_answer_of_a_door_settles_nothing(serve):
    api = serve(lost, refusal(401, "AUTH_INVALID_CREDENTIALS"))
    with pytest.raises(OutcomeUnknown):
        of(api).create_voucher(body())


@pytest.mark.parametrize(
    ("seconds", "header"), [(1, lambda: "1"), (0.9, lambda: formatdate(time.time() + 2, usegmt=True)), (0.2, lambda: "soon")]
)
def test_a_retry_after_is_kept_in_seconds_or_as_a_date(serve, seconds, header):
    api = serve(refusal(429, "RATE_LIMITED", f"retry-after: {header()}"), empty_page)
    begun = time.monotonic()
    of(api).list_vouchers()
    assert time.monotonic() - begun >= seconds


def test_a_longer_retry_after_is_left_to_the_caller(serve):
    api = serve(refusal(429, "RATE_LIMITED", "retry-after: 60"))
    with pytest.raises(TooEarly):
        of(api).list_vouchers()
    assert len(api.requests) == 1


def test_a_read_whose_body_comes_in_drops_ends_in_time(serve):
    begun = time.monotonic()
    with pytest.raises(TimedOut):
        of(serve(drops), tries=1, timeout_seconds=0.5).list_vouchers()
    assert time.monotonic() - begun < 1.5


def test_a_call_ends_in_time_with_all_its_tries(serve):
    api = serve(drops)
    begun = time.monotonic()
    with pytest.raises(TimedOut):
        of(api, timeout_seconds=0.3, longest_call_seconds=1).list_vouchers()
    assert time.monotonic() - begun < 2
    assert len(api.requests) > 1


def test_an_async_call_ends_in_time_too(serve):
    async def call():
        patience = Patience(tries=1, timeout_seconds=0.5)
        async with AsyncSarraf(serve(drops).url, "desk", "secret", patience=patience) as client:
            await client.list_vouchers()

    with pytest.raises(TimedOut):
        asyncio.run(call())


def test_an_async_creation_is_repeated_under_its_key(serve):
    api = serve(lost, proxy(503), created)

    async def call():
        async with AsyncSarraf(api.url, "desk", "secret") as client:
            return await client.create_voucher(body())

    assert asyncio.run(call()).data.id == "a" * 24
    assert (len(api.requests), len(api.keys())) == (3, 1)


def test_nobody_listens():
    with pytest.raises(ConnectionFailed) as raised:
        Sarraf("http://127.0.0.1:9", "desk", "secret", patience=Patience(tries=1)).create_voucher(body())
    assert isinstance(raised.value.__cause__, httpx.ConnectError)


@pytest.mark.parametrize(("status", "kind"), [(401, CredentialsRefused), (403, RightMissing), (413, SarrafError), (302, SarrafError)])
def test_what_a_proxy_refuses_is_not_repeated(serve, status, kind):
    api = serve(proxy(status))
    with pytest.raises(kind):
        of(api).list_vouchers()
    assert len(api.requests) == 1


def test_an_error_says_what_is_wrong_and_can_be_pickled(serve):
    detail = {"field": "data.amount", "rule": "minimum", "limit": 1}
    with pytest.raises(ValidationFailed) as raised:
        of(serve(refusal(400, "VALIDATION_FAILED", details=[detail]))).create_voucher(body(-1))
    assert str(raised.value) == "No. [VALIDATION_FAILED; data.amount: minimum]"
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (type(copied), copied.details, copied.status) == (ValidationFailed, raised.value.details, 400)


def test_an_error_of_a_later_api_has_no_class_of_its_own(serve):
    with pytest.raises(SarrafError) as raised:
        of(serve(refusal(409, "NEW_CODE"))).list_vouchers()
    assert raised.value.code == "NEW_CODE"


def test_every_code_has_a_class():
    assert all(issubclass(getattr(errors, name), SarrafError) for name in CLASS_OF.values())


def test_a_value_and_a_field_of_a_later_api_are_no_error():
    made = models.CreatedVoucher.from_dict({**VOUCHER["data"], "source": "carrierPigeon", "colour": "green"})
    assert (made.source, made["colour"]) == ("carrierPigeon", "green")


def test_json_that_is_not_of_the_api_is_an_error_of_ours(serve):
    with pytest.raises(SarrafError) as raised:
        of(serve(answer(200, {"hotel": "wifi"}))).list_vouchers()
    assert (raised.value.code, raised.value.status) == ("ANSWER_INVALID", 200)


def test_a_program_that_gives_nonsense_hears_of_it_at_once():
    for wrong in (("127.0.0.1:8080", "desk", "secret"), ("http://127.0.0.1", "", "secret")):
        with pytest.raises(ValueError):
            Sarraf(*wrong)


def test_a_path_before_the_api_is_kept(serve):
    api = serve(empty_page)
    with Sarraf(f"{api.url}/behind/", "desk", "secret") as client:
        assert list(changes(client.list_vouchers)) == []
        with pytest.raises(SarrafError):
            client.read_voucher("a/b")
    assert api.requests[0][0].startswith("GET /behind/v1/expenses?")
    assert api.requests[1][0] == "GET /behind/v1/expenses/a%2Fb HTTP/1.1"


def test_a_missing_record_is_not_found(serve):
    with pytest.raises(NotFound):
        of(serve(refusal(404, "RESOURCE_NOT_FOUND"))).read_voucher("a" * 24)
