import type { ReadModels } from '#command/read-models.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import type { PendingForms } from './port.ts'

const MOST_FORMS = 25

export const pendingFormsIn =
  (readModels: ReadModels): PendingForms =>
  async (companyId, idNo) => {
    const rows = await readModels
      .selectFrom('customer_form')
      .select('id')
      .where('company_id', '=', companyId)
      .where('normal_number', '=', normalNumber(idNo))
      .where('visible', '=', true)
      .where('deleted', '=', false)
      .where('rejected', '=', false)
      .where('is_approval', '=', false)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MOST_FORMS)
      .execute()
    return rows.map(({ id }) => id)
  }
