import { sql } from 'kysely'
import type { RecordedCustomers } from '#command/providers/customers/recorded.ts'
import type { ReadModels } from '#command/read-models.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import { hasCome } from '#kernel/platform/database/has-come.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import type { CompanyRecords, KnownPerson } from './port.ts'

/**
 * The read models say which account is meant, and how many events are known. What decides on a match, and
 * that it is this person's account, comes from the account's own events.
 */
export const companyRecordsIn = (
  readModels: ReadModels,
  recorded: RecordedCustomers,
): CompanyRecords => ({
  async find(companyId, { idNo, fullName }): Promise<KnownPerson> {
    const name = idNo === null && fullName !== null ? fold(fullName) : null
    const found = await findPerson(readModels, { companyId, idNo, name })
    const id = found?.customer_id ?? null
    const person = id === null ? undefined : await recorded.find(companyId, id)
    const isMeant =
      idNo === null
        ? fold(person?.nameSurname ?? '') === name
        : normalNumber(person?.idNo ?? '') === normalNumber(idNo)
    const { birthday = null, year = null, nationality = null } = (isMeant && person) || {}
    return {
      customerId: isMeant ? id : null,
      birth: birthday ?? year?.toString() ?? null,
      nationality,
      eventCount: Number(found?.events ?? 0),
    }
  },
})

interface Sought {
  readonly companyId: string
  readonly idNo: string | null
  /** Folded. */
  readonly name: string | null
}

/** Of several accounts the strictest. An event counts once, whether it names account or person. */
function findPerson(readModels: ReadModels, { companyId, idNo, name }: Sought) {
  const number = idNo === null ? null : normalNumber(idNo)
  return readModels
    .with('account', (query) => {
      const customers = query.selectFrom('customer').where('company_id', '=', companyId)
      const ofNumber = customers.selectAll().where('normal_number', '=', number)
      const ofName = customers
        .selectAll()
        .where(sql<boolean>`md5(name_folded)::uuid = md5(${name})::uuid`)
        .where('name_folded', '=', name)
      return query
        .selectFrom(ofNumber.unionAll(ofName).as('found'))
        .select(['id', 'normal_number'])
        .orderBy(strictestFirst(idNo))
        .limit(1)
    })
    .with('event', (query) => {
      const events = query
        .selectFrom('customer_event')
        .where('company_id', '=', companyId)
        .where(hasCome('event_date'))
      const meant = sql<string>`coalesce(${number}, (select normal_number from account))`
      return events
        .select('id')
        .where('normal_number', '=', meant)
        .union(
          events
            .select('id')
            .where('customer_id', '=', (account) => account.selectFrom('account').select('id')),
        )
    })
    .selectNoFrom((query) => [
      query.selectFrom('account').select('id').as('customer_id'),
      query
        .selectFrom('event')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('events'),
    ])
    .executeTakeFirst()
}
