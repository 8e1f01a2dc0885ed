import { expect, test } from 'vitest'
import { isCodeProblem } from '#command/expense-vouchers/electronic-voucher.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { answering, providerForThisTest } from '../provider.ts'
import { callOf, calls, code, goodAnswers, outcomeAt, uuid } from './calls.ts'

test('a document that the provider does not have is not found, for a status query and a cancellation', async () => {
  const missing = answering(404, { code: 'NOT_FOUND', message: 'none' })
  expect((await outcomeAt('status', missing)).outcome).toEqual({ kind: 'notFound' })
  expect((await outcomeAt('cancel', missing)).outcome).toEqual({ kind: 'notFound' })
  expect((await outcomeAt('submit', missing)).outcome).toMatchObject({ kind: 'refused' })
})

test.each([
  ['ABC202600000001'],
  ['abc2026000000001'],
  ['ABC1926000000001'],
  ['ABC20260000000012'],
  ['ABC2026000000001\n'],
  [''],
  [null],
])('a submission answered with the number %j is not known to be accepted', async (number) => {
  const { outcome } = await outcomeAt(
    'submit',
    answering(200, { ...goodAnswers.submit[0], number }),
  )
  expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
})

test.each(['2026-11-20', 'now', '2026-13-01T00:00:00Z', '9999-12-31T23:59:59-05:00', null])(
  'a submission accepted at %j is not known to be accepted',
  async (acceptedAt) => {
    const said = { ...goodAnswers.submit[0], acceptedAt }
    const { outcome } = await outcomeAt('submit', answering(200, said))
    expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
  },
)

test('a status has the number, the report and the provider’s message', async () => {
  const number = 'ABC2026000000001'
  const accepted = {
    state: 'accepted',
    number,
    acceptedAt: '2026-11-20T11:31:00.000Z',
    detail: 'Ref 55123 ok',
    reportStatus: 'Reported',
    cancelled: false,
  }
  const asked = async (otherwise: object) =>
    (await outcomeAt('status', answering(200, { uuid, ...accepted, ...otherwise }))).outcome
  // A question does not know the code that was sent, so nothing that may be one is quoted.
  expect(await asked({})).toEqual({
    kind: 'done',
    answer: { ...accepted, detail: 'Ref [code] ok' },
  })
  const rejected = { state: 'rejected', number: null, acceptedAt: null, detail: 'VKN 4840847211' }
  expect(await asked(rejected)).toMatchObject({ kind: 'done', answer: rejected })
  for (const half of [{ number: null }, { acceptedAt: null }, { state: 'lost' }, { number: 'A' }]) {
    expect(await asked(half)).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
  }
})

test('a wrong or expired code is distinguished from a final refusal', async () => {
  const problem = async (errorCode: string) => {
    const { outcome } = await outcomeAt('submit', answering(422, { code: errorCode, message: '' }))
    return outcome.kind === 'refused' && isCodeProblem(outcome.errorCode)
  }
  expect(await problem('CODE_WRONG')).toBe(true)
  expect(await problem('CODE_EXPIRED')).toBe(true)
  expect(await problem('DOCUMENT_REJECTED')).toBe(false)
})

test.each([422, 429])('no result after status %i contains the code', async (status) => {
  const message = `Code ${code} (4 9 3-8 1 7) is wrong`
  const { outcome, received } = await outcomeAt(
    'submit',
    answering(status, { code: `WRONG_${code}`, message }),
  )
  expect(outcome).toMatchObject({
    errorCode: 'WRONG_[code]',
    errorMessage: 'Code [code] ([code]) is wrong',
  })
  expect(received).toMatchObject([
    { path: `/e-vouchers/${uuid}/submit`, body: `{"code":"${code}"}` },
  ])
  expect(JSON.stringify(received.map(({ path, headers }) => [path, headers]))).not.toContain(code)
})

test('a call uses the address and the account of its environment', async () => {
  const mine = await providerForThisTest(answering(200, goodAnswers.prepare[0]))
  const everybody = await providerForThisTest(answering(200, goodAnswers.prepare[0]))
  const integrator = httpIntegrator({ url: `${everybody.url}/`, timeoutMs: 5_000 })
  const account = { url: `${mine.url}/api/`, user: 'dealer', secret: 'quiet' }
  await calls.prepare(integrator, callOf({ account, environment: 'live' }))
  await calls.prepare(integrator, callOf({ account: { ...account, url: null } }))
  await calls.prepare(integrator)
  const authorization = `Basic ${Buffer.from('dealer:quiet').toString('base64')}`
  const { requestId } = callOf()
  expect(mine.received).toMatchObject([
    {
      method: 'PUT',
      path: `/api/e-vouchers/${uuid}`,
      headers: { authorization, 'x-environment': 'live', 'x-request-id': requestId },
    },
  ])
  expect(JSON.parse(mine.received[0]?.body ?? '')).toEqual({
    document: '<CreditNote/>',
    phone: '905321234567',
    serial: 'ABC',
  })
  expect(everybody.received).toMatchObject([
    { path: `/e-vouchers/${uuid}`, headers: { authorization, 'x-environment': 'test' } },
    { path: `/e-vouchers/${uuid}` },
  ])
  expect(everybody.received[1]?.headers).not.toHaveProperty('authorization')
})
