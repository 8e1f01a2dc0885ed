import { expect, test } from 'vitest'
import type { SettleRecord } from '#command/event-sourcing/idempotency.ts'
import { recordedWords } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { unknownOutcome } from '#kernel/domain/request-changes.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { answer, inProgress, keysForThisTest, usedForAnother } from './idempotency-keys.ts'

/** The work of a dead process: it never ends. */
const never = () => new Promise<typeof answer>(() => undefined)

test('as soon as a process is known to be dead, the next try continues its command', async () => {
  const { once, onceAtSuccessor, begun, die, silent } = await keysForThisTest()
  void once({}, never)
  await expect.poll(() => begun.length).toBe(1)
  await die()
  await expect(onceAtSuccessor()).rejects.toMatchObject(inProgress)

  await silent('11 minutes')
  await expect(onceAtSuccessor({ body: 'another' })).rejects.toMatchObject(usedForAnother)
  expect(await onceAtSuccessor()).toEqual(answer)

  const [first, second] = begun
  expect(second).toMatchObject({ id: first?.id, isRepeated: true })
  expect(await once()).toMatchObject({ headers: { 'idempotency-hit': 'true' } })
})

test('the next try continues a command that exceeds the lease, although its process is alive', async () => {
  const { once, begun, pass } = await keysForThisTest()
  void once({}, never)
  await expect.poll(() => begun.length).toBe(1)
  await pass('30 seconds')
  await expect(once()).rejects.toMatchObject(inProgress)

  await pass('31 seconds')
  await expect(once({ body: 'another' })).rejects.toMatchObject(usedForAnother)
  expect(await once()).toEqual(answer)

  const [first, second] = begun
  expect(second).toMatchObject({ id: first?.id, isRepeated: true })
  expect(first).toMatchObject({ isRepeated: false })
  const age = (first?.begunAt ?? 0) - (second?.begunAt ?? 0)
  expect(age).toBe(61_000)
})

test('an answer that the database lost as it died is made again by the same command', async () => {
  const { once, begun, pool, pass } = await keysForThisTest()
  await once()
  // Its commit did not wait for the disk.
  await pool.query('update vault.idempotency set status = null, sealed_answer = null')
  await expect(once()).rejects.toMatchObject(inProgress)
  await expect(once({ body: 'another' })).rejects.toMatchObject(usedForAnother)

  await pass('61 seconds')
  expect(await once()).toEqual(answer)
  expect(begun[1]).toMatchObject({ id: begun[0]?.id, isRepeated: true })
  expect(await once()).toMatchObject({ headers: { 'idempotency-hit': 'true' } })
})

test('after an internal failure the next try continues the same command at once', async () => {
  const { once, begun } = await keysForThisTest()
  await expect(once({}, () => Promise.reject(new Error('the log is away')))).rejects.toThrow('away')
  await once()
  expect(begun.map(({ id }) => id)).toEqual([begun[0]?.id, begun[0]?.id])
  expect(begun.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
})

test('a provider’s failure keeps the command, a refusal does not', async () => {
  const { once, begun } = await keysForThisTest()
  const upstream = async () => reject('UPSTREAM_ERROR', recordedWords('the registry is away'))
  await expect(once({}, upstream)).rejects.toThrow('away')
  await expect(once({ body: 'mended' })).rejects.toMatchObject(usedForAnother)

  const refused = async () => reject('BUSINESS_RULE', recordedWords('not like this'))
  await expect(once({}, refused)).rejects.toThrow('not like this')
  expect(await once({ body: 'mended' })).toEqual(answer)
  expect(begun.map(({ id }) => id === begun[0]?.id)).toEqual([true, true, false])
})

test('a process whose lease expired does not free the key of its successor', async () => {
  const { once, begun, pass } = await keysForThisTest()
  const suspended = Promise.withResolvers<never>()
  const slept = once({}, () => suspended.promise)
  await expect.poll(() => begun.length).toBe(1)
  await pass('61 seconds')
  const working = Promise.withResolvers<typeof answer>()
  const second = once({}, () => working.promise)
  await expect.poll(() => begun.length).toBe(2)

  suspended.reject(refusal())
  await expect(slept).rejects.toThrow('refused at last')
  await expect(once()).rejects.toMatchObject(inProgress)

  working.resolve(answer)
  await second
  expect(await once()).toMatchObject({ headers: { 'idempotency-hit': 'true' } })
  expect(begun).toHaveLength(2)
})

function refusal(): Error {
  try {
    return reject('CONFLICT', recordedWords('refused at last'))
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const inDoubt = () => Promise.reject(unknownOutcome('data', { existingId: 'voucher-1' }))
const stands: SettleRecord = async () => ({
  position: START_OF_LOG,
  uuid: null,
  invoiceNumber: null,
})
const unshown = { field: 'data', rule: 'unknown', existingId: 'voucher-1', retryAfter: 5 }
const duplicate = { field: 'data', rule: 'duplicate', existingId: 'voucher-1' }

test('a document in doubt is named once, and not before readers see it', async () => {
  const { once, readers, begun } = await keysForThisTest()
  const equal = { key: null, settle: stands }
  await expect(once(equal, inDoubt)).rejects.toMatchObject({ details: [{ rule: 'unknown' }] })
  readers.show = false
  for (const _ of ['asked', 'asked again'])
    await expect(once(equal)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: [unshown] })

  readers.show = true
  await expect(once(equal)).rejects.toMatchObject({ code: 'CONFLICT', details: [duplicate] })
  expect(begun).toHaveLength(1)
  expect(await once(equal)).toEqual(answer)
})

test('while it is not known what became of one, it stays in doubt', async () => {
  const { once } = await keysForThisTest()
  const open: SettleRecord = inDoubt
  await once({ key: null, settle: open }, inDoubt).catch(() => undefined)

  await expect(once({ key: null, settle: open })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(once({ key: null, settle: stands })).rejects.toMatchObject({ details: [duplicate] })
})

test('the equal request of another company is neither held up nor told of the document', async () => {
  const { once } = await keysForThisTest()
  const [equal, others] = ['company-1', 'company-2'].map((companyId) => ({
    key: null,
    companyId,
    settle: stands,
  }))
  await once(equal, inDoubt).catch(() => undefined)

  expect(await once(others)).toEqual(answer)
  await expect(once(equal)).rejects.toMatchObject({ details: [duplicate] })
})
