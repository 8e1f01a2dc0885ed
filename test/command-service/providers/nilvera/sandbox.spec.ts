import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Call } from '#command/providers/integrator/port.ts'
import { chosenInvoiceIntegrator } from '#command/providers/invoice-integrator/chosen.ts'
import { type InvoiceDocument, invoiceXml } from '#command/ubl/invoice.ts'
import { invoice, soldTo } from '#test/command-service/ubl/invoice-samples.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'

const registered = { ...invoice().company, mersisNo: '0484084721100011' }
const archived = invoice({ company: registered })
const electronic = {
  ...soldTo({ taxNumber: '0843118681', name: 'Altın Ltd. Şti.', taxOffice: 'Fatih' }),
  company: registered,
  channel: 'einvoice',
} as const

async function nilveraForThisTest() {
  const { url, state } = await sandboxForThisTest()
  const integrator = chosenInvoiceIntegrator(
    { url, timeoutMs: 2_000 },
    { now: () => Date.parse('2026-11-20T11:30:00Z') },
  )
  const call = (secret: string | null = 'api-key'): Call => ({
    account: { url: `${url}/nilvera`, user: null, secret, protocol: 'nilvera' },
    environment: 'test',
    requestId: randomUUID(),
  })
  return { integrator, state, call }
}

const toSend = (of: InvoiceDocument) => {
  const uuid = randomUUID()
  return { uuid, document: invoiceXml({ ...of, uuid }), serial: 'SRF', email: null }
}

describe.each([
  ['an archive invoice', archived],
  ['an electronic invoice', electronic],
])('%s at Nilvera', (_kind, of) => {
  test('is accepted with a number of its series, and its status says the same', async () => {
    const { integrator, call } = await nilveraForThisTest()
    const sent = toSend(of)

    const submitted = await integrator.submitInvoice(call(), sent)
    const status = await integrator.invoiceStatus(call(), sent.uuid)

    const number = 'SRF2026000000001'
    expect(submitted).toEqual({
      kind: 'done',
      answer: { number, acceptedAt: '2026-11-20T11:30:00.000Z' },
    })
    expect(status).toMatchObject({ kind: 'done', answer: { state: 'accepted', number } })
  })

  test('can be kept as a draft and deleted', async () => {
    const { integrator, state, call } = await nilveraForThisTest()
    const sent = toSend(of)

    expect(await integrator.keepDraft(call(), sent)).toEqual({
      kind: 'done',
      answer: { state: 'draft' },
    })
    expect(await integrator.deleteDraft(call(), sent.uuid)).toEqual({
      kind: 'done',
      answer: { state: 'cancelled' },
    })
    expect(state.invoices.find(sent.uuid)?.state).toBe('cancelled')
  })
})

test('every refusal has Nilvera’s code', async () => {
  const { integrator, call } = await nilveraForThisTest()
  const bare = invoice({ company: { ...registered, mersisNo: null, address: null } })
  expect(await integrator.submitInvoice(call(), toSend(bare))).toMatchObject({
    kind: 'refused',
    errorCode: 'NILVERA_2015',
    errors: [
      { errorMessage: expect.stringContaining('MERSISNO') },
      { errorMessage: expect.stringContaining('adresi') },
    ],
  })
})

test('an unknown document is not found, in either channel', async () => {
  const { integrator, call } = await nilveraForThisTest()
  expect(await integrator.invoiceStatus(call(), randomUUID())).toEqual({ kind: 'notFound' })
  expect(await integrator.deleteDraft(call(), randomUUID())).toEqual({ kind: 'notFound' })
})

test('a wrong key is no refusal of the document', async () => {
  const { integrator, call } = await nilveraForThisTest()
  expect(await integrator.submitInvoice(call(null), toSend(archived))).toMatchObject({
    kind: 'notTaken',
  })
})

test('a uuid that is registered already is asked about', async () => {
  const { integrator, call } = await nilveraForThisTest()
  const sent = toSend(archived)
  await integrator.submitInvoice(call(), sent)
  expect(await integrator.submitInvoice(call(), sent)).toMatchObject({ kind: 'unknown' })
  expect(await integrator.invoiceStatus(call(), sent.uuid)).toMatchObject({
    answer: { state: 'accepted' },
  })
})

test.each([
  ['timeout', 'TIMEOUT', 'notFound'],
  ['accept-then-timeout', 'TIMEOUT', 'done'],
  ['error', 'SERVER_ERROR', 'notFound'],
  ['malformed', 'UNREADABLE', 'done'],
] as const)('after %s its status tells what was done', async (mode, errorCode, found) => {
  const { integrator, state, call } = await nilveraForThisTest()
  const sent = toSend(archived)
  state.faults.order({ operation: 'invoice.submit', mode, times: 1, delayMs: 0 })
  expect(await integrator.submitInvoice(call(), sent)).toMatchObject({ kind: 'unknown', errorCode })
  expect(await integrator.invoiceStatus(call(), sent.uuid)).toMatchObject({ kind: found })
})
