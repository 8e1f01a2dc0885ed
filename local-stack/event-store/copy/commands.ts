import { parseArgs } from 'node:util'
import { type Command, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import { withLogs } from './clients.ts'
import { compareLogs } from './compare-logs.ts'
import { copyLog, type Logs } from './copy-log.ts'
import { readHead } from './log-reads.ts'
import { type Progress, progressOn } from './progress.ts'

const PARAMETERS = '--from esdb://… --to esdb://…'

export const copyCommand: Command = {
  parameters: PARAMETERS,
  does: 'copies the whole log of one event store into another, or goes on with it, and compares them',
  run: (parameters, terminal) =>
    betweenLogs(parameters, terminal, async (logs, progress) => ({
      ...(await copyLog(logs, progress)),
      ...(await compareLogs(logs, progress)),
    })),
}

export const compareCommand: Command = {
  parameters: PARAMETERS,
  does: 'compares two event stores, event by event',
  run: (parameters, terminal) => betweenLogs(parameters, terminal, compareLogs),
}

type Work = (logs: Logs, progress: Progress) => Promise<{ readonly equal: boolean }>

const betweenLogs = (parameters: readonly string[], terminal: Terminal, work: Work) =>
  withLogs(addressesIn(parameters), async (logs) => {
    const { source, head } = logs
    const result = await work(logs, progressOn(terminal.stderr))
    const sourceGrew = (await readHead(source)) > head
    if (sourceGrew) {
      terminal.stderr.write(
        `The source has grown since the start (its end was ${head}): run it again to catch up.\n`,
      )
    }
    const upTo = head.toString()
    terminal.stdout.write(`${JSON.stringify({ ...result, upTo, sourceGrew })}\n`)
    return result.equal ? 0 : 1
  })

function addressesIn(parameters: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const
    const { from, to } = parseArgs({ args: [...parameters], options }).values
    if (from === undefined || to === undefined) throw new WrongUsage()
    return { from, to }
  } catch {
    throw new WrongUsage()
  }
}
