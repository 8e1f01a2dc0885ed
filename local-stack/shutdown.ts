import { setTimeout as pause } from 'node:timers/promises'
import type { PartName, Parts } from './part-kinds.ts'
import type { Report } from './report.ts'

/** Counted from the signal. The last step may be cut short; PostgreSQL then recovers at its next start. */
const ALL_WITHIN_MS = 9_500
/** The time for the services, which leaves enough for the event store and PostgreSQL. */
const SERVICES_WITHIN_MS = 9_000
/** Within this time the draining gateway has forwarded what it had accepted. */
const PASSED_ON_WITHIN_MS = 250

/** Stops the gateway first, then the writers, then projections and stores. */
export async function stopInOrder(parts: Parts, report: Report): Promise<void> {
  const begin = Date.now()
  const stop = async (name: PartName, withinMs: number) => {
    const since = Date.now()
    await parts.get(name)?.stop(begin + withinMs)
    report.stopped(name, Date.now() - since)
  }

  const gateway = stop('gateway', SERVICES_WITHIN_MS + 100)
  await Promise.race([gateway, pause(PASSED_ON_WITHIN_MS)])
  await Promise.all([gateway, stop('command', SERVICES_WITHIN_MS)])
  await Promise.all([
    stop('query', ALL_WITHIN_MS - 300),
    stop('projections', ALL_WITHIN_MS - 300),
    stop('shared', ALL_WITHIN_MS - 300),
    stop('feed', ALL_WITHIN_MS - 300),
  ])
  const kafka = stop('kafka', ALL_WITHIN_MS)
  await stop('eventStore', ALL_WITHIN_MS - 200)
  await Promise.all([kafka, stop('postgres', ALL_WITHIN_MS)])
}
