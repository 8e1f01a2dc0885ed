import { CommandError } from '#kernel/platform/cli/command.ts'
import { addressFault } from '../address.ts'
import { newClient } from '../client.ts'
import type { StoreClient } from '../store-client.ts'
import type { Logs } from './copy-log.ts'
import { readHead } from './log-reads.ts'

function connect(option: string, address: string): StoreClient {
  const fault = addressFault(address)
  if (fault !== undefined) throw new CommandError(`${option} ${fault}`)
  return newClient(address)
}

interface Addresses {
  readonly from: string
  readonly to: string
}

/** Connects to both logs for the duration of the work. */
export async function withLogs<Result>(
  { from, to }: Addresses,
  work: (logs: Logs) => Promise<Result>,
): Promise<Result> {
  const source = connect('--from', from)
  const target = connect('--to', to)
  try {
    return await work({ source, target, head: await readHead(source) })
  } catch (error) {
    throw explained(error)
  } finally {
    await Promise.all([source.dispose(), target.dispose()])
  }
}

/** The same for one log. */
export async function withLog<Result>(
  address: string,
  work: (log: StoreClient) => Promise<Result>,
): Promise<Result> {
  const log = connect('EVENTSTORE_URL', address)
  try {
    return await work(log)
  } catch (error) {
    throw explained(error)
  } finally {
    await log.dispose()
  }
}

const reasons = [
  [
    /unavailable|cancelled/,
    'An event store does not answer. Copied events are kept; run the command again to continue.',
  ],
  [/access-denied/, 'An event store refuses the user: wrong password, or no right to read $all.'],
] as const

function explained(error: unknown): unknown {
  if (!(error instanceof Error && 'type' in error)) return error
  const reason = reasons.find(([pattern]) => pattern.test(String(error.type)))
  return reason === undefined ? error : new CommandError(reason[1])
}
