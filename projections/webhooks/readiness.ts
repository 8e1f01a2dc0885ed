import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Webhooks } from './webhooks.ts'

/** What there is of the process so far. */
export interface Parts {
  readonly webhooks: Pick<Webhooks, 'phase' | 'failure'> | undefined
  readonly log: Pick<EventStore, 'standstills'> | undefined
}

/** What the process lacks to deliver, or to stand by; nothing if it is ready. */
export function missingParts({ webhooks, log }: Parts): readonly string[] {
  const phase = webhooks?.phase() ?? 'starting'
  if (phase === 'standingBy') return []
  if (phase !== 'delivering') return [`webhooks: ${webhooks?.failure() ?? phase}`]
  return (log?.standstills() ?? []).map(({ reason }) => reason)
}
