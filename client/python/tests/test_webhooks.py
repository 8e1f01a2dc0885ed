"""Signed calls, and what is refused."""

import base64
import hashlib
import hmac
import time

import pytest
from sarraf import WebhookRefused, verify_webhook

TEXT = '{"type":"sarraf.invoice.InvoiceIssued.v1","subject":"65a1","data":{"note":"İşlem"}}'


def headers(secret="b2xk", at=None, text=TEXT):
    at = str(int(time.time() if at is None else at))
    signed = hmac.new(base64.b64decode(secret), f"msg_1.{at}.{text}".encode(), hashlib.sha256).digest()
    signature = "v1,bm8= v1," + base64.b64encode(signed).decode()
    return {"Webhook-Id": "msg_1", "webhook-timestamp": at, "Webhook-Signature": signature}


@pytest.mark.parametrize("body", [TEXT, TEXT.encode(), bytearray(TEXT.encode())])
def test_a_call_is_taken_as_text_and_as_bytes_by_either_secret(body):
    event = verify_webhook(body, headers(), ["whsec_bmV3", "whsec_b2xk"])
    assert (event.id, event.subject, event.data) == ("msg_1", "65a1", {"note": "İşlem"})


@pytest.mark.parametrize(
    ("body", "given"),
    [(TEXT + " ", headers()), (TEXT, headers("bm8=")), (TEXT, headers(at=0)), (TEXT, {}), (TEXT, {**headers(), "Webhook-Signature": "v1,ğ"}),
     ("no json", headers()), (b"\xff", headers()), (TEXT, {**headers(), "webhook-timestamp": "soon"})],
)
def test_any_other_call_is_refused(body, given):
    with pytest.raises(WebhookRefused):
        verify_webhook(body, given, "whsec_b2xk")


def test_a_parsed_body_and_a_wrong_secret_are_faults_of_the_program():
    with pytest.raises(TypeError):
        verify_webhook({"type": "x"}, headers(), "whsec_b2xk")
    with pytest.raises(ValueError):
        verify_webhook(TEXT, headers(), "whsec_?")
