import { expect, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { callOf, uuid, voucherCalls } from './integrator/calls.ts'
import { invoiceCalls } from './invoice-integrator/calls.ts'
import {
  answering,
  type Behaviour,
  breakingOff,
  hanging,
  providerForThisTest,
  resetting,
} from './provider.ts'

const calls = [...voucherCalls, ...invoiceCalls]
type AnyCall = (typeof calls)[number]

/** What becomes of the call at a provider that behaves so, and how often that one has got it. */
async function outcomeOf({ ask }: AnyCall, behave: Behaviour, timeoutMs = 5_000) {
  const { url, received } = await providerForThisTest(behave)
  return { outcome: await ask({ url, timeoutMs }), sent: received.length }
}

test.each(calls)('to $name: a good answer is done', async (call) => {
  const [said, answer] = call.good
  const { outcome } = await outcomeOf(call, answering(200, said))
  expect(outcome).toEqual({ kind: 'done', answer })
})

test.each(calls)('to $name: a uuid in capitals is the same document', async (call) => {
  const said = { ...call.good[0], uuid: uuid.toUpperCase() }
  expect((await outcomeOf(call, answering(201, said))).outcome).toMatchObject({ kind: 'done' })
})

test.each(calls)('to $name: a refusal that says why is explicit, with each fault', async (call) => {
  const errors = [
    { code: 'TAX_INVALID', message: 'no\ncode' },
    { code: 'LINE_INVALID', message: 'no name' },
  ]
  for (const status of [400, 404, 409, 422]) {
    const said = { code: 'SAYS_NO', message: `because of ${status}` }
    const refused = { kind: 'refused', errorCode: 'SAYS_NO', errorMessage: said.message }
    const plain = await outcomeOf(call, answering(status, said))
    expect(plain.outcome).toEqual({ ...refused, errors: [] })
    const withFaults = await outcomeOf(call, answering(status, { ...said, errors }))
    expect(withFaults.outcome).toEqual({
      ...refused,
      errors: [
        { errorCode: 'TAX_INVALID', errorMessage: 'no code' },
        { errorCode: 'LINE_INVALID', errorMessage: 'no name' },
      ],
    })
  }
})

test.each(calls)('to $name: a forbidden or rate-limited call was not processed', async (call) => {
  for (const status of [401, 403, 429]) {
    const refused = await outcomeOf(call, answering(status, { code: 'WAIT', message: 'later' }))
    expect(refused.outcome).toEqual({
      kind: 'notTaken',
      errorCode: 'WAIT',
      errorMessage: 'later',
      ...(status === 429 && { isLimit: true }),
    })
    const untold = await outcomeOf(call, answering(status, '<html>'))
    expect(untold.outcome).toMatchObject({ kind: 'notTaken', errorCode: `HTTP_${status}` })
  }
})

test.each(calls)(
  'to $name: after a server error the outcome is unknown, with any content',
  async (call) => {
    for (const status of [500, 502, 503, 504]) {
      const said = { ...call.good[0], code: 'CODE_WRONG', message: 'no' }
      expect(await outcomeOf(call, answering(status, said))).toMatchObject({
        outcome: { kind: 'unknown', errorCode: 'SERVER_ERROR' },
        sent: 1,
      })
    }
  },
)

test.each(calls)(
  'to $name: an unreadable answer is unknown, and the call is sent once',
  async (call) => {
    const [said] = call.good
    const unreadable: readonly (readonly [number, unknown])[] = [
      [200, ''],
      [200, '<html>OK</html>'],
      [200, '{"uuid":'],
      [200, null],
      [200, []],
      [200, {}],
      [200, { ...said, uuid: '00000000-0000-4000-8000-000000000000' }],
      [200, { ...said, uuid: undefined }],
      [200, { code: 'OK', message: 'fine' }],
      // Too long to be an answer.
      [200, { ...said, more: 'x'.repeat(1_048_576) }],
      [204, ''],
      [302, said],
      [304, ''],
      [400, 'Bad Request'],
      [404, '<html>nginx</html>'],
      [404, { message: 'Route not found', statusCode: 404 }],
      [409, { code: '', message: 'x' }],
      [422, { code: 'X' }],
      [422, { code: 7, message: 'x' }],
      [422, { code: 'SAYS_NO', message: 'no', errors: 'many' }],
      [408, { code: 'X', message: 'x' }],
      [418, { code: 'X', message: 'x' }],
      [421, { code: 'MISDIRECTED', message: 'no' }],
    ]
    for (const [status, body] of unreadable) {
      expect([status, body, await outcomeOf(call, answering(status, body))]).toMatchObject([
        status,
        body,
        { outcome: { kind: 'unknown', errorCode: 'UNREADABLE' }, sent: 1 },
      ])
    }
  },
)

test.each(calls)(
  'to $name: no answer in time, or a lost connection, is unknown; it is sent once',
  async (call) => {
    expect(await outcomeOf(call, hanging, 600)).toMatchObject({
      outcome: { kind: 'unknown', errorCode: 'TIMEOUT' },
      sent: 1,
    })
    for (const losing of [resetting, breakingOff]) {
      expect(await outcomeOf(call, losing)).toMatchObject({
        outcome: { kind: 'unknown', errorCode: 'CONNECTION' },
        sent: 1,
      })
    }
  },
)

test.each(calls)(
  'to $name: a refused connection and a call aborted by a stopping service are unknown',
  async ({ ask }) => {
    const nobody = { url: `http://127.0.0.1:${await freePort()}`, timeoutMs: 5_000 }
    expect(await ask(nobody)).toMatchObject({ kind: 'unknown', errorCode: 'CONNECTION' })
    const stopping = new AbortController()
    const { url } = await providerForThisTest(() => stopping.abort())
    const { signal } = stopping
    expect(await ask({ url, timeoutMs: 5_000 }, callOf({ signal }))).toMatchObject({
      kind: 'unknown',
      errorCode: 'ABORTED',
    })
  },
)
