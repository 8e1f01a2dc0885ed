import type { ReadModels } from '#command/read-models.ts'
import type { ShownRecords } from './port.ts'

export const shownRecordsIn = (
  readModels: ReadModels,
  table: 'customer_form' | 'kmts_verification',
): ShownRecords => ({
  async updatedAt(companyId, id) {
    const row = await readModels
      .selectFrom(table)
      .select('updated_at')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.updated_at
  },
})
