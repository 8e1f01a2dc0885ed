import { type Kysely, sql } from 'kysely'
import { eventsOfKeys } from '#kernel/events/reference-data.ts'
import type { ApiKey } from '#kernel/platform/http/authentication.ts'
import { apiKeyStream, companyStream } from '#kernel/platform/recording/key-streams.ts'
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
    .select((query) => {
      const parked = query.selectFrom('parked_event as parked').select('parked.position')
      const ofCompany = sql<string>`${companyStream('')} || ${query.ref('key.company_id')}`
      return [
        query
          .exists(
            parked
              .whereRef('parked.company_id', '=', 'key.company_id')
              .where('parked.type', 'in', eventsOfKeys),
          )
          .as('isUnread'),
        // A forged record may say that it is another company's, or have another type.
        query
          .exists(parked.where('parked.stream', 'in', [apiKeyStream(apiUserId), ofCompany]))
          .as('isForged'),
      ]
    })
    .where('key.api_user_id', '=', apiUserId)
    .executeTakeFirst()
  if (row === undefined || row.secretHash === null) return undefined
  const { companyId, secretHash, validUntil, rights } = row
  return {
    apiUserId,
    companyId,
    secretHash,
    status: row.status && row.isUnread !== true && row.isForged !== true,
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
