import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { appendFile, rename, writeFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginWitness } from '#audit/notary/adopt-command.ts'
import { startNotary } from '#kernel/platform/log-chain/notary.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { isSignedHead, notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { entriesIn } from '#kernel/platform/log-chain/witness.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { messagesOf } from '#publishing/kafka/sending/message.ts'
import { newTopic } from '#publishing/kafka/sending/topic-settings.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { evidenceForThisTest, headOf } from './support.ts'

const Signed = Type.Object({
  count: Type.Integer(),
  head: Type.String(),
  keyId: Type.String(),
  publicKey: Type.String(),
  signature: Type.String(),
})

type Evidence = Awaited<ReturnType<typeof evidenceForThisTest>>

function notaryOf({ pool, eventStore, vault, witness }: Evidence, seed = randomBytes(32)) {
  const notary = startNotary({
    pool,
    eventStore,
    vault,
    key: notaryKey(seed),
    witness,
    intervalMs: 20,
    logger: silentLogger,
  })
  onTestFinished(notary.close)
  return notary
}

/** A notary that begins earlier may sign what is in the chain of them until then. */
async function happenedAndChained({ happens, follow, chained }: Evidence, count: number) {
  await happens('customer-1', count)
  follow()
  await chained(count)
}

const signedUpTo = (notary: ReturnType<typeof notaryOf>, count: number) =>
  vi.waitFor(() => expect(notary.status().count).toBeGreaterThanOrEqual(count), {
    timeout: LONGEST_WAIT_MS,
    interval: 10,
  })

async function headsIn(file: string) {
  const entries = await Array.fromAsync(entriesIn(file))
  return entries.flatMap((entry) => (entry.kind === 'head' ? [entry.head] : []))
}

async function signaturesIn(evidence: Evidence) {
  return (await evidence.log()).filter(({ type }) => type === 'HeadSigned')
}

test('a signature covers the head of the log, and can be verified by itself', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 7)
  evidence.follow()
  await signedUpTo(notaryOf(evidence), 7)

  const [signed] = await signaturesIn(evidence)
  const { count, head, keyId, publicKey, signature } = Value.Parse(Signed, signed?.data)
  expect(head).toBe(headOf((await evidence.log()).slice(0, count)))
  const key = Buffer.from(publicKey, 'hex')
  expect(keyId).toBe(createHash('sha256').update(key).digest('hex').slice(0, 16))
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const statement = Buffer.from(`sarraf log head\n${count}\n${head}\n`)
  const opened = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, statement, opened, Buffer.from(signature, 'hex'))).toBe(true)
})

test('without new events nothing is signed, even with several notaries', async () => {
  const evidence = await evidenceForThisTest()
  await happenedAndChained(evidence, 2)
  const seed = randomBytes(32)
  const notaries = [notaryOf(evidence, seed), notaryOf(evidence, seed)]
  await Promise.all(notaries.map((notary) => signedUpTo(notary, 2)))
  await evidence.chained((await evidence.log()).length)
  const before = (await signaturesIn(evidence)).length
  await evidence.happens('customer-2', 1)
  await signedUpTo(notaryOf(evidence, seed), 4)
  expect((await signaturesIn(evidence)).length).toBe(before + 1)
})

test('once the chain differs from a signature, nothing is signed any more', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 5)
  evidence.follow()
  const notary = notaryOf(evidence)
  await signedUpTo(notary, 5)
  await evidence.tamper(
    `update vault.log_chain set event_hashes = set_byte(event_hashes, 40, 255 - get_byte(event_hashes, 40))
     where after = 0`,
  )
  await evidence.happens('customer-2', 1)
  await expect.poll(() => notary.status().failure).toMatch(/not in the hash chain/)
  const signatures = (await signaturesIn(evidence)).length
  await evidence.happens('customer-3', 1)
  await evidence.chained((await evidence.log()).length)
  expect(await signaturesIn(evidence)).toHaveLength(signatures)
})

test('every head is in the witness before it is in the log', async () => {
  const evidence = await evidenceForThisTest()
  await happenedAndChained(evidence, 3)
  const append: typeof evidence.eventStore.append = async (stream, events, expected) => {
    expect((await evidence.witness.last())?.count).toBe(Object(events[0]?.data).count)
    return evidence.eventStore.append(stream, events, expected)
  }
  const eventStore = { ...evidence.eventStore, append }
  const notary = notaryOf({ ...evidence, eventStore })
  await signedUpTo(notary, 3)
  await evidence.happens('customer-2', 1)
  await signedUpTo(notary, 5)

  const signed = (await signaturesIn(evidence)).map(({ data }) => data)
  expect(signed).toHaveLength(2)
  expect(await headsIn(evidence.witnessFile)).toEqual(signed)
  expect(notary.status().failure).toBeUndefined()
})

test('nothing is signed below or beside the last head of the witness', async () => {
  const evidence = await evidenceForThisTest()
  await happenedAndChained(evidence, 5)
  const key = notaryKey(randomBytes(32))
  await evidence.witness.keep(key.signHead(5, randomBytes(32)))
  const beside = notaryOf(evidence)
  await expect
    .poll(() => beside.status().failure)
    .toBe(
      'the head that was signed after 5 events, as the witness has it, is not in the hash chain',
    )
  await evidence.witness.keep(key.signHead(6, randomBytes(32)))
  await expect.poll(() => beside.status().failure).toMatch(/signed after 6 events/)
  expect(await signaturesIn(evidence)).toEqual([])
})

