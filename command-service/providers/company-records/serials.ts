import { type ReadModels, serialsOfVouchers } from '#command/read-models.ts'
import { isNotMadeYet } from '#kernel/platform/database/not-made-yet.ts'

/** The spellings of the serials of a company's vouchers, each found by one look into the index of serials. */
export const serialsIn =
  (readModels: ReadModels) =>
  async (companyId: string): Promise<readonly string[]> => {
    try {
      return await serialsOfVouchers(readModels, companyId)
    } catch (error) {
      if (isNotMadeYet(error)) return []
      throw error
    }
  }
