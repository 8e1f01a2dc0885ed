import { parseArgs } from 'node:util'
import { EventStoreDBClient } from '@eventstore/db-client'
import {
  type Command,
  CommandError,
  type Terminal,
  WrongUsage,
} from '#kernel/platform/cli/command.ts'
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

async function betweenLogs(parameters: readonly string[], terminal: Terminal, work: Work) {
  const { from, to } = addressesIn(parameters)
  const source = connect('--from', from)
  const target = connect('--to', to)
  try {
    const head = await readHead(source)
    const result = await work({ source, target, head }, progressOn(terminal.stderr))
    const sourceGrew = (await readHead(source)) > head
    if (sourceGrew) {
      terminal.stderr.write(
        `The source has grown since the start (its end was ${head}): run it again to catch up.\n`,
      )
    }
    const upTo = head.toString()
    terminal.stdout.write(`${JSON.stringify({ ...result, upTo, sourceGrew })}\n`)
    return result.equal ? 0 : 1
  } catch (error) {
    throw unreachable(error) ?? error
  } finally {
    await Promise.all([source.dispose(), target.dispose()])
  }
}

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

/** The address is not repeated: it may hold a password. */
function connect(option: string, address: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(address)
  } catch {
    throw new CommandError(`${option}: not an address of an event store (esdb://…)`)
  }
}

const unreachable = (error: unknown) =>
  error instanceof Error && 'type' in error && /unavailable|cancelled/.test(String(error.type))
    ? new CommandError(
        'An event store does not answer. What was copied so far stays; run it again to go on.',
      )
    : undefined
