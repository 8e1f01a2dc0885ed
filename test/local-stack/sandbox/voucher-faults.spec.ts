import { expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import type { State } from '#stack/sandbox/state/state.ts'
import { abortedOnceArrived, bodyOf, post, send } from '#test/support/running-sandbox.ts'
import { newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'

const silent = new Set<FaultMode>(['timeout', 'accept-then-timeout', 'reject-then-timeout'])

const refusal = 'The rules of the tax authority forbid this document.'

test.each<[FaultMode, number | null, string]>([
  ['timeout', null, 'draft'],
  ['accept-then-timeout', null, 'accepted'],
  ['reject-then-timeout', null, 'rejected'],
  ['error', 500, 'draft'],
  ['reject', 422, 'rejected'],
  ['malformed', 200, 'accepted'],
  ['slow', 200, 'accepted'],
  ['rate-limited', 429, 'draft'],
  ['quota', 422, 'rejected'],
  ['invalid-file', 200, 'accepted'],
])(
  'a submission that meets %s is answered %s, and the document is then %s',
  async (mode, status, state) => {
    const { url, integrator, state: kept, verified } = await integratorForThisTest()
    const { uuid, code } = await verified()
    await integrator.fault('voucher.submit', mode)
    expect(await statusAt(kept)(`${url}/e-vouchers/${uuid}/submit`, { code }, mode)).toBe(status)

    expect(await integrator.shown(uuid)).toMatchObject({ state, submissions: 1 })
    const { body } = await integrator.status(uuid)
    expect(body).toMatchObject({
      state,
      number: state === 'accepted' ? 'ABC2026000000001' : null,
      detail: state === 'rejected' ? refusal : null,
    })
  },
)

test('a refused document stays refused, and takes no number', async () => {
  const { integrator, verified } = await integratorForThisTest()
  const { uuid, code } = await verified()
  await integrator.fault('voucher.submit', 'reject')
  expect(await integrator.submit(uuid, code)).toMatchObject({
    status: 422,
    body: { code: 'DOCUMENT_REJECTED', message: refusal },
  })
  expect(await integrator.submit(uuid, code)).toMatchObject({ status: 409 })
  expect(await integrator.cancel(uuid)).toEqual({ status: 200, body: { uuid, state: 'rejected' } })

  const next = await verified()
  const { body } = await integrator.submit(next.uuid, next.code)
  expect(body).toMatchObject({ number: 'ABC2026000000001' })
})

test('an accepted document can no longer be refused', async () => {
  const { integrator, accepted } = await integratorForThisTest()
  const uuid = await accepted()
  await integrator.fault('voucher.submit', 'reject')
  expect(await integrator.submit(uuid, '123456')).toMatchObject({ status: 200, body: { uuid } })
})

test.each<[FaultMode, number | null, string | undefined]>([
  ['timeout', null, undefined],
  ['accept-then-timeout', null, 'draft'],
  ['reject-then-timeout', null, undefined],
  ['error', 500, undefined],
  ['reject', 422, undefined],
  ['malformed', 200, 'draft'],
  ['rate-limited', 429, undefined],
])('a preparation that meets %s is answered %s, and leaves %s', async (mode, status, state) => {
  const { url, state: kept, integrator } = await integratorForThisTest()
  const { uuid, ...draft } = newDraft()
  await integrator.fault('voucher.prepare', mode)
  expect(await statusAt(kept)(`${url}/e-vouchers/${uuid}`, draft, mode, 'PUT')).toBe(status)
  expect(kept.documents.find(uuid)?.state).toBe(state)
})

test.each<[FaultMode, number | null, number]>([
  ['timeout', null, 0],
  ['accept-then-timeout', null, 1],
  ['reject-then-timeout', null, 0],
  ['error', 500, 0],
  ['reject', 422, 0],
  ['malformed', 200, 1],
  ['rate-limited', 429, 0],
  ['quota', 422, 0],
])('a message that meets %s is answered %s, and %i is sent', async (mode, status, sent) => {
  const { url, integrator, state: kept, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  await integrator.fault('voucher.sms', mode)
  expect(await statusAt(kept)(`${url}/e-vouchers/${uuid}/sms`, {}, mode)).toBe(status)
  const messages = await bodyOf(`${url}/__sandbox/sms?phone=905321234567`)
  expect(messages).toHaveProperty('messages.length', sent)
})

test('a used-up SMS quota has its own code', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  await integrator.fault('voucher.sms', 'quota')
  expect(await integrator.sms(uuid)).toMatchObject({ body: { code: 'SMS_QUOTA_EXCEEDED' } })
  expect(await integrator.sms(uuid)).toMatchObject({ status: 200 })
})

test.each<[FaultMode, number | null, string]>([
  ['timeout', null, 'draft'],
  ['accept-then-timeout', null, 'cancelled'],
  ['reject-then-timeout', null, 'draft'],
  ['error', 500, 'draft'],
  ['reject', 422, 'draft'],
  ['malformed', 200, 'cancelled'],
])(
  'a cancellation that meets %s is answered %s, and the document is %s',
  async (mode, status, state) => {
    const { url, integrator, state: kept, prepared } = await integratorForThisTest()
    const uuid = await prepared()
    await integrator.fault('voucher.cancel', mode)
    expect(await statusAt(kept)(`${url}/e-vouchers/${uuid}`, undefined, mode, 'DELETE')).toBe(
      status,
    )
    expect(await integrator.shown(uuid)).toMatchObject({ state })
  },
)

test.each(['status', 'file'])(
  'a refused %s returns an error, and changes nothing',
  async (asked) => {
    const { url, integrator, prepared } = await integratorForThisTest()
    const uuid = await prepared()
    const address = `${url}/e-vouchers/${uuid}${asked === 'file' ? '/file?format=pdf' : ''}`
    await integrator.fault(`voucher.${asked}`, 'reject')
    expect((await fetch(address)).status).toBe(422)
    await integrator.fault(`voucher.${asked}`, 'malformed')
    await expect(fetch(address).then((answer) => answer.json())).rejects.toThrow(SyntaxError)
    expect((await fetch(address)).status).toBe(200)
  },
)

test('an invalid file is neither PDF nor XML', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  await integrator.fault('voucher.file', 'invalid-file')
  const file = await integrator.file(uuid, 'xml')
  expect(file.status).toBe(200)
  expect(await file.text()).not.toMatch(/^\s*(%PDF|<)/)
})

test('a slow submission is done after its caller has disconnected', async () => {
  const { url, integrator, state: kept, verified } = await integratorForThisTest()
  const { uuid, code } = await verified()
  const slow = { operation: 'voucher.submit', mode: 'slow', delayMs: 2_000 }
  await post(`${url}/__sandbox/faults`, slow)
  expect(await statusAt(kept)(`${url}/e-vouchers/${uuid}/submit`, { code }, 'timeout')).toBeNull()
  await expect
    .poll(() => integrator.shown(uuid))
    .toMatchObject({ state: 'accepted', submissions: 1 })
})

/** The status of the answer; null where none came, which is waited for only when it is expected. */
const statusAt =
  (sandbox: State) =>
  async (url: string, body: unknown, mode: FaultMode, method = 'POST') => {
    const signal = silent.has(mode) ? abortedOnceArrived(sandbox) : undefined
    try {
      return (await send(method, url, body, signal)).status
    } catch (error) {
      if (signal?.aborted === true) return null
      throw error
    }
  }
