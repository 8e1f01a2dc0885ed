import { describe, expect, test } from 'vitest'
import {
  create,
  createdIn,
  fromBank,
  invoicingDealer,
  issuedBy,
  manual,
  received,
} from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { createdIn as createdVoucherIn } from '#test/support/vouchers.ts'

const system = systemForThisFile()

/** Of a document that is none of the integrator's. */
const noNames = { uuid: null, invoiceNumber: null }

describe('existing documents', () => {
  test('a transaction is invoiced once: the refusal names the invoice', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer)
    const first = createdIn(await create(dealer.api, fromBank(transaction)))

    const { invoiceId: existingId, uuid, invoiceNumber } = first
    const field = 'data.bankTransactionId'
    const told = [409, 'CONFLICT', [{ field, rule: 'duplicate', existingId, uuid, invoiceNumber }]]
    for (const fields of [fromBank(transaction), fromBank(transaction, { isDraft: true })]) {
      expect(refusal(await create(dealer.api, fields))).toEqual(told)
    }
    expect(refusal(await dealer.api.post('/v1/invoices/preview', fromBank(transaction)))).toEqual(
      told,
    )
  })

  test('a transaction that was processed elsewhere cannot be invoiced', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer, { status: 1 })

    expect(refusal(await create(dealer.api, fromBank(transaction)))).toEqual([
      409,
      'CONFLICT',
      [{ field: 'data.bankTransactionId', rule: 'duplicate', ...noNames, existingId: null }],
    ])
  })

  test('an outgoing transaction that a voucher uses is a conflict, too', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer, { incoming: false })
    const voucher = await dealer.api.post('/v1/expenses', {
      source: 'bankTransaction',
      bankTransactionId: transaction,
      idNo: '10000000146',
      templateKey: 'alis',
    })
    const { id: existingId } = createdVoucherIn(voucher)

    expect(refusal(await create(dealer.api, fromBank(transaction)))).toEqual([
      409,
      'CONFLICT',
      [{ field: 'data.bankTransactionId', rule: 'duplicate', existingId, ...noNames }],
    ])
  })

  test('the same day, identity and amount over the counter is refused with the first invoice, unless the request insists', async () => {
    const dealer = await invoicingDealer(system)
    const day = { transactionDate: '2026-11-20T09:00:00Z' }
    const { invoiceId: existingId } = createdIn(await create(dealer.api, manual(day)))

    const later = manual({ transactionDate: '2026-11-20T15:00:00Z' })
    expect(refusal(await create(dealer.api, later))).toEqual([
      409,
      'CONFLICT',
      [{ field: 'data.idNo', rule: 'duplicate', existingId }],
    ])
    expect((await create(dealer.api, { ...later, allowDuplicate: true })).status).toBe(201)
    expect((await dealer.api.post('/v1/invoices/preview', later)).status).toBe(200)
  })

  test('another day, person, amount or company is no duplicate; nor is a bank transaction', async () => {
    const dealer = await invoicingDealer(system)
    const other = await invoicingDealer(system)
    const day = { transactionDate: '2026-11-20T09:00:00Z' }
    const answers = [
      await create(dealer.api, manual(day)),
      await create(dealer.api, manual({ transactionDate: '2026-11-20T21:00:00Z' })),
      await create(dealer.api, manual({ ...day, idNo: '39586528950' })),
      await create(dealer.api, manual({ ...day, amount: 100_000.01 })),
      await create(other.api, manual(day)),
      await create(dealer.api, fromBank(await received(dealer))),
      await create(dealer.api, fromBank(await received(dealer))),
    ]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  })

  test('a cancelled invoice blocks nothing, and is no draft', async () => {
    const dealer = await invoicingDealer(system)
    const request = fromBank(await received(dealer))
    const first = createdIn(await create(dealer.api, request))
    const counter = createdIn(await create(dealer.api, manual({ amount: 500 })))
    const cancelledAt = '2026-11-21T08:00:00Z'
    await dealer.import(
      ...[first, counter].map(({ invoiceId }) => ({
        kind: 'invoiceCancelled',
        data: { invoiceId, cancelledAt },
      })),
    )

    expect((await dealer.api.delete(`/v1/invoices/${first.uuid}`)).status).toBe(409)
    expect((await dealer.api.delete(`/v1/invoices/${first.invoiceId}`)).status).toBe(409)
    expect((await dealer.api.post('/v1/invoices/preview', request)).status).toBe(200)
    expect((await create(dealer.api, request)).status).toBe(201)
    expect((await create(dealer.api, manual({ amount: 500 }))).status).toBe(201)
    const statuses = (await issuedBy(dealer)).map(({ invoiceStatus }) => invoiceStatus)
    expect(statuses.toSorted()).toEqual(['cancelled', 'cancelled', 'issued', 'issued'])
    expect((await create(dealer.api, request)).status).toBe(409)
  })
})
