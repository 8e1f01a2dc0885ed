import { type VoucherStep, voucherWork } from '#command/expense-vouchers/recovery.ts'
import { type InvoiceStep, invoiceWork, waitBeforeAsking } from '#command/invoices/recovery.ts'
import { kmtsWork } from '#command/kmts-verifications/recovery.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from '#test/support/decoded.ts'
import type { Told } from '#test/system/answers/obedient-client.ts'
import type { Ended } from './clients.ts'
import { type Answered, workIn } from './faults-in-log.ts'
import { MIDNIGHT, type Plan } from './plan.ts'
import type { Records } from './records-in-log.ts'
import { companyOf } from './setup.ts'
import { type Kind, wantedBy } from './wanted.ts'
import type { SimulatedIntegrator } from './world/integrator.ts'

/** What is left when all faults have ended and all clients have their answers. */
export interface End {
  readonly ended: readonly Ended[]
  readonly events: readonly StoredEvent[]
  /** Of a company. */
  readonly recordsOf: (companyId: string) => Records
  readonly integrator: SimulatedIntegrator
  readonly answered: readonly Answered[]
  readonly plan: Plan
}

export function untrueAnswers(end: End): readonly string[] {
  const { ended, recordsOf, events, plan } = end
  const faults = [
    ...ended.flatMap(({ told }) => told.flatMap((one) => one.faults)),
    ...givenUp(end),
  ]
  const wanted = Map.groupBy(ended, ({ client }) => {
    const { kind, of } = wantedBy(client)
    return `${companyOf(client)} ${kind} ${of}`
  })
  const official = officialIn(events)
  for (const all of wanted.values()) {
    const [first] = all
    if (first === undefined) continue
    const { kind, of, becomes, mayBeRepeated = false } = wantedBy(first.client)
    if (kind === 'bank query') continue
    const there = recordsOf(companyOf(first.client)).of(kind, of)
    const created = all.map(({ told }) => told[0]?.last)
    const lastStep = first.told.length > 1 ? first.told.at(-1)?.last : undefined
    const deletions = first.told.slice(becomes === 'cancelled' ? 2 : 1)
    const say = (what: string) =>
      faults.push(
        `${what}: ${kind} of ${of}, ${there.length} there (${there.map(({ stage }) => stage).join()}), told ${all.map(({ told }) => told.map(({ last }) => last).join()).join(' and ')}`,
      )
    // Before midnight and after it, equal documents are not of one day.
    const mayBeMadeAgain = notDocuments.has(kind) || plan.startsAt === MIDNIGHT
    const mayBeTwo =
      (mayBeMadeAgain && all.some(isWithoutKey)) || (mayBeRepeated && all.some(hasLostItsNote))
    if (there.length > 1 && !mayBeTwo) say('more than one')
    else if ((becomes === 'deleted' || becomes === 'cancelled') && deletions.length > 0) {
      const steps = new Set(deletions.map(({ last }) => last))
      if (steps.has('done') && there.length > 0 && !mayBeTwo) say('deleted and there')
      if (steps.isSubsetOf(REFUSED) && there.length === 0) say('not deleted, and gone')
    } else if (created.includes('done') && !there.some(({ stage }) => stage === 'there'))
      say('acknowledged and lost')
    else if (created.every((last) => last === 'refused') && there.length > 0 && !mayBeTwo)
      say('refused and there')
    const isOfficial = there.some(({ id }) => official.has(id))
    if (becomes === 'official' && first.told.length === STEPS && lastStep !== 'unknown') {
      if (isOfficial !== (lastStep === 'done'))
        say(isOfficial ? 'refused and official' : 'not official')
    }
  }
  return faults
}

/** Who repeats a request with its key gets what could not be sent before. */
const givenUp = ({ answered }: Pick<End, 'answered'>) =>
  answered
    .filter(({ isRepeated, wasNotSent }) => isRepeated && wasNotSent)
    .map(({ client }) => `a repetition was refused, because nothing was sent: ${client.wants}`)

/** Asked for again without a key, they are made again. */
const notDocuments: ReadonlySet<Kind> = new Set(['check', 'label'])

const isWithoutKey = ({ client }: Ended) => !client.hasKey

/**
 * Whether the instance that served the client has died, and with it the note of what it had begun: the gateway knows no
 * record to name. What has not arrived yet is in no list, so without a key such a one may come twice.
 */
const hasLostItsNote = (one: Ended) =>
  isWithoutKey(one) &&
  one.told.some(({ heard }) =>
    heard.some((line) => line.includes('"rule":"unknown"') && !line.includes('"existingId"')),
  )

const REFUSED: ReadonlySet<Told['last']> = new Set(['refused'])

/** The draft, its preparation, the SMS and the confirmation. */
const STEPS = 4

const officialIn = (events: readonly StoredEvent[]) =>
  new Set(
    decoded<VoucherStep>([expenseVoucherEvents], events).flatMap(({ event }) =>
      event.type === 'ProviderAccepted' ? [event.data.voucherId] : [],
    ),
  )

export function repeatedSubmissions({ integrator, events }: End): readonly string[] {
  const steps = decoded<VoucherStep | InvoiceStep>([expenseVoucherEvents, invoiceEvents], events)
  const official = new Set(
    steps.flatMap(({ event }) =>
      event.type === 'InvoiceIssued' || event.type === 'ProviderAccepted' ? [event.data.uuid] : [],
    ),
  )
  const begun = steps.flatMap(({ event }) => (BEGINS.has(event.type) ? attemptIn(event) : []))
  const calls = Map.groupBy(integrator.submissions, ({ uuid }) => uuid)
  const repeated = [...calls].flatMap(([uuid, all]) =>
    new Set(all.map(({ requestId }) => requestId)).size < all.length
      ? [`an attempt at ${uuid} was made twice`]
      : [],
  )
  const unknown = [...integrator.books].flatMap(([uuid, { kind, state }]) =>
    state === 'accepted' && !official.has(uuid)
      ? [`${kind} ${uuid} is official at the integrator alone`]
      : [],
  )
  return [...repeated, ...beganTwice(begun), ...unknown]
}

const BEGINS: ReadonlySet<string> = new Set([
  'PreparationStarted',
  'SmsRequested',
  'SubmissionStarted',
  'DeletionStarted',
  'DraftDeletionStarted',
])

const attemptIn = ({ data }: VoucherStep | InvoiceStep) =>
  'attemptId' in data && data.attemptId !== null ? [data.attemptId] : []

const beganTwice = (ids: readonly string[]) =>
  [...Map.groupBy(ids, (id) => id)].flatMap(([id, all]) =>
    all.length > 1 ? [`attempt ${id} began ${all.length} times`] : [],
  )

export function unfinishedWork({ events }: End): readonly string[] {
  const vouchers = workIn(voucherWork, events)
  const invoices = workIn(invoiceWork, events)
  const queries = [...workIn(kmtsWork, events).keys()]
  return [
    ...queries.map((id) => `${id} is still queried`),
    ...[...vouchers, ...invoices].map(([id, { stage }]) => `${id} is still ${stage}`),
  ]
}

/** Drafts at the integrator whose deletion it has not confirmed so often that the recovery waits for longer. */
export const notDeletedWithin = (ms: number, events: readonly StoredEvent[]): readonly string[] =>
  [...workIn(invoiceWork, events)].flatMap(([id, { stage, asked }]) =>
    stage === 'deleting' && waitBeforeAsking(asked) > ms ? [id] : [],
  )
