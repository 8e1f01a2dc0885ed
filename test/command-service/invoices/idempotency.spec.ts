import { beforeAll, expect, test } from 'vitest'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  booked,
  create,
  createdIn,
  type Fields,
  fault,
  HASTE,
  invoicingDealer,
  issuedBy,
  manual,
  uuidIn,
} from '#test/support/invoices.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile(HASTE)
const PATIENT = { timeout: LONGEST_WAIT_MS, interval: 200 }
/** Nothing but the key keeps a second one away. */
const insisting = (fields: Fields = {}) => manual({ allowDuplicate: true, ...fields })

async function faulty(dealer: Dealer, mode: FaultMode, fields: Fields = insisting()) {
  const operation = fields['isDraft'] === true ? 'invoice.draft' : 'invoice.submit'
  await fault(system, operation, mode)
  const again = () => create(dealer.api, fields, 'the key')
  return { dealer, first: await again(), again }
}

/** A request without an answer, and what its repetitions get before the integrator is asked. */
async function unanswered(mode: FaultMode, fields?: Fields) {
  const made = await faulty(await invoicingDealer(system), mode, fields)
  return { ...made, early: [refusal(await made.again()), refusal(await made.again())] }
}

/** The recovery asks about all of them during the same seconds. */
let accepted: Awaited<ReturnType<typeof unanswered>>
let refused: Awaited<ReturnType<typeof unanswered>>
let draft: Awaited<ReturnType<typeof unanswered>>

beforeAll(async () => {
  accepted = await unanswered('accept-then-timeout')
  refused = await unanswered('reject-then-timeout')
  draft = await unanswered('accept-then-timeout', insisting({ isDraft: true }))
})

const openFor = (uuid: string) => [
  409,
  'CONFLICT',
  [
    {
      field: 'Idempotency-Key',
      rule: 'duplicate',
      existingId: recordIdOfUuid(uuid),
      uuid,
      invoiceNumber: null,
    },
  ],
]

test('a repeated request with the same key gets the same response, and is sent once', async () => {
  const dealer = await invoicingDealer(system)
  const again = () => create(dealer.api, insisting(), 'the key')

  const [first, second] = [await again(), await again()]

  expect(second.headers['idempotency-hit']).toBe('true')
  expect(createdIn(second)).toEqual(createdIn(first))
  expect(await issuedBy(dealer)).toHaveLength(1)
  expect((await booked(system, createdIn(first).uuid)).submissions).toBe(1)
})

test('a repeated request for a draft gets the same response', async () => {
  const { api } = await invoicingDealer(system)
  const again = () => create(api, insisting({ isDraft: true }), 'the key')

  const [first, second] = [await again(), await again()]

  expect([first.status, second.status]).toEqual([200, 200])
  expect(createdIn(second)).toEqual(createdIn(first))
})

test('another request under the key is a conflict', async () => {
  const { api } = await invoicingDealer(system)
  await create(api, insisting(), 'the key')

  expect(refusal(await create(api, insisting({ amount: 500 }), 'the key'))).toEqual([
    409,
    'CONFLICT',
    [{ field: 'Idempotency-Key', rule: 'mismatch' }],
  ])
})

test('after an unknown outcome the key belongs to that invoice until the outcome is known', async () => {
  const { dealer, first, again, early } = accepted
  const uuid = uuidIn(first)
  expect(first.status).toBe(502)
  expect(early).toEqual([openFor(uuid), openFor(uuid)])
  await expect.poll(async () => (await again()).status, PATIENT).toBe(201)

  expect(createdIn(await again())).toMatchObject({
    uuid,
    invoiceNumber: (await booked(system, uuid)).number,
  })
  expect(await issuedBy(dealer)).toHaveLength(1)
  expect((await booked(system, uuid)).submissions).toBe(1)
})

test('after a clear refusal the key is free', async () => {
  const dealer = await invoicingDealer(system)
  const { first, again } = await faulty(dealer, 'reject')
  expect(first.status).toBe(502)

  expect((await again()).status).toBe(201)
  expect((await again()).headers['idempotency-hit']).toBe('true')
  expect(await issuedBy(dealer)).toHaveLength(1)
})

test('a refusal found by a status query is reported once, and then the key is free', async () => {
  const { dealer, first, again, early } = refused
  const uuid = uuidIn(first)
  expect(early).toEqual([openFor(uuid), openFor(uuid)])
  const answers: unknown[] = []

  const look = async () => {
    const answer = await again()
    answers.push(answer.status, answer.error?.code)
    return answer
  }
  await expect.poll(async () => (await look()).status, PATIENT).toBe(201)

  expect(answers.slice(-4)).toEqual([502, 'UPSTREAM_ERROR', 201, undefined])
  expect(createdIn(await again()).uuid).not.toBe(uuid)
  expect(await issuedBy(dealer)).toHaveLength(1)
})

test('a failed draft is created by a later try as if for the first time', async () => {
  const { first, again, early } = draft
  expect(early).toEqual([openFor(uuidIn(first)), openFor(uuidIn(first))])
  await expect.poll(async () => (await again()).status, PATIENT).toBe(200)

  const { uuid } = createdIn(await again())
  expect(uuid).not.toBe(uuidIn(first))
  expect(await booked(system, uuid)).toMatchObject({ state: 'draft' })
  expect(await booked(system, uuidIn(first))).toMatchObject({ state: 'cancelled' })
})
