import { creditNoteXml } from '#command/ubl/credit-note.ts'
import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { known } from '#kernel/events/event-family.ts'
import type { VoucherContent } from '../voucher-content.ts'
import type { Preparable } from './preparable.ts'

interface Issue {
  readonly uuid: string
  /** ISO 8601, UTC. */
  readonly now: string
  readonly timeZone: string
}

/** The voucher as the XML that is sent to the provider. */
export function documentOf(
  content: VoucherContent,
  { company, seller, serial }: Preparable,
  { uuid, now, timeZone }: Issue,
): string {
  const { attribute, quantity, unitType, price, amount, description } = content
  const instant = Date.parse(now)
  return creditNoteXml({
    uuid,
    issueDate: dayIn(timeZone, instant),
    issueTime: timeOfDayIn(timeZone, instant),
    serial,
    company,
    seller,
    lines: [{ name: attribute, quantity, unitType, price, amount }],
    note: known(description),
  })
}
