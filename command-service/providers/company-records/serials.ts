import { type ReadModels, serialsOfVouchers } from '#command/read-models.ts'
import { untilMade } from '#kernel/platform/database/not-made-yet.ts'

/** The spellings of the serials of a company's vouchers, each found by one look into the index of serials. */
export const serialsIn =
  (readModels: ReadModels) =>
  (companyId: string): Promise<readonly string[]> =>
    untilMade(serialsOfVouchers(readModels, companyId), [])
