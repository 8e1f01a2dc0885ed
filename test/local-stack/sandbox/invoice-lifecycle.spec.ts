import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { end, startSandboxProcess } from '#test/support/running-sandbox.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'
import { newInvoice, type SentInvoice } from './invoice-document.ts'
import { invoicesAt, invoicesForThisTest } from './invoice-integrator.ts'

const open = {
  number: null,
  acceptedAt: null,
  detail: null,
  reportStatus: null,
  cancelled: false,
}
const instant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
const number = 'ABC2026000000001'

test('an invoice is accepted at once under its number, which stands in it', async () => {
  const { integrator, state } = await invoicesForThisTest()
  const invoice = newInvoice()
  const { uuid } = invoice
  expect(await integrator.submit(invoice)).toEqual({
    status: 200,
    body: { uuid, number, acceptedAt: instant },
  })
  expect(await integrator.status(uuid)).toEqual({
    status: 200,
    body: {
      ...open,
      uuid,
      state: 'accepted',
      number,
      acceptedAt: instant,
      reportStatus: 'NotReported',
    },
  })
  expect(await integrator.shown(uuid)).toEqual({
    uuid,
    kind: 'invoice',
    number,
    state: 'accepted',
    submissions: 1,
  })
  expect(state.invoices.find(uuid)?.xml).toContain(`<cbc:ID>${number}</cbc:ID>`)
})

test('however often an invoice is sent, there is one invoice with one number', async () => {
  const { integrator } = await invoicesForThisTest()
  const invoice = newInvoice()
  const first = await integrator.submit(invoice)
  const again = await Promise.all([
    integrator.submit(invoice),
    integrator.submit({ ...invoice, document: '<Invoice/>', serial: 'XYZ' }),
  ])
  expect(again).toEqual([first, first])
  expect(await integrator.shown(invoice.uuid)).toMatchObject({ submissions: 3 })
  expect(await integrator.submit(newInvoice())).toMatchObject({
    body: { number: 'ABC2026000000002' },
  })
})

test('numbers are gapless for each company, prefix and year, and apart from vouchers', async () => {
  const { url, accepted } = await integratorForThisTest()
  await accepted(newDraft())
  const integrator = invoicesAt(url)
  const numberOf = async (invoice: SentInvoice) => {
    await integrator.submit({ ...newInvoice(), document: '<Invoice/>' })
    return (await integrator.submit(invoice)).body
  }
  const otherCompany = (xml: string) => xml.replace('4840847211', '0843118681')
  const otherYear = (xml: string) => xml.replace('Date>2026-11-20<', 'Date>2025-12-30<')
  const numbers = [
    await numberOf(newInvoice()),
    await numberOf(newInvoice()),
    await numberOf(newInvoice(otherCompany)),
    await numberOf(newInvoice(otherYear)),
    await numberOf({ ...newInvoice(), serial: 'EGP' }),
    await numberOf({ ...newInvoice(), serial: null }),
    await numberOf(newInvoice()),
  ]
  expect(numbers).toMatchObject(
    ['ABC2026%1', 'ABC2026%2', 'ABC2026%1', 'ABC2025%1', 'EGP2026%1', 'SRF2026%1', 'ABC2026%3'].map(
      (short) => ({ number: short.replace('%', '00000000') }),
    ),
  )
})

test('a draft is not official, can be replaced, and may become an invoice', async () => {
  const { integrator, state } = await invoicesForThisTest()
  const invoice = newInvoice()
  const { uuid } = invoice
  const kept = { status: 200, body: { uuid, state: 'draft' } }
  expect(await integrator.keep(invoice)).toEqual(kept)
  expect(await integrator.status(uuid)).toEqual({
    status: 200,
    body: { ...open, uuid, state: 'draft' },
  })
  const document = invoice.document.replace('Teşekkürler', 'Yine bekleriz')
  expect(await integrator.keep({ ...invoice, document })).toEqual(kept)
  expect(state.invoices.find(uuid)?.xml).toBe(document)
  expect(await integrator.shown(uuid)).toMatchObject({ kind: 'invoice', submissions: 0 })

  expect(await integrator.submit(invoice)).toMatchObject({ status: 200, body: { number } })
  const notADraft = { status: 409, body: { code: 'NOT_A_DRAFT' } }
  expect(await integrator.keep(invoice)).toMatchObject(notADraft)
  expect(await integrator.status(uuid)).toMatchObject({ body: { state: 'accepted', number } })
})

