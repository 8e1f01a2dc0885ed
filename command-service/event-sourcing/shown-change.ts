import type { ShownRecords } from '#command/providers/shown-records/port.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'
import type { UntilReadable } from './named-when-shown.ts'

interface Readers {
  readonly records: ShownRecords
  readonly untilReadable: UntilReadable
}

interface Written {
  readonly companyId: string
  readonly id: string
  readonly position: LogPosition
}

/** The `updatedAt` that readers see; undefined while they do not see the change yet. */
export async function shownChange(
  { records, untilReadable }: Readers,
  { companyId, id, position }: Written,
): Promise<string | undefined> {
  if (!(await untilReadable(position))) return undefined
  const shown = await records.updatedAt(companyId, id).catch(() => undefined)
  return shown === undefined ? undefined : isoMicroseconds(shown)
}
