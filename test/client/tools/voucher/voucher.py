"""A voucher from the draft to the official document, with the client that openapi-generator made."""

import os

import sarraf

configuration = sarraf.Configuration(
    host=os.environ["BASE_URL"],
    username=os.environ["API_USER_ID"],
    password=os.environ["SECRET_KEY"],
)
# Times with a zone as RFC 3339 writes it; by itself it writes `+0000`.
configuration.datetime_format = "%Y-%m-%dT%H:%M:%S.%fZ"

seller = {
    "name_surname": "Ayşe Gül Yılmaz",
    "customer_info": sarraf.CustomerInfo(
        address="Çınar Sk. 3", cities="Fatih", states="İstanbul", phone=os.environ["PHONE"]
    ),
}


def purchase(amount, **more):
    manual = sarraf.CreateVoucherInputManual(
        source="manual", id_no="10000000146", amount=amount, is_draft=True, **more
    )
    return sarraf.CreateVoucherBody(data=sarraf.CreateVoucherInput(manual))


with sarraf.ApiClient(configuration) as client:
    api = sarraf.ExpenseVouchersApi(client)

    draft = api.create_voucher(purchase(1234567.89, **seller)).data
    print("draft", api.read_voucher(draft.id).data.amount)

    try:
        api.create_voucher(purchase(0.01))
    except sarraf.ApiException as refused:
        (detail,) = refused.data.error.details
        print(refused.status, refused.data.error.code.value, detail.var_field, detail.rule)

    other = api.create_voucher_with_http_info(purchase(500.5))
    cursor = api.read_voucher(other.data.data.id).data.updated_at
    position = other.headers["x-event-position"]
    page = api.list_vouchers(page_size=1, x_min_event_position=position)
    print("page", page.meta.page, "of", page.meta.pages, "with", len(page.data))

    api.prepare_e_document(draft.id, sarraf.PrepareEDocumentBody(data={}))
    api.send_e_document_sms(draft.id, sarraf.SendEDocumentSmsBody(data={}))
    code = sarraf.ConfirmEDocumentInput(code=input("code\n"))
    sent = api.confirm_e_document_with_http_info(draft.id, sarraf.ConfirmEDocumentBody(data=code))
    print("official", sent.data.data.e_document.number)

    changes = api.list_vouchers(
        filter_updated_since=cursor,
        sort="updatedAt:asc",
        x_min_event_position=sent.headers["x-event-position"],
    ).data
    print("changed", [change.id for change in changes] == [draft.id], changes[0].state)

    file = api.read_e_document_file(draft.id, "pdf")
    print("file", bytes(file[:5]).decode())
