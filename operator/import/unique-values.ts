import { documentsNamed, type ReadModels } from '#command/read-models.ts'
import { untilMade } from '#kernel/platform/database/not-made-yet.ts'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'

/** Where the lists have what only one document of a company is called. */
const columns = {
  voucherUuid: { table: 'expense_voucher', column: 'uuid' },
  officialNumber: { table: 'expense_voucher', column: 'official_number' },
  invoiceUuid: { table: 'invoice', column: 'uuid' },
  invoiceNumber: { table: 'invoice', column: 'invoice_number' },
} as const

export type UniqueColumn = keyof typeof columns

/** Which document in the lists has a value. */
export function holdersInLists(readModels: ReadModels) {
  const of = (name: UniqueColumn) =>
    inGroups<{ readonly companyId: string; readonly value: string }, string | undefined>((asked) =>
      untilMade(documentsNamed(readModels, columns[name], asked), []),
    )
  return {
    voucherUuid: of('voucherUuid'),
    officialNumber: of('officialNumber'),
    invoiceUuid: of('invoiceUuid'),
    invoiceNumber: of('invoiceNumber'),
  }
}
