import type { Command } from '#command/event-sourcing/command.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import type { CompanyRecords, KnownPerson } from '#command/providers/company-records/port.ts'
import type { ListName, SanctionLists } from '#command/providers/sanction-lists/port.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { checkSanctions } from '#kernel/contract/sanction-checks.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { birthYearsIn } from '#kernel/domain/screening/birth-years.ts'
import { countryCodes } from '#kernel/domain/screening/countries.ts'
import { type Facts, noFacts } from '#kernel/domain/screening/facts.ts'
import { METHOD } from '#kernel/domain/screening/name-score.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { boundedMatches } from './bounded-matches.ts'
import { findMatches, type ListMatches, noMatches, type Query } from './find-matches.ts'
import type { ListsInUse } from './lists-in-use.ts'
import { sanctionCheckRepository } from './recording.ts'
import type { CheckContent, CheckDecision } from './sanction-check.ts'

type CheckRequest = Input<typeof checkSanctions>['body']

export const recordCheck =
  (content: CheckContent): CheckDecision =>
  (check) => {
    if (check.status === 'none') return [{ type: 'SanctionsChecked', data: content }]
    if (check.content.source === 'api') return []
    return reject('CONFLICT', 'This is a panel search, not a check of the API.')
  }

interface CheckDependencies {
  readonly log: Log
  readonly lists: SanctionLists
  /** The versions to be searched; waits until they are loaded. */
  readonly inUse: () => Promise<ListsInUse>
  readonly records: CompanyRecords
  /** From which score on a name counts as a match for this company. */
  readonly thresholdOf: (companyId: string) => number
}

export interface SanctionChecking {
  readonly check: (
    request: CheckRequest,
    context: RequestContext,
    command: Command,
  ) => Promise<{ readonly content: CheckContent; readonly position: LogPosition }>
}

/** A check searches one version of every list, and is recorded as one event. */
export function sanctionChecking(dependencies: CheckDependencies): SanctionChecking {
  const { log } = dependencies
  const repository = sanctionCheckRepository(log)

  return {
    async check(request, context, command) {
      const { companyId } = context.caller
      const found = await search(dependencies, request, companyId)
      const { idNo } = found.query
      const content: CheckContent = {
        checkId: recordIdFrom(command.id, 'sanctionCheck'),
        source: 'api',
        personRef: personRefOf(log.vault, companyId, idNo),
        checkedAt: instantOf(log.now()),
        isError: false,
        hasResult: true,
        ...found,
      }
      const { state, position } = await repository.execute({
        stream: `sanctionCheck-${content.checkId}`,
        decision: recordCheck(content),
        // Not as a new stream: it is read first, and a log that is away is noticed before anything is sent.
        origin: originOf(context, command.id),
      })
      const isOurs = state.status === 'checked' && state.content.source !== 'rescreening'
      return { content: isOurs ? state.content : content, position }
    },
  }
}

async function search(
  { lists, inUse, records, thresholdOf }: CheckDependencies,
  request: CheckRequest,
  companyId: string,
) {
  const { idNo = null, fullName = null, surname = null, options = {} } = request
  const query: Query = { idNo, fullName, surname }
  const { wantedQuery = true, pepQuery = true } = options
  const [snapshot, person] = await Promise.all([inUse(), records.find(companyId, query)])
  const facts = factsOf(query, person)
  const threshold = thresholdOf(companyId)
  const searched: readonly ListName[] = [
    'masak',
    ...(wantedQuery ? (['wanted'] as const) : []),
    ...(pepQuery ? (['pep'] as const) : []),
  ]
  const find = (name: ListName): Promise<ListMatches> | ListMatches =>
    searched.includes(name)
      ? findMatches(lists, { name, list: snapshot.get(name), query, facts, threshold })
      : noMatches
  const [masak, wanted, pep] = await Promise.all([find('masak'), find('wanted'), find('pep')])
  return {
    query,
    wantedQuery,
    pepQuery,
    lists: searched.map((list) => ({ list, version: snapshot.get(list)?.version ?? null })),
    masakCount: masak.count,
    wantedCount: wanted.count,
    pepCount: pep.count,
    matches: boundedMatches({ masak: masak.matches, wanted: wanted.matches, pep: pep.matches }),
    threshold: threshold.toString(),
    method: METHOD,
    hasCustomer: person.customerId !== null,
    customerEventCount: person.eventCount,
    customerId: person.customerId,
  }
}

/** A customer found only by name may be another person, so such a customer's facts are not compared. */
const factsOf = ({ idNo }: Query, { birth, nationality }: KnownPerson): Facts =>
  idNo === null
    ? noFacts
    : {
        birthYears: birthYearsIn(birth),
        countries: countryCodes(nationality),
      }
