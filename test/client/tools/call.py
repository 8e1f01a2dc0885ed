"""A voucher's draft is created and found in the list, with the client that was generated."""

import os

from sarraf_api_client import AuthenticatedClient
from sarraf_api_client.api.expense_vouchers import create_voucher, list_vouchers
from sarraf_api_client.models import CreateVoucherBody

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"], prefix="Basic"
)
data = {"source": "manual", "idNo": "10000000146", "amount": 5000.5, "isDraft": True}
created = create_voucher.sync(client=client, body=CreateVoucherBody.from_dict({"data": data}))
listed = list_vouchers.sync(client=client, page_size=5)
found = [(voucher.id == created.data.id, voucher.amount) for voucher in listed.data]
print(found, type(created).__name__)