test('a draft is deleted once for all, an issued invoice is not', async () => {
  const { integrator } = await invoicesForThisTest()
  const draft = newInvoice()
  const { uuid } = draft
  await integrator.keep(draft)
  const deleted = { status: 200, body: { uuid, state: 'cancelled' } }
  expect(await integrator.drop(uuid)).toEqual(deleted)
  expect(await integrator.drop(uuid)).toEqual(deleted)
  expect(await integrator.status(uuid)).toEqual({
    status: 200,
    body: { ...open, uuid, state: 'cancelled', cancelled: true },
  })
  const notADraft = { status: 409, body: { code: 'NOT_A_DRAFT' } }
  expect(await integrator.keep(draft)).toMatchObject(notADraft)
  expect(await integrator.submit(draft)).toMatchObject(notADraft)

  const issued = newInvoice()
  await integrator.submit(issued)
  expect(await integrator.drop(issued.uuid)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_ACCEPTED' },
  })
  expect(await integrator.status(issued.uuid)).toMatchObject({ body: { state: 'accepted' } })
})

test('an unknown uuid is not found', async () => {
  const { integrator } = await invoicesForThisTest()
  const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
  expect(await integrator.status(randomUUID())).toMatchObject(notFound)
  expect(await integrator.drop(randomUUID())).toMatchObject(notFound)
})

test('the uuid of a voucher is no invoice’s, nor the other way round', async () => {
  const { url, integrator: vouchers, prepared } = await integratorForThisTest()
  const integrator = invoicesAt(url)
  const uuid = await prepared()
  const notADraft = { status: 409, body: { code: 'NOT_A_DRAFT' } }
  expect(await integrator.submit({ ...newInvoice(), uuid })).toMatchObject(notADraft)
  expect(await integrator.keep({ ...newInvoice(), uuid })).toMatchObject(notADraft)
  expect(await integrator.status(uuid)).toMatchObject({ status: 404 })
  const draft = newInvoice()
  await integrator.keep(draft)
  expect(await vouchers.prepare({ ...newDraft(), uuid: draft.uuid })).toMatchObject(notADraft)
})

test.each([
  ['a serial that is none', { serial: 'abcd' }],
  ['no document', { document: undefined }],
  ['a recipient that is none', { recipient: 'ayse@example.com' }],
  ['a uuid that is none', { uuid: 'F-1' }],
])('%s is answered 400, and nothing is kept', async (_what, change) => {
  const { integrator } = await invoicesForThisTest()
  const invoice = { ...newInvoice(), ...Object(change) }
  const bad = { status: 400, body: { code: 'BAD_REQUEST', message: expect.any(String) } }
  expect(await integrator.submit(invoice)).toEqual(bad)
  expect(await integrator.keep(invoice)).toEqual(bad)
  expect(await integrator.shown(invoice.uuid)).not.toHaveProperty('submissions')
})

test('invoices, drafts, refusals and numbers survive a killed process', async () => {
  const folder = await temporaryFolder('sandbox')
  const first = await startSandboxProcess(folder)
  const before = invoicesAt(first.url)
  const [issued, draft] = [newInvoice(), newInvoice()]
  const refused = { ...newInvoice(), document: '<Invoice/>' }
  const answer = await before.submit(issued)
  await before.keep(draft)
  const refusal = await before.submit(refused)
  await end(first.child, 'SIGKILL')

  const after = invoicesAt((await startSandboxProcess(folder)).url)
  expect(await after.submit(issued)).toEqual(answer)
  expect(await after.submit(refused)).toEqual(refusal)
  expect(await after.shown(issued.uuid)).toMatchObject({ submissions: 2 })
  expect(await after.status(draft.uuid)).toMatchObject({ body: { state: 'draft' } })
  expect(await after.submit(draft)).toMatchObject({ body: { number: 'ABC2026000000002' } })
})
