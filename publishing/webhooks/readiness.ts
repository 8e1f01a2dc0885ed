import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Webhooks } from './webhooks.ts'

/** The parts of the process that have started. */
export interface StartedParts {
  readonly webhooks: Pick<Webhooks, 'phase' | 'failure'> | undefined
  readonly log: Pick<EventStore, 'standstills' | 'anotherLog'> | undefined
}

/** What prevents the process from delivering or standing by; empty if it is ready. */
export function missingParts({ webhooks, log }: StartedParts): readonly string[] {
  const phase = webhooks?.phase() ?? 'starting'
  const finding = log?.anotherLog()
  if (finding !== undefined) return [`event store: ${finding.message}`]
  if (phase === 'standingBy') return []
  if (phase !== 'delivering') return [`webhooks: ${webhooks?.failure() ?? phase}`]
  return (log?.standstills() ?? []).map(({ reason }) => reason)
}
