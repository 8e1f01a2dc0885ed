import type { Log } from '#command/event-sourcing/log.ts'
import type { CompanyRecords } from '#command/providers/company-records/port.ts'
import type {
  ScreenedCustomer,
  ScreenedCustomers,
} from '#command/providers/screened-customers/port.ts'
import { eventIdFrom, recordIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { birthYearsIn } from '#kernel/domain/screening/birth-years.ts'
import { countryCodes } from '#kernel/domain/screening/countries.ts'
import type { Facts } from '#kernel/domain/screening/facts.ts'
import { METHOD } from '#kernel/domain/screening/name-score.ts'
import type { Hit } from '#kernel/domain/screening/search.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { boundedMatches, type Match } from './bounded-matches.ts'
import { matchOf } from './match.ts'
import type { NewEntries } from './new-entries.ts'
import { sanctionCheckRepository } from './recording.ts'
import type { CheckDecision, RescreenedContent } from './sanction-check.ts'

/** The ids of its checks follow from list, version and customer: a repeated run records nothing twice. */
const NAMESPACE = '6f0d3b0a-7f0b-4f0e-9d4e-0d8a2f6c51b7'
const KEPT = 50

interface Rescreening {
  readonly log: Log
  readonly customers: ScreenedCustomers
  readonly records: CompanyRecords
  readonly thresholdOf: (companyId: string) => Promise<number>
  readonly lists: readonly NewEntries[]
  readonly advance: () => void
}

interface FoundIn {
  readonly of: NewEntries
  readonly hits: readonly Hit[]
}

/** Compares every customer with what is new in the lists, and records a check of each that matches. */
export async function rescreen({
  customers,
  thresholdOf,
  lists,
  advance,
  ...recorder
}: Rescreening) {
  const record = recordingIn(recorder)
  const matched = new Map(lists.map(({ list }) => [list, 0]))
  let count = 0
  for await (const page of customers.pages()) {
    for (const customer of page) {
      const threshold = await thresholdOf(customer.companyId)
      const found = lists
        .map((of) => ({ of, hits: hitsFor(customer, of, threshold) }))
        .filter(({ hits }) => hits.length > 0)
      for (const { of } of found) matched.set(of.list, (matched.get(of.list) ?? 0) + 1)
      if (found.length > 0) await record(customer, found, threshold)
      count += 1
      advance()
    }
  }
  return { customers: count, matched }
}

const recordOnce =
  (content: RescreenedContent): CheckDecision =>
  (check) =>
    check.status === 'none' ? [{ type: 'CustomerRescreened', data: content }] : []

const factsOf = ({ birth, nationality }: ScreenedCustomer): Facts => ({
  birthYears: birthYearsIn(birth),
  countries: countryCodes(nationality),
})

const hitsFor = (customer: ScreenedCustomer, { search }: NewEntries, threshold: number) =>
  search({
    idNo: customer.idNo,
    name: customer.name,
    surname: null,
    facts: factsOf(customer),
    threshold,
  })

const recordingIn = ({ log, records }: Pick<Rescreening, 'log' | 'records'>) => {
  const repository = sanctionCheckRepository(log)
  return async (customer: ScreenedCustomer, found: readonly FoundIn[], threshold: number) => {
    const { companyId, id, idNo, name } = customer
    const run = found.map(({ of }) => `${of.list}/${of.version}`).join(' ')
    const commandId = eventIdFrom(NAMESPACE, `${run} ${companyId}/${id}`)
    const { eventCount } = await records.find(companyId, { idNo, fullName: name })
    const content: RescreenedContent = {
      checkId: recordIdFrom(commandId, 'sanctionCheck'),
      source: 'rescreening',
      personRef: personRefOf(log.vault, companyId, idNo),
      checkedAt: instantOf(log.now()),
      wantedQuery: found.some(({ of }) => of.list === 'wanted'),
      pepQuery: found.some(({ of }) => of.list === 'pep'),
      isError: false,
      hasResult: true,
      lists: found.map(({ of: { list, version } }) => ({ list, version })),
      ...matchesIn(customer, found),
      hasCustomer: true,
      customerEventCount: eventCount,
      customerId: id,
      threshold: threshold.toString(),
      method: METHOD,
      query: { idNo, fullName: name, surname: null },
    }
    await repository.execute({
      stream: `sanctionCheck-${content.checkId}`,
      decision: recordOnce(content),
      origin: { ...operatorOrigin(commandId), companyId },
    })
  }
}

function matchesIn(customer: ScreenedCustomer, found: readonly FoundIn[]) {
  const inList = (name: NewEntries['list']) => found.find(({ of }) => of.list === name)
  const countOf = (name: NewEntries['list']) => inList(name)?.hits.length ?? 0
  const matchesOf = (name: NewEntries['list']): Match[] => {
    const { of, hits } = inList(name) ?? {}
    const by = {
      version: of?.version ?? '',
      idNo: customer.idNo,
      name: customer.name,
      facts: factsOf(customer),
    }
    return (hits ?? []).slice(0, KEPT).flatMap((hit) => {
      const entry = of?.entries[hit.entry]
      return entry === undefined ? [] : [matchOf(hit, entry, by)]
    })
  }
  return {
    masakCount: countOf('masak'),
    wantedCount: countOf('wanted'),
    pepCount: countOf('pep'),
    matches: boundedMatches({
      masak: matchesOf('masak'),
      wanted: matchesOf('wanted'),
      pep: matchesOf('pep'),
    }),
  }
}
