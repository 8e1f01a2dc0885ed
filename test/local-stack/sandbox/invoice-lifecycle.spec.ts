import { expect, test } from 'vitest'
import { end, startSandboxProcess } from '#test/support/running-sandbox.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'
import { newInvoice, type SentInvoice } from './invoice-document.ts'
import { invoicesAt, invoicesForThisTest } from './invoice-integrator.ts'

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
