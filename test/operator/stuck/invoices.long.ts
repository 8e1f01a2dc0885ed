import { beforeEach, describe, expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  booked,
  create,
  createdIn,
  detailIn,
  type Fields,
  fault,
  fromBank,
  invoicingDealer,
  issuedBy,
  received,
  uuidIn,
} from '#test/support/invoices.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { findBooked } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { tcpProxyForThisFile } from '#test/support/tcp-proxy.ts'
import { PATIENT, resolve, stuckOf } from './support.ts'

/** The command service reaches the integrator through it, the operator does not need it. */
const connection = await tcpProxyForThisFile(() => system.sandboxUrl)
const system = systemForThisFile({ ...PATIENT, INTEGRATOR_URL: connection.url })
beforeEach(connection.repair)
/** Nothing listens there. */
const GONE = { INTEGRATOR_URL: 'http://127.0.0.1:9' }

let shared: ReturnType<typeof invoicingDealer> | undefined

/** An invoice or a draft with an unknown outcome; `then` comes before the recovery can ask for it. */
async function unknownInvoice(mode: FaultMode, fields: Fields = {}, then = () => {}) {
  shared ??= invoicingDealer(system)
  const dealer = await shared
  const request = fromBank(await received(dealer), fields)
  const isDraft = fields['isDraft'] === true
  await fault(system, isDraft ? 'invoice.draft' : 'invoice.submit', mode)
  const uuid = uuidIn(await create(dealer.api, request))
  then()
  const again = () => create(dealer.api, request)
  const id = (await again()).error?.details[0]?.existingId ?? 'no id'
  return { dealer, uuid, id, again }
}

test('an unknown outcome is listed with its attempt', async () => {
  const { dealer, id, uuid } = await unknownInvoice('timeout')

  expect(await stuckOf(system, id)).toMatchObject({
    kind: 'invoice',
    companyId: dealer.companyId,
    uuid,
    state: 'unknown',
    attempts: [{ step: 'submit', outcome: 'unknown', errorCode: 'TIMEOUT' }],
  })
})

describe('the operator decides that it never arrived', () => {
  test('a late submission is refused, and the transaction can be invoiced again', async () => {
    const { id, uuid, again } = await unknownInvoice('timeout')

    expect(await resolve(system, id, { as: 'never-arrived' })).toMatchObject({
      exitCode: 0,
      printed: { id, kind: 'invoice', uuid, decidedBy: 'person', state: 'ended', number: null },
    })

    expect(await stuckOf(system, id)).toBeUndefined()
    const late = await fetch(`${system.sandboxUrl}/invoices/${uuid}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: '<Invoice/>', serial: null }),
    })
    expect(late.status).toBe(409)
    expect(await booked(system, uuid)).toMatchObject({ state: 'cancelled', number: null })
    const invoice = createdIn(await again())
    expect(invoice.uuid).not.toBe(uuid)
    expect(await resolve(system, id, { as: 'never-arrived' })).toMatchObject({
      exitCode: 1,
      said: 'The invoice is ended: there is nothing to resolve.',
    })
  })

  test('is refused if the integrator has accepted it, and the invoice is issued', async () => {
    const { dealer, uuid, id } = await unknownInvoice(
      'accept-then-timeout',
      {},
      connection.disconnect,
    )

    const { number } = await booked(system, uuid)
    expect(await resolve(system, id, { as: 'never-arrived' })).toMatchObject({
      exitCode: 1,
      printed: undefined,
      said: expect.stringContaining(`accepted the document as ${number}`),
    })

    connection.repair()
    await expect.poll(async () => (await issuedBy(dealer)).map((one) => one.id)).toContain(id)
    const { invoiceNumber } = detailIn(await dealer.api.get(`/v1/invoices/${id}`))
    expect(invoiceNumber).toBe(number)
    expect(await resolve(system, id, { as: 'never-arrived' })).toMatchObject({
      exitCode: 1,
      printed: undefined,
      said: 'The invoice is issued: there is nothing to resolve.',
    })
  })

  test('an unreachable integrator is skipped only if the operator says so', async () => {
    const { id, again } = await unknownInvoice('timeout')
    const never = { as: 'never-arrived', environment: GONE } as const

    const refused = await resolve(system, id, never)
    expect(refused).toMatchObject({ exitCode: 1, printed: undefined })
    expect(refused.said).toContain('--without-fence')
    expect((await again()).status).toBe(409)

    expect(await resolve(system, id, { ...never, more: ['--without-fence'] })).toMatchObject({
      exitCode: 0,
      printed: { decidedBy: 'person', state: 'ended' },
    })
    expect((await again()).status).toBe(201)
  })

  test('nothing is decided while the integrator does not confirm the deletion', async () => {
    const { id, again } = await unknownInvoice('timeout')
    await fault(system, 'invoice.deleteDraft', 'reject')

    const refused = await resolve(system, id, {
      as: 'never-arrived',
      more: ['--without-fence'],
    })

    expect(refused).toMatchObject({ exitCode: 1, printed: undefined })
    expect((await again()).status).toBe(409)
    expect(await stuckOf(system, id)).toMatchObject({ kind: 'invoice', state: 'unknown' })
  })

  test('of a draft, also by its uuid: it is deleted, and frees its transaction', async () => {
    // The recovery would delete it, too.
    const { disconnect } = connection
    const { uuid, again } = await unknownInvoice(
      'accept-then-timeout',
      { isDraft: true },
      disconnect,
    )

    expect(await resolve(system, uuid, { as: 'never-arrived' })).toMatchObject({
      exitCode: 0,
      printed: { kind: 'invoice', uuid, decidedBy: 'provider', state: 'ended', number: null },
      said: '',
    })

    expect((await findBooked(system, uuid))?.state).toBe('cancelled')
    connection.repair()
    expect((await again()).status).toBe(200)
  })
})

describe('the operator decides that it was accepted', () => {
  test('under the number that the portal shows, when the integrator knows nothing of it', async () => {
    const { dealer, id, again } = await unknownInvoice('timeout')
    const environment = { INTEGRATOR_URL: (await sandboxForThisTest()).url }
    const more = ['--number', `KUY2026${id.replaceAll(/\D/g, '').padEnd(9, '7').slice(0, 9)}`]

    expect(await resolve(system, id, { as: 'accepted', environment, more })).toMatchObject({
      exitCode: 0,
      printed: { as: 'accepted', decidedBy: 'person', state: 'issued', officialNumber: more[1] },
    })
    expect(detailIn(await dealer.api.get(`/v1/invoices/${id}`)).invoiceNumber).toBe(more[1])
    expect((await again()).status).toBe(409)
  })

  test('is refused for a draft, or if the integrator has refused it', async () => {
    const draft = await unknownInvoice('accept-then-timeout', { isDraft: true })
    const refused = await unknownInvoice('reject-then-timeout')

    for (const { uuid } of [draft, refused]) {
      const resolved = await resolve(system, uuid, { as: 'accepted' })
      expect(resolved).toMatchObject({ exitCode: 1, printed: undefined })
    }
  })
})
