import type { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { codeOrNull, codeOrOther } from './codes.ts'
import { type PublicDataOf, published } from './decision.ts'
import { fineMetalOf } from './fine-metal.ts'
import * as shapes from './shapes.ts'

export const draftedVoucher = published({
  when: 'A purchase voucher has been drafted. It counts only once VoucherFinalized follows.',
  fields: {
    voucherId: shapes.id('The voucher.'),
    documentMode: shapes.oneOf('On paper, or signed by SMS at the provider.', [
      'paper',
      'electronic',
    ]),
    environment: shapes.orNull(
      shapes.environment(
        'Where an electronic voucher is official; one in `test` is no real purchase. Null on paper.',
      ),
    ),
    source: shapes.source,
    bankTransactionId: shapes.bankTransactionId,
    personRef: shapes.orNull(shapes.personRef()),
    transactionDate: shapes.moment('The date of the purchase.'),
    serial: shapes.code('Serial of the local number; `OTHER` where it is a phrase.'),
    currency: shapes.lira(),
    amount: shapes.decimal('What the seller is paid.'),
    exchanges: shapes.exchanges,
    price: shapes.decimal('Of one unit: `exchanges` × purity, to two decimals.'),
    quantity: shapes.decimal('In `unitType`.'),
    unitType: shapes.unitType,
    material: shapes.material,
    purity: shapes.purity,
    fineGrams: shapes.orNull(
      shapes.decimal('Fine metal in all of it: `quantity` × `purity`. Null for currencies.'),
    ),
    templateId: shapes.templateId,
    templateKey: shapes.templateKey,
  },
  data: (
    { template, serial, ...data }: PublicDataOf<typeof expenseVoucherEvents, 'VoucherDrafted'>,
    personRef,
  ) => ({
    ...data,
    ...fineMetalOf({ ...data, material: template.material }),
    serial: codeOrOther(serial),
    personRef: personRef(data.personRef),
    currency: 'TRY',
    material: template.material,
    templateId: template.id,
    templateKey: codeOrNull(template.key),
  }),
})
