import type pg from 'pg'
import type { KmtsHistory } from './port.ts'

export const kmtsHistoryInReadModel = (pool: pg.Pool): KmtsHistory => ({
  async updatedAt(companyId, id) {
    const { rows } = await pool.query<{ updated_at: string }>({
      name: 'kmts-history-updated-at',
      text: `select updated_at::text from read_model.kmts_verification
             where company_id = $1 and id = $2`,
      values: [companyId, id],
    })
    return rows[0]?.updated_at
  },
})
