import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { creditNoteXml } from '#command/ubl/credit-note.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { creditNote, soldBy } from '#test/command-service/ubl/samples.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { callOf } from './calls.ts'

const phone = '905321234567'

test('a voucher goes from draft to accepted, its files are the document itself', async () => {
  const { integrator, uuid, newestCode } = await preparedForThisTest()
  expect(await integrator.voucherStatus(callOf(), uuid)).toMatchObject({
    answer: { state: 'draft', number: null, acceptedAt: null, cancelled: false },
  })
  expect(await integrator.voucherFile(callOf(), uuid, 'pdf')).toMatchObject({ kind: 'file' })
  expect(await integrator.sendVoucherSms(callOf(), uuid)).toMatchObject({ kind: 'done' })
  const accepted = await integrator.submitVoucher(callOf(), uuid, newestCode())
  expect(accepted).toMatchObject({
    kind: 'done',
    answer: { number: expect.stringMatching(/^ABC2026\d{9}$/) },
  })
  expect(await integrator.submitVoucher(callOf(), uuid, newestCode())).toEqual(accepted)
  const number = accepted.kind === 'done' ? accepted.answer.number : ''
  expect(await integrator.voucherStatus(callOf(), uuid)).toMatchObject({
    answer: { state: 'accepted', number, reportStatus: 'NotReported' },
  })
  const xml = await integrator.voucherFile(callOf(), uuid, 'xml')
  expect(xml.kind === 'file' && xml.content.toString()).toContain(`<cbc:ID>${number}</cbc:ID>`)
  expect(await integrator.voucherFile(callOf(), uuid, 'pdf')).toMatchObject({ kind: 'file' })
  expect(await integrator.cancelVoucher(callOf(), uuid)).toMatchObject({
    kind: 'refused',
    errorCode: 'ALREADY_ACCEPTED',
  })
})

test('a wrong code changes nothing, and a cancelled draft accepts no code', async () => {
  const { integrator, uuid, newestCode } = await preparedForThisTest()
  await integrator.sendVoucherSms(callOf(), uuid)
  const wrong = newestCode() === '000000' ? '111111' : '000000'
  expect(await integrator.submitVoucher(callOf(), uuid, wrong)).toMatchObject({
    kind: 'refused',
    errorCode: 'CODE_WRONG',
  })
  expect(await integrator.voucherStatus(callOf(), uuid)).toMatchObject({
    answer: { state: 'draft' },
  })
  const cancelled = { kind: 'done', answer: { state: 'cancelled' } }
  expect(await integrator.cancelVoucher(callOf(), uuid)).toEqual(cancelled)
  expect(await integrator.cancelVoucher(callOf(), uuid)).toEqual(cancelled)
  expect(await integrator.submitVoucher(callOf(), uuid, newestCode())).toMatchObject({
    kind: 'refused',
    errorCode: 'NOT_A_DRAFT',
  })
})

test('a document that never arrived is unknown there', async () => {
  const { integrator } = await integratorForThisTest()
  const nobody = randomUUID()
  expect(await integrator.voucherStatus(callOf(), nobody)).toEqual({ kind: 'notFound' })
  expect(await integrator.cancelVoucher(callOf(), nobody)).toEqual({ kind: 'notFound' })
  expect(await integrator.voucherFile(callOf(), nobody, 'pdf')).toMatchObject({ kind: 'invalid' })
  expect(await integrator.sendVoucherSms(callOf(), nobody)).toMatchObject({ kind: 'refused' })
})

test('every voucher that Sarraf writes is accepted as a draft, with any texts', async () => {
  const { integrator } = await integratorForThisTest()
  const { company } = creditNote()
  const hostile = '<b>&amp;&lol;</b> ]]> "\'\u0000\uFFFF 🥇 \uD800'
  const trader = { ...company, taxNumber: '10000000146', title: 'Ali Demir' }
  const pieces = {
    name: hostile,
    quantity: '3',
    unitType: 'C62',
    amount: '26250',
  } as const
  const vouchers = [
    soldBy({ address: hostile, district: hostile, mail: hostile, webSite: hostile }),
    soldBy({ taxNumber: '0843118681', name: hostile, taxOffice: hostile }),
    creditNote({ company: trader, note: hostile, serial: null }),
    creditNote({ lines: [...creditNote().lines, pieces] }),
  ]
  for (const voucher of vouchers) {
    const uuid = randomUUID()
    const document = creditNoteXml({ ...voucher, uuid })
    const { serial } = voucher
    expect(await integrator.prepareVoucher(callOf(), { uuid, document, phone, serial })).toEqual({
      kind: 'done',
      answer: { state: 'draft' },
    })
    expect(await integrator.voucherFile(callOf(), uuid, 'xml')).toMatchObject({ kind: 'file' })
  }
})

