import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, detailIn, fromBank, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile()

test('an outgoing bank transaction gives the amount, the day and, by default, the name', async () => {
  const dealer = await newDealer(system)
  const bankTransactionId = await dealer.transaction({
    amount: '53128.00',
    transactionDate: '2026-11-18T14:00:00Z',
    idNo: PERSON,
    nameSurname: 'Ayşe Yılmaz',
  })

  const answer = await dealer.api.post('/v1/expenses', fromBank(bankTransactionId))

  expect(answer.status).toBe(201)
  const created = createdIn(answer)
  expect(created).toMatchObject({
    source: 'bankTransaction',
    sourceId: bankTransactionId,
    amount: 53_128,
    quantity: 10,
    isFinalized: true,
    number: '1',
    customer: { taxNumber: PERSON, name: 'Ayşe Yılmaz' },
  })
  const detail = detailIn(await dealer.api.get(`/v1/expenses/${created.id}`))
  expect(detail.transactionDate).toBe('2026-11-18T14:00:00.000Z')
})

test('a transaction has one voucher at a time, and the refusal of a second one names it', async () => {
  const dealer = await newDealer(system)
  const transactionId = await dealer.transaction()
  const draft = createdIn(
    await dealer.api.post('/v1/expenses', fromBank(transactionId, { isDraft: true })),
  )
  const again = { idNo: OTHER_PERSON, allowDuplicate: true }

  const second = await dealer.api.post('/v1/expenses', fromBank(transactionId, again))
  const preview = await dealer.api.post('/v1/expenses/preview', fromBank(transactionId))

  const taken = [
    409,
    'CONFLICT',
    [
      {
        field: 'data.bankTransactionId',
        rule: 'duplicate',
        existingId: draft.id,
        uuid: null,
        invoiceNumber: null,
      },
    ],
  ]
  expect(refusal(second)).toEqual(taken)
  expect(refusal(preview)).toEqual(taken)
})

test('a transaction that was processed elsewhere has no voucher any more', async () => {
  const dealer = await newDealer(system)
  const transactionId = await dealer.transaction({ status: 1 })

  const answer = await dealer.api.post('/v1/expenses', fromBank(transactionId))

  expect(refusal(answer)).toEqual([
    409,
    'CONFLICT',
    [
      {
        field: 'data.bankTransactionId',
        rule: 'duplicate',
        existingId: null,
        uuid: null,
        invoiceNumber: null,
      },
    ],
  ])
})
