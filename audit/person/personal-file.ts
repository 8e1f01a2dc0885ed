import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { idvSessions } from '#kernel/records/idv-sessions.ts'
import { invoices } from '#kernel/records/invoices.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { type HistoryStep, openStep } from '../history/steps.ts'
import { logSlice } from '../log-slice.ts'
import { isForgotten } from '../page/language/fill.ts'
import { type Person, recordsOf } from './person.ts'
import {
  detailsOf,
  type LinkedTransaction,
  linkedTransactions,
  type Mention,
  mentionsOf,
} from './rows.ts'

export const kindsOfRecord = [
  'customers',
  'identificationForms',
  'registerEvents',
  'identityVerifications',
  'expenseVouchers',
  'invoices',
  'bankTransactions',
  'sanctionChecks',
] as const
export type KindOfRecord = (typeof kindsOfRecord)[number]

export interface PersonalEvent {
  /** A decimal integer. */
  readonly position: string
  readonly recordedAt: string
  /** Such as `expenseVoucher.VoucherDrafted`. */
  readonly type: string
  readonly recordId: string
  readonly data: HistoryStep['data']
}

interface PersonalAccess {
  readonly at: string
  readonly what: string
  readonly recordId: string | null
  /** Who it was is personal data of another person. */
  readonly by: string
}

/** Everything that a company keeps about a person. */
export interface PersonalFile {
  readonly format: 'sarraf-person/1'
  readonly exportedAt: string
  readonly company: { readonly id: string; readonly title: string }
  readonly idNo: string
  /** As they are now. */
  readonly records: Readonly<Record<KindOfRecord, readonly object[]>>
  readonly linkedTransactions: readonly LinkedTransaction[]
  readonly mentions: readonly Mention[]
  /** What has been recorded, in order; also what is in no record any more. */
  readonly events: readonly PersonalEvent[]
  /** How many of them have lost values for good. */
  readonly erasedEvents: number
  readonly accesses: readonly PersonalAccess[]
}

interface PersonExport {
  readonly company: PersonalFile['company']
  readonly person: Person
  readonly exportedAt: string
  readonly moved: (position: LogPosition) => void
}

/** Undefined if nothing is kept about the person. Reads the whole log: no table knows what was deleted. */
export async function personalFileOf(
  system: AuditedSystem,
  { company, person, exportedAt, moved }: PersonExport,
): Promise<PersonalFile | undefined> {
  const { log, pool } = system
  const found = recordsOf(person)
  const [own, accesses]: [HistoryStep[], HistoryStep[]] = [[], []]
  const upTo = await log.headOfLog()
  for await (const batch of logSlice(log, { isWanted: () => true, upTo, moved })) {
    for (const event of batch) {
      const relation = found.take(event)
      if (relation === 'own') own.push(await openStep(system, event))
      if (relation === 'access') accesses.push(await openStep(system, event))
    }
  }
  const mentions = await mentionsOf(pool, person)
  if (own.length === 0 && mentions.length === 0) return undefined
  const of = (category: string, record: AnyRecord) =>
    detailsOf(pool, person, { record, ids: found.ids(category) })
  return {
    format: 'sarraf-person/1',
    exportedAt,
    company,
    idNo: person.idNo,
    records: {
      customers: await of('customer', customers),
      identificationForms: await of('customerForm', customerForms),
      registerEvents: await of('customerEvent', customerEvents),
      identityVerifications: await of('idvSession', idvSessions),
      expenseVouchers: await of('expenseVoucher', expenseVouchers),
      invoices: await of('invoice', invoices),
      bankTransactions: await of('bankTransaction', bankTransactions),
      sanctionChecks: await of('sanctionCheck', sanctionChecks),
    },
    linkedTransactions: await linkedTransactions(pool, person, transactionsIn(own)),
    mentions,
    events: own.map(eventOf),
    erasedEvents: own.filter(({ data }) => Object.values(data).some(isForgotten)).length,
    accesses: accesses.map(accessOf),
  }
}

const transactionsIn = (steps: readonly HistoryStep[]): readonly string[] => [
  ...new Set(
    steps.map(({ data }) => data['bankTransactionId']).filter((id) => typeof id === 'string'),
  ),
]

const eventOf = ({ stored, kind, metadata, data }: HistoryStep): PersonalEvent => ({
  position: stored.position.toString(),
  recordedAt: metadata.recordedAt,
  type: kind,
  recordId: stored.stream.slice(stored.stream.indexOf('-') + 1),
  data,
})

function accessOf({ stored, metadata, data: { what, recordId } }: HistoryStep): PersonalAccess {
  return {
    at: metadata.recordedAt,
    what: typeof what === 'string' ? what : stored.type,
    recordId: typeof recordId === 'string' ? recordId : null,
    by: metadata.actor.kind,
  }
}
