import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Command } from '#command/event-sourcing/command.ts'
import { idempotencyIn } from '#command/event-sourcing/idempotency.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { processForThisTest } from '#test/support/running-processes.ts'

const LEASE_MS = 60_000
const PERSON = { purpose: 'customer', person: '10000000146' } as const
const CANARY = 'Ayşe Kanarya'

const usedForAnother = {
  code: 'CONFLICT',
  details: [{ field: 'Idempotency-Key', rule: 'mismatch' }],
}
const inProgress = {
  code: 'CONFLICT',
  details: [{ field: 'Idempotency-Key', rule: 'inProgress', retryAfter: 2 }],
}
const answer = { data: { id: 'made', name: CANARY }, headers: { 'x-event-position': '7' } }

async function keysForThisTest() {
  const administratorUrl = await databaseForThisTest()
  const pool = openPool(databasesOfRoles(administratorUrl).command, {
    logger: silentLogger,
    max: 5,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const vault = await openVault(pool, Buffer.alloc(32, 7))
  const [process, successor] = [await processForThisTest(pool), await processForThisTest(pool)]
  const keeping = { pool, vault, leaseMs: LEASE_MS }
  const keys = idempotencyIn({ ...keeping, holder: process.id })
  const keysOfSuccessor = idempotencyIn({ ...keeping, holder: successor.id })
  const begun: Command[] = []

  return {
    pool,
    keys,
    begun,
    /** Destroys the person's key, as other processes do. */
    forget: async () => {
      const { id } = await vault.keyOf({ companyId: 'company-1', ...PERSON })
      await destroyKeysIn(administratorUrl, [id])
      vault.destroyed.add([id])
    },
    /** Does the work, which by default is to answer. */
    once: (
      given: Asking = {},
      work: () => Promise<typeof answer> = () => Promise.resolve(answer),
    ) =>
      keys.once(requestOf(given), (command) => {
        begun.push(command)
        return work()
      }),
    /** The same at another process. */
    onceAtSuccessor: (given: Asking = {}) =>
      keysOfSuccessor.once(requestOf(given), (command) => {
        begun.push(command)
        return Promise.resolve(answer)
      }),
    /** As if the process were killed: its heartbeat ends, and nobody takes it away. */
    die: async () => {
      await process.close()
      await pool.query(
        `insert into command.process (id, alive_until, requests)
         values ($1, now() + interval '5 seconds', '{}')`,
        [process.id],
      )
    },
    /** The heartbeat has been silent for so much longer. */
    silent: (time: string) =>
      pool.query(
        'update command.process set alive_until = alive_until - $2::interval where id = $1',
        [process.id, time],
      ),
    /** Everything that was begun is so much older. */
    pass: (time: string) =>
      pool.query(
        `update vault.idempotency
         set created_at = created_at - $1::interval, lease_until = lease_until - $1::interval`,
        [time],
      ),
  }
}

interface Asking {
  readonly key?: string | null
  readonly companyId?: string
  readonly body?: unknown
  readonly operation?: string
  readonly shows?: typeof PERSON
}

function requestOf({
  key = 'key-1',
  companyId = 'company-1',
  body = { name: CANARY, amount: 1 },
  operation = 'createVoucher',
  ...shown
}: Asking) {
  const context: RequestContext = {
    caller: { companyId, apiUserId: 'desk-1', rights: ['*'] },
    requestId: randomUUID(),
    ip: '127.0.0.1',
    userAgent: null,
    idempotencyKey: key,
  }
  return { context, operation, body, ...shown }
}

/** The work of a dead process: it never ends. */
const never = () => new Promise<typeof answer>(() => undefined)

test('a repeated request gets the same response, marked as a repetition', async () => {
  const { once, begun } = await keysForThisTest()
  expect(await once()).toEqual(answer)
  expect(await once()).toEqual({
    ...answer,
    headers: { ...answer.headers, 'idempotency-hit': 'true' },
  })
  expect(begun).toHaveLength(1)
})

test('an answer about a person is given again until the person is forgotten', async () => {
  const { once, begun, forget } = await keysForThisTest()
  expect(await once({ shows: PERSON })).toEqual(answer)
  expect(await once({ shows: PERSON })).toEqual({
    ...answer,
    headers: { ...answer.headers, 'idempotency-hit': 'true' },
  })
  await forget()
  expect(await once({ shows: PERSON })).toEqual(answer)
  expect(new Set(begun.map(({ id }) => id)).size).toBe(2)
})

test('the answer of a request during which the person is forgotten is never given again', async () => {
  const { once, begun, forget } = await keysForThisTest()
  const duringForgetting = async () => {
    await forget()
    return answer
  }
  expect(await once({ shows: PERSON }, duringForgetting)).toEqual(answer)
  await once({ shows: PERSON })
  expect(begun).toHaveLength(2)
})

test('without a key every request is new', async () => {
  const { once, begun } = await keysForThisTest()
  await once({ key: null })
  expect(await once({ key: null })).toEqual(answer)
  expect(new Set(begun.map(({ id }) => id)).size).toBe(2)
})

test.each<[string, Asking]>([
  ['another body', { body: { name: CANARY, amount: 2 } }],
  ['another operation', { operation: 'createInvoice' }],
])('a key that was used is refused to %s', async (_what, other) => {
  const { once, begun } = await keysForThisTest()
  await once()
  await expect(once(other)).rejects.toMatchObject(usedForAnother)
  expect(begun).toHaveLength(1)
})

test('a key belongs to one company', async () => {
  const { once, begun } = await keysForThisTest()
  await once()
  expect(await once({ companyId: 'company-2' })).toEqual(answer)
  expect(begun).toHaveLength(2)
})

test('while a request runs, its key is refused', async () => {
  const { once } = await keysForThisTest()
  const working = Promise.withResolvers<typeof answer>()
  const begunWork = Promise.withResolvers<void>()
  const first = once({}, () => {
    begunWork.resolve()
    return working.promise
  })
  await begunWork.promise
  await expect(once()).rejects.toMatchObject(inProgress)
  await expect(once({ body: 'another' })).rejects.toMatchObject(usedForAnother)
  working.resolve(answer)
  expect(await first).toEqual(answer)
})

test('of many concurrent requests with one key one does the work', async () => {
  const { once, begun } = await keysForThisTest()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => once()))
  const kinds = answers.map((one) => (one.status === 'fulfilled' ? 'answered' : 'refused'))
  expect(kinds).toContain('answered')
  expect(begun).toHaveLength(1)
})

