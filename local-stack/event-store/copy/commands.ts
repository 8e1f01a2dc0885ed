import { type CliCommand, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { withLogs } from '#kernel/platform/event-store/whole-log/clients.ts'
import { copyLog, type Logs } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import { readHead } from '#kernel/platform/event-store/whole-log/log-reads.ts'
import { type LogProgress, progressOn } from '#kernel/platform/event-store/whole-log/progress.ts'
import { compareLogs } from './compare-logs.ts'

export const copyCommand = betweenLogs(
  'copy',
  'Copies the whole log of one event store to another, or continues a copy, and compares both.',
  async (logs, progress) => ({
    ...(await copyLog(logs, progress)),
    ...(await compareLogs(logs, progress)),
  }),
)

export const compareCommand = betweenLogs(
  'compare',
  'Compares two event stores, event by event.',
  compareLogs,
)

type Work = (logs: Logs, progress: LogProgress) => Promise<{ readonly equal: boolean }>

function betweenLogs(name: string, description: string, work: Work): CliCommand {
  return command(
    name,
    (declared) =>
      declared
        .description(description)
        .requiredOption('--from <address>', 'esdb://…')
        .requiredOption('--to <address>', 'esdb://…'),
    ({ options }, terminal) => withLogs(options, (logs) => run(logs, terminal, work)),
  )
}

async function run(logs: Logs, terminal: Terminal, work: Work): Promise<number> {
  const { source, head } = logs
  const result = await work(logs, progressOn(terminal.stderr))
  const sourceGrew = (await readHead(source)) > head
  if (sourceGrew) {
    terminal.stderr.write(
      `The source has grown since the start (its end was ${head}): run it again to catch up.\n`,
    )
  }
  const upTo = head.toString()
  terminal.stdout.write(jsonLine({ ...result, upTo, sourceGrew }))
  return result.equal ? 0 : 1
}
