import { expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import type { State } from '#stack/sandbox/state/state.ts'
import { abortedOnceArrived, bodyOf } from '#test/support/running-sandbox.ts'
import { newInvoice } from './invoice-document.ts'
import { invoicesForThisTest } from './invoice-integrator.ts'

const silent = new Set<FaultMode>(['timeout', 'accept-then-timeout', 'reject-then-timeout'])

/** The status of the answer, null for no answer, or that it is unreadable. */
async function answerTo(
  call: (signal?: AbortSignal) => Promise<{ status: number }>,
  mode: FaultMode,
  sandbox: State,
) {
  const signal = silent.has(mode) ? abortedOnceArrived(sandbox) : undefined
  try {
    return (await call(signal)).status
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable'
    if (signal?.aborted === true) return null
    throw error
  }
}

type Met<Left = string> = readonly [FaultMode, number | null | 'unreadable', Left | undefined]

const told = {
  accepted: { state: 'accepted', number: 'ABC2026000000001', detail: null },
  rejected: { state: 'rejected', number: null, detail: expect.stringContaining('forbids') },
}

test.each<Met<keyof typeof told>>([
  ['timeout', null, undefined],
  ['accept-then-timeout', null, 'accepted'],
  ['reject-then-timeout', null, 'rejected'],
  ['error', 500, undefined],
  ['reject', 422, 'rejected'],
  ['malformed', 'unreadable', 'accepted'],
  ['slow', 200, 'accepted'],
  ['rate-limited', 429, undefined],
  ['quota', 422, 'rejected'],
  ['invalid-file', 'unreadable', 'accepted'],
])('a submission that meets %s is answered %s, and leaves it %s', async (mode, answer, state) => {
  const { url, integrator, state: kept } = await invoicesForThisTest()
  const invoice = newInvoice()
  await integrator.fault('invoice.submit', mode)
  expect(await answerTo((signal) => integrator.submit(invoice, signal), mode, kept)).toBe(answer)
  const { body } = await integrator.status(invoice.uuid)
  expect(body).toMatchObject(state === undefined ? { code: 'NOT_FOUND' } : told[state])
  const { calls } = await bodyOf(`${url}/__sandbox/calls?operation=invoice.submit`).then(Object)
  expect(calls).toMatchObject([{ uuid: invoice.uuid }])
})

test('a refusal lists each fault, is final, and takes no number', async () => {
  const { integrator } = await invoicesForThisTest()
  const invoice = newInvoice()
  const { uuid } = invoice
  await integrator.fault('invoice.submit', 'reject')
  const refusal = await integrator.submit(invoice)
  const fault = { code: expect.stringMatching(/^RULE_\d+$/), message: expect.any(String) }
  expect(refusal).toEqual({
    status: 422,
    body: { code: 'DOCUMENT_REJECTED', message: expect.any(String), errors: [fault, fault] },
  })
  expect(await integrator.submit(invoice)).toEqual(refusal)
  expect(await integrator.keep(invoice)).toMatchObject({ status: 409 })
  expect(await integrator.drop(uuid)).toEqual({ status: 200, body: { uuid, state: 'rejected' } })
  expect(await integrator.submit(newInvoice())).toMatchObject({
    body: { number: 'ABC2026000000001' },
  })
})

test('an issued invoice can no longer be refused, but a draft can', async () => {
  const { integrator } = await invoicesForThisTest()
  const issued = newInvoice()
  const answer = await integrator.submit(issued)
  await integrator.fault('invoice.submit', 'reject')
  expect(await integrator.submit(issued)).toEqual(answer)
  const draft = newInvoice()
  await integrator.keep(draft)
  await integrator.fault('invoice.submit', 'reject')
  expect(await integrator.submit(draft)).toMatchObject({ status: 422 })
  expect(await integrator.status(draft.uuid)).toMatchObject({ body: { state: 'rejected' } })
})

test.each<Met>([
  ['timeout', null, undefined],
  ['accept-then-timeout', null, 'draft'],
  ['reject-then-timeout', null, undefined],
  ['error', 500, undefined],
  ['reject', 422, undefined],
  ['malformed', 'unreadable', 'draft'],
  ['slow', 200, 'draft'],
  ['rate-limited', 429, undefined],
])('a draft that meets %s is answered %s, and leaves %s', async (mode, answer, state) => {
  const { integrator, state: kept } = await invoicesForThisTest()
  const draft = newInvoice()
  await integrator.fault('invoice.draft', mode)
  expect(await answerTo((signal) => integrator.keep(draft, signal), mode, kept)).toBe(answer)
  expect(kept.documents.find(draft.uuid)?.state).toBe(state)
})

test('the refusal of a draft has the reasons too, and the earlier draft is kept', async () => {
  const { integrator } = await invoicesForThisTest()
  const draft = newInvoice()
  await integrator.keep(draft)
  await integrator.fault('invoice.draft', 'reject')
  expect(await integrator.keep(draft)).toMatchObject({
    status: 422,
    body: { code: 'DOCUMENT_INVALID', errors: [{}, {}] },
  })
  expect(await integrator.status(draft.uuid)).toMatchObject({ body: { state: 'draft' } })
})

test.each<Met>([
  ['timeout', null, 'draft'],
  ['accept-then-timeout', null, 'cancelled'],
  ['reject-then-timeout', null, 'draft'],
  ['error', 500, 'draft'],
  ['reject', 422, 'draft'],
  ['malformed', 'unreadable', 'cancelled'],
  ['slow', 200, 'cancelled'],
  ['rate-limited', 429, 'draft'],
])('a deletion that meets %s is answered %s, and leaves a %s one', async (mode, answer, state) => {
  const { integrator, state: kept } = await invoicesForThisTest()
  const draft = newInvoice()
  await integrator.keep(draft)
  await integrator.fault('invoice.deleteDraft', mode)
  expect(await answerTo((signal) => integrator.drop(draft.uuid, signal), mode, kept)).toBe(answer)
  expect(await integrator.shown(draft.uuid)).toMatchObject({ state, submissions: 0 })
})

test('a slow submission is done after its caller has disconnected', async () => {
  const { url, integrator } = await invoicesForThisTest()
  const invoice = newInvoice()
  await integrator.fault('invoice.submit', 'slow', 3_000)
  const gone = new AbortController()
  const call = integrator.submit(invoice, gone.signal)
  await expect
    .poll(() => bodyOf(`${url}/__sandbox/calls?operation=invoice.submit`))
    .toHaveProperty('calls.length', 1)
  gone.abort()
  await expect(call).rejects.toThrow('aborted')
  expect(await integrator.status(invoice.uuid)).toMatchObject({ status: 404 })
  await expect
    .poll(() => integrator.shown(invoice.uuid))
    .toMatchObject({ state: 'accepted', submissions: 1 })
})

test('the status query has no faults, and is not counted as a submission', async () => {
  const { url, integrator } = await invoicesForThisTest()
  const invoice = newInvoice()
  await integrator.submit(invoice)
  await integrator.fault('invoice.submit', 'error')
  expect(await integrator.status(invoice.uuid)).toMatchObject({ body: { state: 'accepted' } })
  expect(await integrator.shown(invoice.uuid)).toMatchObject({ submissions: 1 })
  expect(await bodyOf(`${url}/__sandbox/calls`)).toMatchObject({
    calls: [{ operation: 'invoice.submit', uuid: invoice.uuid }],
  })
  expect(await integrator.submit(invoice)).toMatchObject({ status: 500 })
})
