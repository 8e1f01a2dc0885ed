import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { AuditedSystem } from '../audited-system.ts'
import type { Subject } from '../nouns.ts'
import { causesInOrder } from './causes.ts'
import { inLogOrder } from './in-log-order.ts'
import { readableEvent } from './readable-event.ts'
import { streamsOf } from './streams-of.ts'

/** Every event of the log about a record, in log order, as one line of JSON each. */
export async function* historyOf(
  { log, vault }: Pick<AuditedSystem, 'log' | 'vault'>,
  subject: Subject,
  moved: (position: LogPosition) => void = () => undefined,
): AsyncGenerator<string, void> {
  const whyIs = causesInOrder()
  for await (const event of inLogOrder(await streamsOf(log, subject))) {
    yield `${await readableEvent(vault, event, whyIs(event))}\n`
    moved(event.position)
  }
}