test('as soon as a process is known to be dead, the next try continues its command', async () => {
  const { once, onceAtSuccessor, begun, die, silent } = await keysForThisTest()
  void once({}, never)
  await expect.poll(() => begun.length).toBe(1)
  await die()
  await expect(onceAtSuccessor()).rejects.toMatchObject(inProgress)

  await silent('6 seconds')
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
  await pass('55 seconds')
  await expect(once()).rejects.toMatchObject(inProgress)

  await pass('6 seconds')
  await expect(once({ body: 'another' })).rejects.toMatchObject(usedForAnother)
  expect(await once()).toEqual(answer)

  const [first, second] = begun
  expect(second).toMatchObject({ id: first?.id, isRepeated: true })
  expect(first).toMatchObject({ isRepeated: false })
  const age = (first?.begunAt ?? 0) - (second?.begunAt ?? 0)
  expect(age).toBe(61_000)
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
  const upstream = async () => reject('UPSTREAM_ERROR', 'the registry is away')
  await expect(once({}, upstream)).rejects.toThrow('away')
  await expect(once({ body: 'mended' })).rejects.toMatchObject(usedForAnother)

  const refused = async () => reject('BUSINESS_RULE', 'not like this')
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

test('after a day the key is free', async () => {
  const { once, begun, pass } = await keysForThisTest()
  await once()
  await pass('23 hours 59 minutes')
  await expect(once({ body: 'another' })).rejects.toMatchObject(usedForAnother)
  await pass('2 minutes')
  expect(await once({ body: 'another' })).toEqual(answer)
  const [first, second] = begun
  expect(second?.id).not.toBe(first?.id)
  expect(second?.begunAt).toBeGreaterThan(first?.begunAt ?? Infinity)
})

test('answers older than a day are purged, and nothing else', async () => {
  const { once, keys, pool, pass } = await keysForThisTest()
  await once({ key: 'old' })
  await pass('25 hours')
  await once({ key: 'new' })
  await keys.purge()
  const { rows } = await pool.query<{ key: string }>('select key from vault.idempotency')
  expect(rows).toEqual([{ key: 'new' }])
})

test('neither responses nor requests can be read or guessed from the table', async () => {
  const { once, pool } = await keysForThisTest()
  await once({ body: { idNo: '10000000146' } })
  const { rows } = await pool.query<{ row: string; answer: Buffer; hash: Buffer }>(
    `select kept::text as row, sealed_answer as answer, request_hash as hash
     from vault.idempotency as kept`,
  )
  const [kept] = rows
  const bytes = Buffer.concat([kept?.answer ?? Buffer.alloc(0), kept?.hash ?? Buffer.alloc(0)])
  expect(bytes.length).toBeGreaterThan(60)
  expect(kept?.row).not.toContain(CANARY)
  expect(bytes.includes(CANARY)).toBe(false)
  expect(bytes.includes('Kanarya')).toBe(false)
  const plainHash = await crypto.subtle.digest(
    'SHA-256',
    Buffer.from(JSON.stringify(['createVoucher', { idNo: '10000000146' }])),
  )
  expect(kept?.hash.equals(Buffer.from(plainHash))).toBe(false)
})

function refusal(): Error {
  try {
    return reject('CONFLICT', 'refused at last')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
