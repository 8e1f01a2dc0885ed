import type pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { eventsOfKeys } from '#kernel/events/reference-data.ts'
import type { ApiKey, FindApiKey } from '#kernel/platform/http/authentication.ts'

const Row = Compile(
  Type.Object({
    company_id: Type.String(),
    secret_hash: Type.Union([Type.String(), Type.Null()]),
    status: Type.Boolean(),
    valid_until: Type.String(),
    rights: Type.Array(Type.String()),
    package: Type.Union([Type.String(), Type.Null()]),
    company_status: Type.Union([Type.Boolean(), Type.Null()]),
    kmts_enabled: Type.Union([Type.Boolean(), Type.Null()]),
  }),
)

/** The current state of a key: a removed right is effective with the next page. */
export const apiKeysIn =
  (pool: pg.Pool): FindApiKey =>
  async (apiUserId) => {
    const { rows } = await pool.query({
      name: 'audit-page-key',
      text: `select key.company_id, key.secret_hash, key.rights,
                    key.status and not exists (
                      select from read_model.parked_event as parked
                      where parked.company_id = key.company_id and parked.type = any($2)
                    ) as status,
                    to_char(key.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as valid_until,
                    company.package, company.status as company_status, company.kmts_enabled
             from read_model.api_key as key left join read_model.company using (company_id)
             where key.api_user_id = $1`,
      values: [apiUserId, eventsOfKeys],
    })
    return rows.length === 0 ? undefined : keyOf(apiUserId, rows[0])
  }

function keyOf(apiUserId: string, row: unknown): ApiKey | undefined {
  const key = Row.Parse(row)
  const { package: subscription, company_status: status, kmts_enabled: kmtsEnabled } = key
  if (key.secret_hash === null) return undefined
  const isKnown = subscription !== null && status !== null && kmtsEnabled !== null
  return {
    apiUserId,
    companyId: key.company_id,
    secretHash: key.secret_hash,
    status: key.status,
    validUntil: key.valid_until,
    rights: key.rights,
    company: isKnown ? { package: subscription, status, kmtsEnabled } : null,
  }
}
