import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import {
  booked,
  callsFor,
  create,
  createdIn,
  deletedIn,
  fromBank,
  HASTE,
  invoicingDealer,
  issuedBy,
  manual,
  received,
} from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile(HASTE)
const GONE = [404, 'RESOURCE_NOT_FOUND', []]
const ISSUED = [409, 'CONFLICT', []]

const at = (id: string | null) => `/v1/invoices/${id}`

describe('a draft', () => {
  test('is kept by the integrator and is no invoice', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer)

    const answer = await create(dealer.api, fromBank(transaction, { isDraft: true }))

    expect(answer.status).toBe(200)
    const draft = createdIn(answer)
    expect(draft).toMatchObject({
      source: 'bankTransaction',
      sourceId: transaction,
      isDraft: true,
      invoiceId: null,
      invoiceNumber: null,
      channel: 'earchive',
      integrator: 'Uydurma Entegratör',
      template: { key: 'bilezik-22' },
      totals: null,
    })
    expect(await booked(system, draft.uuid)).toMatchObject({ state: 'draft', submissions: 0 })
    expect(await issuedBy(dealer)).toEqual([])
  })

  test('claims its transaction until it is deleted', async () => {
    const dealer = await invoicingDealer(system)
    const request = fromBank(await received(dealer))
    const draft = createdIn(await create(dealer.api, { ...request, isDraft: true }))

    const refused = await create(dealer.api, request)
    expect(refused).toMatchObject({ status: 409, error: { details: [{ uuid: draft.uuid }] } })
    const deleted = await dealer.api.delete(at(draft.uuid))

    expect(deleted.status).toBe(200)
    expect(deleted.headers['x-event-position']).toMatch(/^\d+$/)
    expect(deletedIn(deleted)).toEqual({
      id: draft.uuid,
      target: 'draft',
      channel: 'earchive',
      deleted: true,
    })
    expect(await booked(system, draft.uuid)).toMatchObject({ state: 'cancelled' })
    expect(refusal(await dealer.api.delete(at(draft.uuid)))).toEqual(GONE)
    expect((await create(dealer.api, request)).status).toBe(201)
  })

  test('over the counter has a local record, which is deleted separately', async () => {
    const dealer = await invoicingDealer(system)
    const draft = createdIn(await create(dealer.api, manual({ isDraft: true })))
    expect(draft).toMatchObject({ invoiceId: null, sourceId: expect.any(String) })
    const { sourceId, uuid } = draft
    expect(refusal(await dealer.api.get(at(sourceId)))).toEqual(GONE)
    expect((await create(dealer.api, manual())).error?.details[0]).toMatchObject({
      existingId: sourceId,
    })

    const deleted = deletedIn(await dealer.api.delete(at(sourceId)))

    expect(deleted).toEqual({ id: sourceId, target: 'record', channel: null, deleted: true })
    expect(refusal(await dealer.api.delete(at(sourceId)))).toEqual(GONE)
    expect(await booked(system, uuid)).toMatchObject({ state: 'draft' })
    expect((await create(dealer.api, manual())).status).toBe(201)
    expect(deletedIn(await dealer.api.delete(at(uuid)))).toMatchObject({ target: 'draft' })
    expect(await booked(system, uuid)).toMatchObject({ state: 'cancelled' })
  })

  test('that the integrator no longer has releases its claims, and its record can be deleted', async () => {
    const { api } = await invoicingDealer(system)
    const { uuid, sourceId } = createdIn(await create(api, manual({ isDraft: true })))

    expect(deletedIn(await api.delete(at(uuid)))).toMatchObject({ target: 'draft' })

    const second = createdIn(await create(api, manual({ isDraft: true })))
    expect(second.uuid).not.toBe(uuid)
    expect(deletedIn(await api.delete(at(sourceId)))).toMatchObject({ target: 'record' })
    expect((await create(api, manual())).status).toBe(409)
  })

  test('of three concurrent deletions at least one succeeds, and the others find no draft', async () => {
    const { api } = await invoicingDealer(system)
    const { uuid } = createdIn(await create(api, manual({ isDraft: true })))

    const answers = await Promise.all([1, 2, 3].map(() => api.delete(at(uuid))))

    const [done = [], late = []] = [200, 404].map((code) =>
      answers.filter(({ status }) => status === code),
    )
    expect(done.map(deletedIn)).toMatchObject(done.map(() => ({ target: 'draft' })))
    expect(late.map(refusal)).toEqual(late.map(() => GONE))
    expect(done).not.toEqual([])
    expect(done.length + late.length).toBe(3)
    expect(await booked(system, uuid)).toMatchObject({ state: 'cancelled' })
    expect(refusal(await api.delete(at(uuid)))).toEqual(GONE)
  })
})

describe('a document that is not a draft', () => {
  test('an issued invoice is not deleted, by its uuid or its id', async () => {
    const dealer = await invoicingDealer(system)
    const { uuid, invoiceId } = createdIn(await create(dealer.api, manual()))

    expect(refusal(await dealer.api.delete(at(uuid)))).toEqual(ISSUED)
    expect(refusal(await dealer.api.delete(at(invoiceId)))).toEqual(ISSUED)
    expect(await issuedBy(dealer)).toHaveLength(1)
    expect(await callsFor(system, 'invoice.deleteDraft', uuid)).toBe(0)
  })

  test('is not found, even if it exists in another company', async () => {
    const dealer = await invoicingDealer(system)
    const other = await invoicingDealer(system)
    const { uuid, sourceId } = createdIn(await create(other.api, manual({ isDraft: true })))

    for (const id of [uuid, sourceId, randomUUID(), recordId(), documentUuidOf(recordId())]) {
      expect(refusal(await dealer.api.delete(at(id)))).toEqual(GONE)
    }
    expect((await other.api.delete(at(uuid))).status).toBe(200)
    expect((await other.api.delete(at(sourceId))).status).toBe(200)
  })

  test('a transaction’s draft has no record of its own', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer)
    const request = fromBank(transaction, { isDraft: true })
    const { sourceId } = createdIn(await create(dealer.api, request))

    expect(refusal(await dealer.api.delete(at(sourceId)))).toEqual(GONE)
  })

  test('an id that is neither is refused', async () => {
    const { api } = await invoicingDealer(system)

    for (const id of ['7', 'x'.repeat(24), '6f9619ff8b864011b42d00c04fc964ff']) {
      expect(refusal(await api.delete(at(id)))).toEqual([
        400,
        'VALIDATION_FAILED',
        [{ field: 'id', rule: 'pattern' }],
      ])
    }
  })

  test('by a company that has no e-document integration, before it is looked for', async () => {
    const { api } = await invoicingDealer(system, { invoice: null })

    expect(refusal(await api.delete(at(randomUUID())))).toEqual([
      422,
      'VALIDATION_FAILED',
      [{ field: 'companySettings.invoice', rule: 'required' }],
    ])
    expect(refusal(await api.delete(at(recordId())))).toEqual(GONE)
  })
})
