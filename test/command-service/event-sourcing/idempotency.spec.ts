import { expect, test } from 'vitest'
import {
  type Asking,
  answer,
  CANARY,
  inProgress,
  keysForThisTest,
  PERSON,
  usedForAnother,
} from './idempotency-keys.ts'

const answerTo = ({ key, companyId }: Asking) => ({
  ...answer,
  data: { ...answer.data, key, companyId },
})

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
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const given = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const first = given.filter(({ headers }) => headers?.['idempotency-hit'] === undefined)
  expect(refused).toMatchObject(refused.map(() => inProgress))
  expect(given).toMatchObject(given.map(() => answer))
  expect(first).toHaveLength(1)
  expect(begun).toHaveLength(1)
})

test('of concurrent requests with one key and other bodies one does the work', async () => {
  const { once, begun } = await keysForThisTest()
  const bodies = Array.from({ length: 10 }, (_, index) => ({ name: CANARY, amount: index }))
  const answers = await Promise.allSettled(bodies.map((body) => once({ body })))
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject(Array.from({ length: 9 }, () => usedForAnother))
  expect(begun).toHaveLength(1)
})

test('concurrent requests with keys of their own, of one company and of two, all do their work', async () => {
  const { once, begun } = await keysForThisTest()
  const asked = ['key-1', 'key-2', 'key-3'].flatMap((key) =>
    ['company-1', 'company-2'].map((companyId) => ({ key, companyId })),
  )
  const each = (one: Asking) => once(one, () => Promise.resolve(answerTo(one)))
  expect(await Promise.all(asked.map(each))).toEqual(asked.map(answerTo))
  expect(new Set(begun.map(({ id }) => id)).size).toBe(6)

  const again = await Promise.all(asked.map(each))

  expect(again).toMatchObject(asked.map(({ key, companyId }) => ({ data: { key, companyId } })))
  expect(again.map(({ headers }) => headers?.['idempotency-hit'])).toEqual(asked.map(() => 'true'))
  expect(begun).toHaveLength(6)
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
  const { rowCount } = await pool.query('select from vault.idempotency')
  expect(rowCount).toBe(1)
  expect(await once({ key: 'new' })).toMatchObject({ headers: { 'idempotency-hit': 'true' } })
})

test('the word that a client chooses is kept as a keyed hash', async () => {
  const { once, pool } = await keysForThisTest()
  const key = 'k-19191919190-Xyzzyunut'
  await once({ key })
  const { rows } = await pool.query<{ row: string }>(
    'select kept::text as row from vault.idempotency as kept',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toMatch(/19191919190|Xyzzyunut/)
  expect(await once({ key })).toMatchObject({ headers: { 'idempotency-hit': 'true' } })
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
