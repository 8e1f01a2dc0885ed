import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { eventsOfKeys } from '#kernel/events/reference-data.ts'
import type { FindApiKey } from '#kernel/platform/http/authentication.ts'
import { areEqualSecrets } from '#kernel/platform/http/equal-secrets.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { apiKeyStream, companyStream } from '#kernel/platform/recording/key-streams.ts'
import type { RowMac } from '#kernel/platform/vault/row-macs.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from './database.ts'
import {
  type CompanyFacts,
  type KeyFacts,
  macOfCompany,
  macOfKey,
} from './read-models/companies/row-macs.ts'

interface KeyTables {
  readonly database: Kysely<ReadDatabase>
  /** Rejects until it is known. */
  readonly rowMac: () => Promise<RowMac>
  readonly logger: Logger
}

/**
 * The current state of keys as the tables show it. Who writes into the tables makes no key: a row counts
 * with its MAC alone, and an earlier one that was put back not while this process knows a later one.
 */
export function apiKeysInTables({ database, rowMac, logger }: KeyTables): FindApiKey {
  const latestKey = latest<KeyFacts>()
  const latestCompany = latest<CompanyFacts>()

  return async (apiUserId) => {
    const macOf = await rowMac()
    const row = await keyRow(database, apiUserId)
    if (row === undefined) return undefined
    const { mac, companyMac, isUnread, isForged } = row
    const named = companyIn(row)
    const isSigned =
      areEqualSecrets(mac, macOfKey(macOf, row)) &&
      (named === null || areEqualSecrets(companyMac ?? '', macOfCompany(macOf, named)))
    if (!isSigned) {
      logger.error({ companyId: row.company_id }, 'a row of a key or its company has no valid MAC')
      return undefined
    }
    const key = latestKey(apiUserId, row)
    const { secret_hash: secretHash, company_id: companyId } = key
    if (secretHash === null || companyId !== row.company_id) return undefined
    const company = named && latestCompany(companyId, named)
    return {
      apiUserId,
      companyId,
      secretHash,
      status: key.status && isUnread !== true && isForged !== true,
      validUntil: new Date(key.valid_until).toISOString(),
      rights: key.rights,
      company: company && {
        package: company.package,
        status: company.status,
        kmtsEnabled: company.kmts_enabled,
      },
    }
  }
}

const MAX_REMEMBERED = 50_000

/** The later of two rows: the one that is given, or the latest before. */
function latest<Row extends { readonly revision: string }>() {
  const known = new LRUCache<string, Row>(atMost(MAX_REMEMBERED))
  return (name: string, row: Row): Row => {
    const before = known.get(name)
    if (before !== undefined && BigInt(before.revision) > BigInt(row.revision)) return before
    known.set(name, row)
    return row
  }
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof keyRow>>>

function companyIn(row: KeyRow): CompanyFacts | null {
  const { package: subscription, companyStatus, kmtsEnabled, companyRevision } = row
  if (subscription === null || companyStatus === null) return null
  if (kmtsEnabled === null || companyRevision === null) return null
  return {
    company_id: row.company_id,
    package: subscription,
    status: companyStatus,
    kmts_enabled: kmtsEnabled,
    revision: companyRevision,
  }
}

const keyRow = (database: Kysely<ReadDatabase>, apiUserId: string) =>
  database
    .withSchema(READ_MODEL)
    .selectFrom('api_key as key')
    .leftJoin('company', 'company.company_id', 'key.company_id')
    .select(['key.api_user_id', 'key.company_id', 'key.secret_hash', 'key.status', 'key.rights'])
    .select(['key.valid_until', 'key.revision', 'key.mac'])
    .select(['company.package', 'company.status as companyStatus', 'company.mac as companyMac'])
    .select(['company.kmts_enabled as kmtsEnabled', 'company.revision as companyRevision'])
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