test('a line that a crash cut off is replaced, and a line that is no signed head stops the notary', async () => {
  const evidence = await evidenceForThisTest()
  await happenedAndChained(evidence, 2)
  const seed = randomBytes(32)
  const notary = notaryOf(evidence, seed)
  await signedUpTo(notary, 2)
  await appendFile(evidence.witnessFile, '{"count":3,"he')
  await evidence.happens('customer-2', 1)
  await signedUpTo(notary, 4)
  expect(await headsIn(evidence.witnessFile)).toMatchObject([{ count: 2 }, { count: 4 }])

  // One that has just read the witness would sign what is new after the line.
  await notary.close()
  await appendFile(evidence.witnessFile, '{"count":9}\n')
  await evidence.happens('customer-3', 1)
  await evidence.chained(6)
  const next = notaryOf(evidence, seed)
  await expect.poll(() => next.status().failure).toMatch(/not a signed head/)
  expect(await signaturesIn(evidence)).toHaveLength(2)
})

async function witnessLost() {
  const evidence = await evidenceForThisTest()
  await happenedAndChained(evidence, 2)
  const seed = randomBytes(32)
  const first = notaryOf(evidence, seed)
  await signedUpTo(first, 2)
  await first.close()
  const copy = `${evidence.witnessFile}.copy`
  await rename(evidence.witnessFile, copy)
  await evidence.happens('customer-2', 1)
  await evidence.chained(4)
  return { ...evidence, log: evidence.eventStore, copy, notary: () => notaryOf(evidence, seed) }
}

test('a notary whose witness is lost signs nothing until a new one is begun on purpose', async () => {
  const lost = await witnessLost()
  const notary = lost.notary()
  await expect.poll(() => notary.status().failure).toMatch(/the witness has none: .*adopt-witness$/)
  expect(await lost.witness.last()).toBeUndefined()

  const begun = await beginWitness(lost, lost.witnessFile, [])

  expect(begun).toMatchObject({ count: 2, witness: lost.witnessFile })
  await signedUpTo(notary, 4)
  expect(await headsIn(lost.witnessFile)).toMatchObject([{ count: 2 }, { count: 4 }])
  await expect(beginWitness(lost, lost.witnessFile, [])).rejects.toThrow(
    /has all that .*: nothing is lost/,
  )
})

test('no witness is begun over a log that lacks a head that was kept elsewhere', async () => {
  const lost = await witnessLost()
  const { heads } = await pinsFrom({ witness: lost.copy })
  const wrong = heads.map((pin) => ({ ...pin, head: '0'.repeat(64) }))

  await expect(beginWitness(lost, lost.witnessFile, wrong)).rejects.toThrow(
    'The log up to event 2 is not what was witnessed.',
  )
  expect(await lost.witness.last()).toBeUndefined()
  expect(await beginWitness(lost, lost.witnessFile, heads)).toMatchObject({ count: 2 })
})

test('no witness is begun where the log has no signature, or the chain another head', async () => {
  const evidence = await evidenceForThisTest()
  const sources = { log: evidence.eventStore, pool: evidence.pool }
  const begin = () => beginWitness(sources, `${evidence.witnessFile}.new`, [])
  await expect(begin()).rejects.toThrow('The log has no signature')
  await happenedAndChained(evidence, 2)
  const notary = notaryOf(evidence)
  await signedUpTo(notary, 2)
  await notary.close()
  await evidence.tamper(
    `update vault.log_chain set event_hashes = set_byte(event_hashes, 40, 255 - get_byte(event_hashes, 40))
     where after = 0`,
  )

  await expect(begin()).rejects.toThrow('The hash chain has another head after 2 events.')
})

test('what the feed publishes of the signatures is a witness, one record a line', async () => {
  const lost = await witnessLost()
  const stored = await lost.log.readStream('notary-heads', { maxCount: 10 })
  const published = (await publicationsOf(lost.vault, stored)).flatMap((one) =>
    messagesOf(one, 'http://127.0.0.1:8080/schemas'),
  )
  const file = `${lost.witnessFile}.topic`
  await writeFile(file, published.map(({ message }) => `${String(message.value)}\n`).join(''))

  expect(published).toHaveLength(1)
  expect(await pinsFrom({ witness: file })).toEqual(await pinsFrom({ witness: lost.copy }))
  const settings = { partitions: 1, replication: 1, minInSyncReplicas: 1, retentionMs: 1 }
  const ends = (topic: string) =>
    newTopic(topic, settings).configEntries?.find(({ name }) => name === 'retention.ms')?.value
  expect([ends('sarraf.notary.v1'), ends('sarraf.customers.v1')]).toEqual(['-1', '1'])
})

test('a head that differs from what was signed is no signed head', () => {
  const signed = notaryKey(randomBytes(32)).signHead(12, randomBytes(32))
  const other = notaryKey(randomBytes(32)).signHead(12, Buffer.from(signed.head, 'hex'))
  expect(isSignedHead(signed)).toBe(true)
  expect(isSignedHead({ ...signed, count: 13 })).toBe(false)
  expect(isSignedHead({ ...signed, head: other.head.replace(/^./, 'x') })).toBe(false)
  expect(isSignedHead({ ...signed, publicKey: other.publicKey })).toBe(false)
  expect(isSignedHead({ ...signed, signature: other.signature })).toBe(false)
})
