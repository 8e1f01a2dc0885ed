import type { ReadModels } from '#command/read-models.ts'
import type { KmtsHistory } from './port.ts'

export const kmtsHistoryIn = (readModels: ReadModels): KmtsHistory => ({
  async updatedAt(companyId, id) {
    const row = await readModels
      .selectFrom('kmts_verification')
      .select('updated_at')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.updated_at
  },
})
