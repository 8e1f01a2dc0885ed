import { categoryOf } from '#kernel/events/category-of.ts'
import { numberBookEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { families } from '#kernel/events/families.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { BrokenRule, Check, EventPlace } from './check.ts'
import { claimsCheck } from './claims.ts'
import { numbersCheck } from './numbers.ts'
import { revisionsCheck } from './revisions.ts'
import { storedAtCheck } from './stored-at.ts'
import { submissionsCheck } from './submissions.ts'

const MAX_FAULTS = 100

type Shown = (check: Check, place: EventPlace) => BrokenRule | undefined

/** Checks the events of one company, or of all, against every rule that the log must keep. */
export function logChecks(companyId: string | null) {
  const checks = [numbersCheck(), claimsCheck(), submissionsCheck()]
  const revisionFault = revisionsCheck()
  const momentFault = storedAtCheck(Date.now())
  const faults: BrokenRule[] = []
  let count = 0
  function keep(fault: BrokenRule) {
    count += 1
    if (faults.length < MAX_FAULTS) faults.push(fault)
  }
  return {
    see(stored: readonly StoredEvent[]): void {
      for (const event of stored) {
        const found = [revisionFault(event), momentFault(event)]
        if (!isOurs(event, companyId)) continue
        for (const fault of found) if (fault !== undefined) keep(fault)
        if (!event.isGenuine) keep(forged(event))
      }
      const genuine = stored.filter(({ isGenuine }) => isGenuine)
      for (const { event, metadata, stream, position } of decodeWithoutKeys(decoderOf, genuine)) {
        if (companyId !== null && metadata.companyId !== companyId) continue
        const place = { companyId: metadata.companyId, stream, position }
        for (const check of checks) {
          const fault = event(check, place)
          if (fault !== undefined) keep(fault)
        }
      }
    },
    /** The first faults, and the number of all. */
    found: () => ({ count, faults: [...faults] }),
  }
}

const categories = new Set(families.map(({ category }) => category))

/** Whether it is in a stream of ours. Its metadata name its company. */
const isOurs = ({ stream, metadata }: StoredEvent, companyId: string | null) =>
  categories.has(categoryOf(stream)) && (companyId === null || metadata['companyId'] === companyId)

const forged = ({ stream, position, revision, type }: StoredEvent): BrokenRule => ({
  rule: 'macs',
  stream,
  position,
  problem: `${type} at revision ${revision} has no valid MAC: Sarraf did not write it there`,
})

/** Passes an event to the checks that examine its family. */
function shownTo<Event extends AnyEvent>(
  family: EventFamily<Event>,
  examinerOf: (
    check: Check,
  ) => ((event: Event, place: EventPlace) => BrokenRule | undefined) | undefined,
): readonly [string, Decoder<Shown>] {
  const decoder: Decoder<Shown> = {
    decode(encoded, opener) {
      const event = family.decode(encoded, opener)
      return event && ((check, place) => examinerOf(check)?.(event, place))
    },
  }
  return [family.category, decoder]
}

const decoders = new Map([
  shownTo(expenseVoucherEvents, ({ voucher }) => voucher),
  shownTo(invoiceEvents, ({ invoice }) => invoice),
  shownTo(numberBookEvents, ({ numberBook }) => numberBook),
  shownTo(transactionClaimEvents, ({ transactionClaim }) => transactionClaim),
])

const decoderOf = (stream: string) => decoders.get(categoryOf(stream))
