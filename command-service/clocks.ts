import type { Registry } from 'prom-client'
import { differenceInWords } from '#kernel/platform/checks/clock-offset.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import type { RunningProcesses } from './event-sourcing/running-processes.ts'

/** By how much this machine's clock is ahead of those of the stores. */
export type Clocks = Pick<RunningProcesses, 'offsetMs'> & Pick<EventStore, 'clockOffsetMs'>

/** Clocks that differ by more than a second, in words. The service works with them. */
export const clockWarnings = ({ offsetMs, clockOffsetMs }: Clocks): readonly string[] =>
  [
    differenceInWords(offsetMs(), 'the database’s'),
    differenceInWords(clockOffsetMs(), 'the event store’s'),
  ].flatMap((difference) => difference ?? [])

export function exposeClockOffsets(registry: Registry, { offsetMs, clockOffsetMs }: Clocks): void {
  const expose = (name: string, other: string, measured: () => number) => {
    const help = `By how much the clock of this machine is ahead of ${other}`
    exposeGauge(registry, { name, help }, () => measured() / 1_000)
  }
  expose('sarraf_clock_offset_seconds', 'the database’s', offsetMs)
  expose('sarraf_event_store_clock_offset_seconds', 'the event store’s', clockOffsetMs)
}
