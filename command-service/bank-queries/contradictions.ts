import { memberOf } from '#command/providers/bank-gateway/port.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { compare } from '#kernel/domain/money.ts'

/** What a stamp stands for permanently; null where it cannot be read. */
export interface BookedFacts {
  readonly incoming: boolean | null
  readonly transactionDate: string | null
  readonly amount: string | null
  readonly currency: string | null
}

/**
 * The bank's names of the facts in which a booking differs from the latest version of a transaction; none if
 * it is like any version, because the back office may have corrected what the bank said.
 */
export function contradictions(
  versions: readonly BookedFacts[],
  booked: BookedFacts,
  timeZone: string,
): readonly string[] {
  const all = versions.map((version) => differences(version, booked, timeZone))
  return all.some(({ length }) => length === 0) ? [] : (all.at(-1) ?? [])
}

/** A fact that cannot be read differs from nothing. */
export function differences(
  one: BookedFacts,
  other: BookedFacts,
  timeZone: string,
): readonly string[] {
  const day = (moment: string) => dayIn(timeZone, epochMsOf(moment))
  const isDifferent = {
    amount: isOther(one.amount, other.amount, (a, b) => compare(a, b) !== 0),
    currency: isOther(one.currency, other.currency),
    incoming: isOther(one.incoming, other.incoming),
    transactionDate: isOther(
      one.transactionDate,
      other.transactionDate,
      (a, b) => day(a) !== day(b),
    ),
  }
  return facts.flatMap((fact) => (isDifferent[fact] ? [memberOf[fact]] : []))
}

const facts = ['amount', 'currency', 'incoming', 'transactionDate'] as const

const isOther = <Value>(
  one: Value | null,
  other: Value | null,
  differ: (one: Value, other: Value) => boolean = (a, b) => a !== b,
) => one !== null && other !== null && differ(one, other)
