import { Type } from 'typebox'
import { boughtMetal } from '#kernel/domain/fine-metal.ts'
import type { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type PublicDataOf, published } from './decision.ts'
import * as shapes from './shapes.ts'

/** What the draft and the finalized voucher say of a purchase. */
export const purchase = {
  environment: shapes.orNull(
    shapes.environment(
      'The environment in which an electronic voucher is official; `test` is not a real purchase. Null for paper.',
    ),
  ),
  transactionDate: shapes.moment('The date of the purchase.'),
  amount: shapes.decimal('The payment to the seller.'),
  fineGrams: shapes.orNull(
    shapes.decimal('Total fine metal: `quantity` × `purity`. Null for currencies.'),
  ),
}

const content = {
  voucherId: shapes.id('The voucher.'),
  documentMode: shapes.oneOf('On paper, or signed by SMS at the provider.', [
    'paper',
    'electronic',
  ]),
  environment: purchase.environment,
  source: shapes.source,
  bankTransactionId: shapes.bankTransactionId,
  personRef: shapes.orNull(shapes.personRef()),
  transactionDate: purchase.transactionDate,
  ...shapes.companyDay,
  serial: shapes.code('Serial of the local number; `OTHER` if it is a phrase.'),
  currency: shapes.lira(),
  amount: purchase.amount,
  exchanges: shapes.exchanges,
  price: shapes.decimal('Price of one unit: `exchanges` × purity, with two decimals.'),
  quantity: shapes.decimal('In `unitType`.'),
  unitType: shapes.unitType,
  material: shapes.material,
  purity: shapes.purity,
  purityDerived: shapes.purityDerived,
  fineGrams: purchase.fineGrams,
  templateId: shapes.templateId,
  templateKey: shapes.templateKey,
}

type Drafted = PublicDataOf<typeof expenseVoucherEvents, 'VoucherDrafted'>
type Imported = PublicDataOf<typeof expenseVoucherEvents, 'VoucherImported'>

const contentIn = ({ template, ...data }: Omit<Drafted, 'givenNumber'>) => ({
  ...data,
  ...boughtMetal({ ...data, material: template.material }),
  ...shapes.dayOf(data),
  currency: 'TRY' as const,
  material: template.material,
  templateId: template.id,
  templateKey: template.key,
})

export const draftedVoucher = published({
  when: 'A purchase voucher was drafted. It counts only after VoucherFinalized.',
  fields: content,
  data: (data: Drafted) => contentIn(data),
})

export const importedVoucher = published({
  when: 'A voucher that another system had issued was taken over, or what was told of it has changed: the last one counts. No other event precedes it. It counts, unless it has a `cancelledAt`. What nobody told is empty, and then 1 piece was bought.',
  fields: {
    ...content,
    number: shapes.text('Local number, within its serial.'),
    printDate: shapes.moment('When it was finalized.'),
    uuid: Type.Optional(shapes.id('The electronic document (ETTN).')),
    officialNumber: Type.Optional(
      shapes.orNull(shapes.text('The provider’s number; null if an operator decided without it.')),
    ),
    cancelledAt: Type.Optional(
      shapes.moment('When it was cancelled, or when the provider first said so.'),
    ),
  },
  data: ({ number, printDate, uuid, officialNumber, cancelledAt, ...data }: Imported) => ({
    ...contentIn(data),
    number,
    printDate,
    uuid: uuid ?? undefined,
    officialNumber: officialNumber ?? undefined,
    cancelledAt: cancelledAt ?? undefined,
  }),
})
