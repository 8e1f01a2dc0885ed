import type { Kysely } from 'kysely'
import { eventsOfKeys } from '#kernel/events/reference-data.ts'
import type { ApiKey } from '#kernel/platform/http/authentication.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from './database.ts'

/** The current state of a key, for the query service and the audit page alike. */
export async function findApiKey(
  database: Kysely<ReadDatabase>,
  apiUserId: string,
): Promise<ApiKey | undefined> {
  const row = await database
    .withSchema(READ_MODEL)
    .selectFrom('api_key as key')
    .leftJoin('company', 'company.company_id', 'key.company_id')
    .select(['key.company_id as companyId', 'key.secret_hash as secretHash', 'key.rights'])
    .select(['key.status', 'key.valid_until as validUntil', 'company.package'])
    .select(['company.status as companyStatus', 'company.kmts_enabled as kmtsEnabled'])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('parked_event as parked')
            .select('parked.position')
            .whereRef('parked.company_id', '=', 'key.company_id')
            .where('parked.type', 'in', eventsOfKeys),
        )
        .as('isUnread'),
    )
    .where('key.api_user_id', '=', apiUserId)
    .executeTakeFirst()
  if (row === undefined || row.secretHash === null) return undefined
  const { companyId, secretHash, validUntil, rights } = row
  return {
    apiUserId,
    companyId,
    secretHash,
    status: row.status && row.isUnread !== true,
    validUntil: validUntil.toISOString(),
    rights,
    company: companyOf(row),
  }
}

function companyOf(row: {
  readonly package: string | null
  readonly companyStatus: boolean | null
  readonly kmtsEnabled: boolean | null
}): ApiKey['company'] {
  const { package: subscription, companyStatus: status, kmtsEnabled } = row
  return subscription === null || status === null || kmtsEnabled === null
    ? null
    : { package: subscription, status, kmtsEnabled }
}
