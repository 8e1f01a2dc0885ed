import { Type } from 'typebox'
import { boughtMetal } from '#kernel/domain/fine-metal.ts'
import type { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type PublicDataOf, published } from './decision.ts'
import { purchase } from './drafted-voucher.ts'
import * as shapes from './shapes.ts'

type Finalized = PublicDataOf<typeof expenseVoucherEvents, 'VoucherFinalized'>

export const finalizedVoucher = published({
  when: 'The voucher is finalized: it has its number, and the goods are in stock. The purchase counts from here on. Events of earlier releases lack the optional fields: VoucherDrafted has them.',
  fields: {
    voucherId: shapes.id('The voucher.'),
    serial: shapes.code('Serial of the local number; `OTHER` if it is a phrase.'),
    number: shapes.text('Local number, within its serial.'),
    printDate: shapes.moment('When it was finalized.'),
    direction: shapes.oneOf('The direction of the stock movement; a purchase comes in.', [
      'in',
      'out',
    ]),
    environment: Type.Optional(purchase.environment),
    transactionDate: Type.Optional(purchase.transactionDate),
    ...shapes.companyDay,
    amount: Type.Optional(purchase.amount),
    material: shapes.material,
    quantity: shapes.decimal('In `unitType`.'),
    unitType: shapes.text('`GRM`: grams of the goods as they are; `C62`: pieces.'),
    purity: Type.Optional(shapes.purity),
    purityDerived: shapes.purityDerived,
    fineGrams: Type.Optional(purchase.fineGrams),
    bankTransactionId: shapes.bankTransactionId,
  },
  data: ({ stockMovement, purchase: bought, ...data }: Finalized) => ({
    ...data,
    ...stockMovement,
    ...purchaseIn(bought, stockMovement),
  }),
})

/** So that the topic alone says how much metal was bought, and when. */
function purchaseIn(
  bought: Finalized['purchase'],
  { material, quantity }: Finalized['stockMovement'],
) {
  if (bought === null) return {}
  const { environment, transactionDate, amount } = bought
  return {
    environment,
    transactionDate,
    ...shapes.dayOf(bought),
    amount,
    ...boughtMetal({ ...bought, material, quantity }),
  }
}
