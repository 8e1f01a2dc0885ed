import type { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { codeOrNull, codeOrOther } from './codes.ts'
import { type PublicDataOf, published } from './decision.ts'
import { fineMetalBy, fineMetalOf } from './fine-metal.ts'
import * as shapes from './shapes.ts'

export const draftedVoucher = published({
  when: 'A purchase voucher was drafted. It counts only after VoucherFinalized.',
  fields: {
    voucherId: shapes.id('The voucher.'),
    documentMode: shapes.oneOf('On paper, or signed by SMS at the provider.', [
      'paper',
      'electronic',
    ]),
    environment: shapes.orNull(
      shapes.environment(
        'The environment in which an electronic voucher is official; `test` is not a real purchase. Null for paper.',
      ),
    ),
    source: shapes.source,
    bankTransactionId: shapes.bankTransactionId,
    personRef: shapes.orNull(shapes.personRef()),
    transactionDate: shapes.moment('The date of the purchase.'),
    serial: shapes.code('Serial of the local number; `OTHER` if it is a phrase.'),
    currency: shapes.lira(),
    amount: shapes.decimal('The payment to the seller.'),
    exchanges: shapes.exchanges,
    price: shapes.decimal('Price of one unit: `exchanges` × purity, with two decimals.'),
    quantity: shapes.decimal('In `unitType`.'),
    unitType: shapes.unitType,
    material: shapes.material,
    purity: shapes.purity,
    purityDerived: shapes.purityDerived,
    fineGrams: shapes.orNull(
      shapes.decimal('Total fine metal: `quantity` × `purity`. Null for currencies.'),
    ),
    templateId: shapes.templateId,
    templateKey: shapes.templateKey,
  },
  data: (
    { template, serial, ...data }: PublicDataOf<typeof expenseVoucherEvents, 'VoucherDrafted'>,
    personRef,
  ) => ({
    ...data,
    ...(data.purity === null
      ? fineMetalOf({ ...data, material: template.material })
      : fineMetalBy(template.material, { quantity: data.quantity, purity: data.purity })),
    purityDerived: data.purity === null,
    serial: codeOrOther(serial),
    personRef: personRef(data.personRef),
    currency: 'TRY',
    material: template.material,
    templateId: template.id,
    templateKey: codeOrNull(template.key),
  }),
})
