import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { accessTo } from '../access/access-log.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { auditing } from '../audited-system.ts'
import { companyIn, subjectArguments, subjectOf } from '../finding/subject.ts'
import type { Subject } from '../nouns.ts'
import { writeLines } from '../write-lines.ts'
import { causesInOrder } from './causes.ts'
import { inLogOrder } from './in-log-order.ts'
import { readableEvent } from './readable-event.ts'
import { streamsOf } from './streams-of.ts'

export const historyCommand = command(
  'history',
  (declared) =>
    subjectArguments(declared).description(
      'Prints every event of a record in log order, as one JSON object per line.',
    ),
  ({ args: [noun, given], options }, terminal) =>
    auditing(terminal.environment, async (system) => {
      const asked = { noun, given, companyId: companyIn(options) }
      const subject = await subjectOf(system, asked, terminal.stdin)
      await system.recordAccess(subject.companyId, accessTo('history', subject))
      const progress = progressOn(terminal.stderr)
      progress.beginLog('log', await system.log.headOfLog())
      const lines = historyOf(system, subject, progress.reach)
      const count = await writeLines(terminal.stdout, lines)
      progress.end()
      if (count === 0) throw new CommandError(`There is no ${subject.noun} ${subject.id}.`)
      return 0
    }),
)

/** Every event of the log about a record, in log order, as one line of JSON each. */
async function* historyOf(
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
