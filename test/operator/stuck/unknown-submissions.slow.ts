import { describe, expect, test } from 'vitest'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { bookedAs, documentIn, electronicDealer, fault, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { withLog } from '#test/support/with-log.ts'
import { PATIENT, REASON, resolve, stuckOf, unknownDocument } from './support.ts'

const system = systemForThisFile(PATIENT)
const LOCAL: unknown = expect.stringMatching(/^[1-9]\d*$/)
const CANCELLED_NOT = 'The provider does not confirm that it has cancelled the document'
/** Nothing listens there. */
const GONE = { INTEGRATOR_URL: 'http://127.0.0.1:9' }

const eventsOf = (voucherId: string) =>
  withLog(system, async ({ eventStore, vault }) => {
    const stored = await eventStore.readStream(`expenseVoucher-${voucherId}`, { maxCount: 100 })
    return decodeEvents(vault, () => expenseVoucherEvents, stored)
  })

test('an unknown outcome is listed with every attempt', async () => {
  const { draft, dealer, uuid } = await unknownDocument(system, 'timeout')
  const done = { outcome: 'done', errorCode: null }
  expect(await stuckOf(system, draft.id)).toMatchObject({
    kind: 'expense-voucher',
    companyId: dealer.companyId,
    uuid,
    state: 'review_required',
    attempts: [
      { step: 'prepare', ...done },
      { step: 'sms', ...done },
      { step: 'confirm', outcome: 'unknown', errorCode: 'TIMEOUT' },
    ],
  })
})

describe('a clear answer of the provider decides', () => {
  test('accepted: the document is completed, and cannot be resolved as never arrived', async () => {
    const { draft, uuid } = await unknownDocument(system, 'accept-then-timeout')
    const booked = await bookedAs(system, uuid)
    const refused = await resolve(system, draft.id, { as: 'never-arrived' })
    expect(refused).toEqual({
      exitCode: 1,
      printed: undefined,
      said: `The provider has accepted the document as ${booked.number}: nothing was changed.`,
    })
    const other = ['--number', 'XYZ2026000000001']
    const elsewhere = await resolve(system, draft.id, { as: 'accepted', more: other })
    expect(elsewhere).toMatchObject({ exitCode: 1, said: refused.said })
    expect(await draft.state()).toBe('review_required')

    const resolved = await resolve(system, uuid, { as: 'accepted' })
    expect(resolved).toEqual({
      exitCode: 0,
      said: '',
      printed: {
        id: draft.id,
        kind: 'expense-voucher',
        companyId: expect.any(String),
        uuid,
        as: 'accepted',
        decidedBy: 'provider',
        state: 'sent',
        officialNumber: booked.number,
        serial: 'GP',
        number: LOCAL,
      },
    })
    expect(await draft.detail()).toMatchObject({
      isFinalized: true,
      number: LOCAL,
      eDocument: { state: 'sent', number: booked.number },
    })
    expect(await stuckOf(system, draft.id)).toBeUndefined()
    expect(await bookedAs(system, uuid)).toMatchObject({ submissions: 1 })
    expect(await resolve(system, draft.id, { as: 'accepted' })).toMatchObject({
      exitCode: 1,
      said: 'The document is sent: there is nothing to resolve.',
    })
  })

  test('refused: the document has failed, and cannot be resolved as accepted', async () => {
    const { draft } = await unknownDocument(system, 'reject-then-timeout')
    expect(await resolve(system, draft.id, { as: 'accepted' })).toMatchObject({
      exitCode: 1,
      said: 'The provider says that the document is rejected: nothing was changed.',
    })
    const resolved = await resolve(system, draft.id, { as: 'never-arrived' })
    expect(resolved).toMatchObject({
      exitCode: 0,
      printed: { as: 'never-arrived', decidedBy: 'provider', state: 'failed', number: null },
    })
    expect(await draft.state()).toBe('failed')
  })
})

describe('the operator decides that it never arrived', () => {
  test('a late submission is refused, and the voucher can be prepared and sent again', async () => {
    const { draft, uuid } = await unknownDocument(system, 'timeout')
    expect(await resolve(system, draft.id, { as: 'never-arrived' })).toMatchObject({
      exitCode: 0,
      printed: { uuid, as: 'never-arrived', decidedBy: 'person', state: 'failed' },
    })
    expect(await bookedAs(system, uuid)).toMatchObject({ state: 'cancelled' })
    const last = (await eventsOf(draft.id)).at(-1)
    expect(last?.event).toMatchObject({
      type: 'OutcomeResolved',
      data: { uuid, resolvedAs: 'neverArrived', reason: REASON },
    })
    expect(last?.metadata.actor.kind).toBe('operator')
    expect(last?.metadata.actor.id).not.toBe('')

    const code = await untilCode(draft)
    const { eDocument } = await draft.detail()
    expect(eDocument?.uuid).not.toBe(uuid)
    expect(documentIn(await draft.confirm(code)).state).toBe('sent')
    expect(await bookedAs(system, uuid)).toMatchObject({ state: 'cancelled', submissions: 1 })
  })

  test('a submission in transit arrives too late', async () => {
    const { draft, uuid, code } = await unknownDocument(system, 'timeout')
    expect(await resolve(system, draft.id, { as: 'never-arrived' })).toMatchObject({ exitCode: 0 })
    const late = await fetch(`${system.sandboxUrl}/e-vouchers/${uuid}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    expect(late.status).toBe(409)
    expect(await bookedAs(system, uuid)).toMatchObject({ state: 'cancelled', number: null })
  })

  test('nothing is decided while the provider does not confirm the cancelling', async () => {
    const { draft, uuid } = await unknownDocument(system, 'timeout')
    await fault(system, 'voucher.cancel', 'timeout')
    const refused = await resolve(system, draft.id, {
      as: 'never-arrived',
      more: ['--without-fence'],
    })
    expect(refused).toMatchObject({ exitCode: 1, printed: undefined })
    expect(refused.said).toContain(CANCELLED_NOT)
    expect(refused.said).not.toContain('--without-fence')
    expect(await draft.state()).toBe('review_required')
    expect(await stuckOf(system, draft.id)).toMatchObject({ uuid, state: 'review_required' })
  })

  test('an unreachable provider is skipped only if the operator says so', async () => {
    const { draft } = await unknownDocument(system, 'timeout')
    const never = { as: 'never-arrived', environment: GONE } as const
    const refused = await resolve(system, draft.id, never)
    expect(refused).toMatchObject({ exitCode: 1, printed: undefined })
    expect(refused.said).toContain(CANCELLED_NOT)
    expect(refused.said).toContain('--without-fence')
    expect(await draft.state()).toBe('review_required')
    expect(await resolve(system, draft.id, { ...never, more: ['--without-fence'] })).toMatchObject({
      exitCode: 0,
      printed: { decidedBy: 'person', state: 'failed' },
    })
  })

  test('an acceptance missed meanwhile is found when the provider answers again', async () => {
    const { draft, uuid } = await unknownDocument(system, 'accept-then-timeout')
    await resolve(system, draft.id, {
      as: 'never-arrived',
      more: ['--without-fence'],
      environment: GONE,
    })
    expect(await draft.state()).toBe('failed')
    const { number } = await bookedAs(system, uuid)
    expect(documentIn(await draft.status())).toMatchObject({ state: 'sent', number })
  })
})

describe('the operator decides that it was accepted', () => {
  test('with the number that the portal shows, if the provider gives no clear answer', async () => {
    const { draft, uuid } = await unknownDocument(system, 'accept-then-timeout')
    await fault(system, 'voucher.status', 'error')
    const number = 'KUY2026000000777'
    expect(
      await resolve(system, draft.id, { as: 'accepted', more: ['--number', number] }),
    ).toMatchObject({
      exitCode: 0,
      printed: { uuid, decidedBy: 'person', state: 'sent', officialNumber: number, number: LOCAL },
    })
    const types = (await eventsOf(draft.id)).map(({ event }) => event.type)
    expect(types.slice(-3)).toEqual(['OutcomeResolved', 'ProviderAccepted', 'VoucherFinalized'])
    expect(await draft.detail()).toMatchObject({ isFinalized: true, eDocument: { number } })
  })

  test('without its number, when the provider knows nothing of it', async () => {
    const { draft } = await unknownDocument(system, 'timeout')
    const environment = { INTEGRATOR_URL: (await sandboxForThisTest()).url }
    expect(await resolve(system, draft.id, { as: 'accepted', environment })).toMatchObject({
      exitCode: 0,
      printed: { decidedBy: 'person', state: 'sent', officialNumber: null, number: LOCAL },
    })
    expect(await draft.detail()).toMatchObject({
      isFinalized: true,
      number: LOCAL,
      eDocument: { state: 'sent', number: null },
    })
  })
})

test('the company’s own account at the integrator is used', async () => {
  const dealer = await electronicDealer(system)
  const { draft } = await unknownDocument(system, 'accept-then-timeout', dealer)
  await dealer.import({
    kind: 'providerAccount',
    data: { provider: 'integrator', url: system.sandboxUrl, user: 'kasa', secret: 'parola' },
  })
  const environment = { INTEGRATOR_URL: undefined }
  expect(await resolve(system, draft.id, { as: 'accepted', environment })).toMatchObject({
    exitCode: 0,
    printed: { decidedBy: 'provider', state: 'sent' },
  })
})

test('the command needs the integrator’s address', async () => {
  const { draft } = await unknownDocument(system, 'timeout')
  const environment = { INTEGRATOR_URL: undefined }
  expect(await resolve(system, draft.id, { as: 'never-arrived', environment })).toMatchObject({
    exitCode: 1,
    said: 'INTEGRATOR_URL must be set: the provider is asked first.',
  })
})

test('two concurrent decisions lead to one result', async () => {
  const { draft } = await unknownDocument(system, 'timeout')
  const never = () => resolve(system, draft.id, { as: 'never-arrived' })
  const outcomes = await Promise.all([never(), never(), never()])
  expect(outcomes.map(({ exitCode }) => exitCode)).toContain(0)
  expect(await draft.state()).toBe('failed')
  const types = (await eventsOf(draft.id)).map(({ event }) => event.type)
  const ends = new Set(['OutcomeResolved', 'SubmissionRefused'])
  expect(types.filter((type) => ends.has(type))).toHaveLength(1)
})
