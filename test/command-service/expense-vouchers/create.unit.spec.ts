import { expect, test } from 'vitest'
import { purchaseIn } from '#command/expense-vouchers/complete.ts'
import { createdVoucher } from '#command/expense-vouchers/create.ts'
import { previewedVoucher } from '#command/expense-vouchers/preview.ts'
import type { Finalization } from '#command/expense-vouchers/voucher.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { content } from '#test/support/voucher-samples.ts'

const finalization: Finalization = {
  voucherId: content().voucherId,
  serial: 'GP',
  number: '42',
  printDate: '2026-11-20T09:46:00.000Z',
  stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
  purchase: purchaseIn(content()),
  bankTransactionId: content().bankTransactionId,
}

test('the response for a draft has no number and no print date', () => {
  expect(createdVoucher(content(), null)).toEqual({
    id: 'b0b000000000000000000001',
    source: 'bankTransaction',
    sourceId: '7a0000000000000000000001',
    isDraft: true,
    isFinalized: false,
    printDate: null,
    serial: 'GP',
    number: null,
    amount: 65559.95,
    quantity: 12.34,
    price: 5312.8,
    unitName: 'Gram',
    attribute: '24 carat scrap',
    template: { key: 'fine-gold', title: 'Fine gold' },
    customer: { taxNumber: '10000000146', name: 'Ayşe Işık' },
  })
})

test('the response for a finalized voucher has its number as text and its print date', () => {
  expect(createdVoucher(content(), finalization)).toMatchObject({
    isDraft: false,
    isFinalized: true,
    printDate: '2026-11-20T09:46:00.000Z',
    serial: 'GP',
    number: '42',
  })
})

test('a manual voucher has no source record, coins are counted in pieces', () => {
  const manual = content({ source: 'manual', bankTransactionId: null, unitType: 'C62' })
  expect(createdVoucher(manual, null)).toMatchObject({ sourceId: null, unitName: 'Adet' })
})

test('the response shows nothing of a forgotten seller', () => {
  expect(createdVoucher(content({ seller: forgotten }), null)).toMatchObject({
    customer: { taxNumber: '', name: null },
  })
})

test('a preview shows the expected number, and no id', () => {
  const { voucherId: _id, personRef: _person, claims: _claims, ...draft } = content()
  expect(previewedVoucher(draft, 7n)).toEqual({
    source: 'bankTransaction',
    sourceId: null,
    amount: 65559.95,
    exchanges: 5312.8,
    serial: 'GP',
    expectedNumber: 7,
    attribute: '24 carat scrap',
    quantity: 12.34,
    price: 5312.8,
    unitName: 'Gram',
    template: {
      key: 'fine-gold',
      title: 'Fine gold',
      lineName: '24 carat scrap',
      material: 'gold',
    },
    customer: { taxNumber: '10000000146', name: 'Ayşe Işık', city: 'İstanbul' },
  })
})

test('a preview shows nothing of a forgotten seller', () => {
  const { voucherId: _id, personRef: _person, claims: _claims, ...draft } = content()
  expect(previewedVoucher({ ...draft, seller: forgotten }, 7n)).toMatchObject({
    customer: { taxNumber: '', name: null, city: null },
  })
})
