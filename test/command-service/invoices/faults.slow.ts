import { beforeAll, describe, expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  booked,
  callsFor,
  create,
  createdIn,
  type Fields,
  fault,
  fromBank,
  HASTE,
  invoicingDealer,
  issuedBy,
  received,
  uuidIn,
} from '#test/support/invoices.ts'
import { findBooked } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile(HASTE)
/** The integrator is asked, or told to delete, some seconds after the outcome became unknown. */
const PATIENT = { timeout: 20_000, interval: 200 }

/** A request that meets a fault at the integrator: what it was answered, and for which document. */
async function faulty(dealer: Dealer, mode: FaultMode, fields: Fields = {}) {
  const request = fromBank(await received(dealer), fields)
  const operation = fields['isDraft'] === true ? 'invoice.draft' : 'invoice.submit'
  await fault(system, operation, mode, mode === 'slow' ? 1_400 : 0)
  const answer = await create(dealer.api, request)
  return { mode, operation, answer, uuid: uuidIn(answer), again: () => create(dealer.api, request) }
}

type FaultyInvoices = readonly Awaited<ReturnType<typeof faulty>>[]

async function allOf(dealer: Dealer, modes: readonly FaultMode[], fields: Fields = {}) {
  const made: Awaited<ReturnType<typeof faulty>>[] = []
  for (const mode of modes) made.push(await faulty(dealer, mode, fields))
  return made
}

/** The same, each repeated at once: some seconds later the integrator is asked, and the answer another. */
async function allUnknown(dealer: Dealer, modes: readonly FaultMode[], fields: Fields = {}) {
  const made: Awaited<ReturnType<typeof faulty>>[] = []
  for (const mode of modes) {
    const one = await faulty(dealer, mode, fields)
    expect(one.answer).toMatchObject(unknown)
    expect(await one.again()).toMatchObject({
      status: 409,
      error: { details: [{ uuid: one.uuid }] },
    })
    made.push(one)
  }
  return made
}

const unknown = {
  status: 502,
  error: {
    code: 'UPSTREAM_ERROR',
    details: [{ errorCode: expect.any(String), attemptId: expect.any(String) }],
  },
}

describe('while an invoice is submitted', () => {
  test.each(['reject', 'rate-limited'] as const)(
    '%s: it is refused, and may be sent again',
    async (mode) => {
      const dealer = await invoicingDealer(system)

      const { answer, again } = await faulty(dealer, mode)

      expect(answer).toMatchObject({ status: 502, error: { code: 'UPSTREAM_ERROR' } })
      expect(await issuedBy(dealer)).toEqual([])
      expect((await again()).status).toBe(201)
    },
  )

  test('the response has the integrator’s list of faults', async () => {
    const { answer } = await faulty(await invoicingDealer(system), 'reject')

    expect(answer.error?.details).toMatchObject([
      { field: 'integrator', errorCode: 'RULE_1150', rule: 'refused' },
      { field: 'integrator', errorCode: 'RULE_1163', rule: 'refused' },
    ])
    expect(answer.error?.message).toMatch(
      /^The integrator has refused it: .*The tax authority forbids this sale\. · The company may not issue this type\.$/,
    )
  })

  test('an invoice in flight, or a refused one, can be neither read nor deleted', async () => {
    const dealer = await invoicingDealer(system)
    const [open, refused] = await allOf(dealer, ['timeout', 'reject'])

    expect((await dealer.api.delete(`/v1/invoices/${open?.uuid}`)).status).toBe(409)
    expect(refused?.answer.status).toBe(502)
    expect(await issuedBy(dealer)).toEqual([])
  })
})

describe('while a draft is kept', () => {
  const draft = { isDraft: true }

  test.each(['reject', 'rate-limited'] as const)('%s: it is refused', async (mode) => {
    const dealer = await invoicingDealer(system)

    const { answer, again } = await faulty(dealer, mode, draft)

    expect(answer).toMatchObject({ status: 502, error: { code: 'UPSTREAM_ERROR' } })
    expect((await again()).status).toBe(200)
  })

  test('its caller can delete it at once', async () => {
    const dealer = await invoicingDealer(system)
    const { again, uuid } = await faulty(dealer, 'accept-then-timeout', draft)

    expect((await dealer.api.delete(`/v1/invoices/${uuid}`)).status).toBe(200)

    const second = createdIn(await again())
    expect(second.uuid).not.toBe(uuid)
    expect(await booked(system, uuid)).toMatchObject({ state: 'cancelled' })
  })
})

describe('without an answer', () => {
  /** The recovery asks about all of them during the same seconds. */
  let accepted: { readonly dealer: Dealer; readonly made: FaultyInvoices }
  let refused: { readonly dealer: Dealer; readonly made: FaultyInvoices }
  let unheardOf: { readonly made: FaultyInvoices; readonly dealer: Dealer; readonly asked: string }
  let drafts: FaultyInvoices

  beforeAll(async () => {
    const withDealer = async (modes: readonly FaultMode[]) => {
      const dealer = await invoicingDealer(system)
      return { dealer, made: await allUnknown(dealer, modes) }
    }
    accepted = await withDealer(['accept-then-timeout', 'malformed', 'slow'])
    refused = await withDealer(['reject-then-timeout'])
    const unknownThere = await withDealer(['timeout', 'error'])
    const { uuid } = await faulty(unknownThere.dealer, 'accept-then-timeout')
    unheardOf = { ...unknownThere, asked: uuid }
    drafts = await allUnknown(
      await invoicingDealer(system),
      ['timeout', 'error', 'accept-then-timeout', 'reject-then-timeout', 'malformed', 'slow'],
      { isDraft: true },
    )
  })

  test('an acceptance is found by a status query, and the invoice is never sent twice', async () => {
    const { dealer, made } = accepted
    await expect.poll(async () => (await issuedBy(dealer)).length, PATIENT).toBe(made.length)

    const issued = new Set((await issuedBy(dealer)).map(({ invoiceNumber }) => invoiceNumber))
    for (const { again, uuid } of made) {
      const { number, ...document } = await booked(system, uuid)
      expect(document).toMatchObject({ state: 'accepted', submissions: 1 })
      expect(issued).toContain(number)
      expect((await again()).error?.details).toMatchObject([{ uuid, invoiceNumber: number }])
    }
  })

  test('a refusal is found by a status query, and releases the claims', async () => {
    const { dealer, made } = refused
    for (const { again, uuid } of made) {
      await expect.poll(async () => (await again()).status, PATIENT).toBe(201)
      expect(await booked(system, uuid)).toMatchObject({ state: 'rejected', submissions: 1 })
    }
    expect(await issuedBy(dealer)).toHaveLength(1)
  })

  test('an invoice that the integrator does not know keeps its claims after any number of status queries', async () => {
    const { dealer, made, asked } = unheardOf
    // The invoice that was sent last is asked about last.
    await expect.poll(async () => (await issuedBy(dealer)).length, PATIENT).toBe(1)

    for (const { again, uuid } of made) {
      expect(await again()).toMatchObject({ status: 409, error: { details: [{ uuid }] } })
      expect(await callsFor(system, 'invoice.submit', uuid)).toBe(1)
    }
    expect((await booked(system, asked)).submissions).toBe(1)
  })

  test('a draft is deleted, and releases its transaction', async () => {
    for (const { again, uuid } of drafts) {
      await expect.poll(async () => (await again()).status, PATIENT).toBe(200)
      expect((await findBooked(system, uuid))?.state).not.toBe('draft')
      expect(await callsFor(system, 'invoice.draft', uuid)).toBe(1)
    }
  })
})