test('a voucher that breaks a rule is refused with that rule', async () => {
  const { integrator } = await integratorForThisTest()
  const uuid = randomUUID()
  const document = creditNoteXml({ ...soldBy({ name: null }), uuid })
  expect(
    await integrator.prepareVoucher(callOf(), { uuid, document, phone, serial: null }),
  ).toMatchObject({
    kind: 'refused',
    errorCode: 'DOCUMENT_INVALID',
    errorMessage: expect.stringContaining('cac:Person'),
  })
})

test.each<[FaultMode, object]>([
  ['timeout', { kind: 'unknown', errorCode: 'TIMEOUT' }],
  ['accept-then-timeout', { kind: 'unknown', errorCode: 'TIMEOUT' }],
  ['reject-then-timeout', { kind: 'unknown', errorCode: 'TIMEOUT' }],
  ['error', { kind: 'unknown', errorCode: 'SERVER_ERROR' }],
  ['malformed', { kind: 'unknown', errorCode: 'UNREADABLE' }],
  ['invalid-file', { kind: 'unknown', errorCode: 'UNREADABLE' }],
  ['rate-limited', { kind: 'notTaken', errorCode: 'RATE_LIMITED' }],
  ['reject', { kind: 'refused', errorCode: expect.stringMatching(/^(?!CODE_)/) }],
])('the fault %s on a submission is understood, and it arrived once', async (mode, outcome) => {
  const { integrator, patienceFor, state, uuid, newestCode } = await preparedForThisTest()
  await integrator.sendVoucherSms(callOf(), uuid)
  state.faults.order({ operation: 'voucher.submit', mode, times: 1, delayMs: 0 })
  const submitted = patienceFor(mode).submitVoucher(callOf(), uuid, newestCode())
  expect(await submitted).toMatchObject(outcome)
  expect(state.calls.list('voucher.submit')).toMatchObject([
    { uuid, requestId: callOf().requestId },
  ])
})

test('after a missing answer the status query shows the outcome', async () => {
  const cases = [
    ['timeout', 'draft'],
    ['accept-then-timeout', 'accepted'],
    ['reject-then-timeout', 'rejected'],
    ['malformed', 'accepted'],
  ] as const
  for (const [mode, became] of cases) {
    const { integrator, patienceFor, state, uuid, newestCode } = await preparedForThisTest()
    await integrator.sendVoucherSms(callOf(), uuid)
    state.faults.order({ operation: 'voucher.submit', mode, times: 1, delayMs: 0 })
    await patienceFor(mode).submitVoucher(callOf(), uuid, newestCode())
    expect(await integrator.voucherStatus(callOf(), uuid)).toMatchObject({
      kind: 'done',
      answer: { state: became },
    })
  }
})

test.each<FaultMode>(['invalid-file', 'malformed', 'error', 'reject', 'rate-limited', 'timeout'])(
  'under the fault %s there is no file',
  async (mode) => {
    const { patienceFor, state, uuid } = await preparedForThisTest()
    state.faults.order({ operation: 'voucher.file', mode, times: 2, delayMs: 0 })
    const invalid = { kind: 'invalid' }
    expect(await patienceFor(mode).voucherFile(callOf(), uuid, 'pdf')).toMatchObject(invalid)
    expect(await patienceFor(mode).voucherFile(callOf(), uuid, 'xml')).toMatchObject(invalid)
  },
)

test('the SMS quota is a refusal, the call limit is not', async () => {
  const { integrator, state, uuid } = await preparedForThisTest()
  state.faults.order({ operation: 'voucher.sms', mode: 'quota', times: 1, delayMs: 0 })
  expect(await integrator.sendVoucherSms(callOf(), uuid)).toMatchObject({
    kind: 'refused',
    errorCode: 'SMS_QUOTA_EXCEEDED',
  })
  state.faults.order({ operation: 'voucher.sms', mode: 'rate-limited', times: 1, delayMs: 0 })
  expect(await integrator.sendVoucherSms(callOf(), uuid)).toMatchObject({ kind: 'notTaken' })
})

async function integratorForThisTest() {
  const { url, state } = await sandboxForThisTest()
  const integrator = httpIntegrator({ url, timeoutMs: 20_000 })
  const impatient = httpIntegrator({ url, timeoutMs: 1_000 })
  /** Short only where no answer will come. */
  const patienceFor = (mode: FaultMode) => (mode.endsWith('timeout') ? impatient : integrator)
  return { state, integrator, patienceFor }
}

/** An integrator with a draft of ours. */
async function preparedForThisTest() {
  const { state, integrator, patienceFor } = await integratorForThisTest()
  const uuid = randomUUID()
  const document = creditNoteXml(creditNote({ uuid, serial: 'ABC' }))
  const voucher = { uuid, document, phone, serial: 'ABC' }
  expect(await integrator.prepareVoucher(callOf(), voucher)).toMatchObject({ kind: 'done' })
  const newestCode = () => state.messages.newestOf(uuid)?.code ?? 'none'
  return { state, integrator, patienceFor, uuid, newestCode }
}
