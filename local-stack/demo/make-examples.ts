import { writeFileSync } from 'node:fs'
import { electronicVoucher, type Sarraf, sarraf } from '#client/main.ts'
import { magicPhones } from '#kernel/contract/test-mode.ts'
import { DEMO_KEY } from './demo-key.ts'

const SELLER = '21543789054'
const BUYER = '31884620732'

/** Of the demo company's import. */
const imported = {
  customer: 'de3000030000000000000001',
  customerEvent: 'de3000070000000000000001',
  idvSession: 'de3000080000000000000001',
  bankAccount: 'de3000050000000000000001',
  outgoing: 'de3000060000000000000001',
  incoming: 'de3000060000000000000002',
} as const

interface Place {
  readonly baseUrl: string
  readonly file: string
}

/**
 * Makes the records that the examples at `/docs` need besides the imported ones, each as its operation needs it,
 * and writes the file with the requests.
 */
export async function makeExamples({ baseUrl, file }: Place): Promise<void> {
  const client = sarraf({ baseUrl, ...DEMO_KEY })
  const [vouchers, invoices, others] = await Promise.all([
    makeVouchers(client),
    makeInvoices(client),
    makeOthers(client),
  ])
  const requests = requestsWith({ ...vouchers, ...invoices, ...others })
  writeFileSync(file, `${JSON.stringify({ key: DEMO_KEY, requests }, null, 2)}\n`, { mode: 0o600 })
}

async function makeVouchers(client: Sarraf) {
  const [draft, toPrepare, toSend, toConfirm, sent] = await Promise.all(
    [1, 2, 3, 4, 5].map((index) => draftedVoucher(client, index)),
  )
  await Promise.all([
    electronicVoucher(client, toSend ?? '').prepare(),
    electronicVoucher(client, toConfirm ?? '')
      .prepare()
      .sms(),
    electronicVoucher(client, sent ?? '')
      .prepare()
      .sms()
      .confirm(magicPhones.code),
  ])
  return { draft, toPrepare, toSend, toConfirm, sent }
}

/** Each with a phone of its own, which gets only a few SMS an hour. */
async function draftedVoucher(client: Sarraf, index: number) {
  const customerInfo = { phone: `${magicPhones.prefix}${String(index).padStart(4, '0')}` }
  const goods = { source: 'manual', idNo: SELLER, amount: 41_000 + index } as const
  const body = { data: { ...goods, customerInfo, isDraft: true } }
  return (await client.POST('/v1/expenses', { body })).data?.data.id
}

async function makeInvoices(client: Sarraf) {
  const buyer = { idNo: BUYER, nameSurname: 'Mehmet Şimşek' }
  const goods = { source: 'manual', ...buyer, paymentType: 'pos' } as const
  const [invoice, invoiceDraft] = await Promise.all([
    client.POST('/v1/invoices', { body: { data: { ...goods, amount: 42_001 } } }),
    client.POST('/v1/invoices', { body: { data: { ...goods, amount: 42_002, isDraft: true } } }),
  ])
  return { invoice: invoice.data?.data.invoiceId, invoiceDraft: invoiceDraft.data?.data.uuid }
}

async function makeOthers(client: Sarraf) {
  const traveller = {
    idNo: 'P0000001',
    nameSurname: 'Anna Schmidt',
    idCardType: 'passport',
  } as const
  const [form, check, label] = await Promise.all([
    client.POST('/v1/customers', { body: { data: traveller } }),
    client.POST('/v1/compliance/sanction-checks', { body: { data: { fullName: 'Anna Schmidt' } } }),
    client.POST('/v1/kmts-verifications', { body: { data: { scannedCode: 'KMV0000000001' } } }),
  ])
  return { form: form.data?.data.id, check: check.data?.data.id, label: label.data?.data.id }
}

type ExampleRecords = Awaited<ReturnType<typeof makeVouchers>> &
  Awaited<ReturnType<typeof makeInvoices>> &
  Awaited<ReturnType<typeof makeOthers>>

const about = (id: string | null | undefined) => ({ parameters: { id } })

/** What the examples of the document do not have, or could not have: records, and amounts that differ. */
function requestsWith(made: ExampleRecords) {
  return {
    readCustomer: about(imported.customer),
    checkCustomer: { parameters: { idNo: SELLER } },
    readCustomerEvent: about(imported.customerEvent),
    readIdvSession: about(imported.idvSession),
    readBankAccount: about(imported.bankAccount),
    readBankTransaction: about(imported.incoming),
    readVerification: about(made.form),
    readSanctionCheck: about(made.check),
    readLabelVerification: about(made.label),
    readVoucher: about(made.sent),
    deleteVoucher: about(made.draft),
    prepareEDocument: about(made.toPrepare),
    sendEDocumentSms: about(made.toSend),
    confirmEDocument: {
      ...about(made.toConfirm),
      bodies: { smallest: { code: magicPhones.code } },
    },
    readEDocumentStatus: about(made.sent),
    readEDocumentFile: { parameters: { id: made.sent, format: 'pdf' } },
    readInvoice: about(made.invoice),
    deleteInvoice: about(made.invoiceDraft),
    previewVoucher: { bodies: purchases },
    createVoucher: { bodies: purchases },
    previewInvoice: { bodies: sales },
    createInvoice: { bodies: sales },
  }
}

const purchases = {
  bankTransaction: { idNo: SELLER, bankTransactionId: imported.outgoing },
  manual: { idNo: SELLER, amount: 1_250.5 },
}

const sales = {
  bankTransaction: { bankTransactionId: imported.incoming },
  manualBank: { idNo: BUYER, amount: 1_301 },
  manualPos: { idNo: BUYER, amount: 1_302 },
  manualExpense: { idNo: BUYER, amount: 1_303 },
  manualOther: { idNo: BUYER, amount: 1_304 },
}
