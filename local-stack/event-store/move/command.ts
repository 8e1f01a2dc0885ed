import pg from 'pg'
import { CommandError, command, WrongUsage } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { connectSession, kept } from '#kernel/platform/database/session.ts'
import { isAddress } from '#kernel/platform/event-store/address.ts'
import { withLogs } from '#kernel/platform/event-store/whole-log/clients.ts'
import { progressOn } from '#kernel/platform/event-store/whole-log/progress.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { startEventStoreNode } from '../node.ts'
import { LogInUse } from '../storage/connections.ts'
import { moveLog } from './move.ts'
import { withStoppedDatabase } from './stopped-system.ts'

const HOST = '127.0.0.1'
const EMBEDDED = 'embedded'
/** An arbitrary constant. */
const MOVE_LOCK = '7712840553911620483'

/** Moves the system that the environment names, as `npm start` does. */
export const moveCommand = command(
  'move',
  (declared) =>
    declared
      .description(
        'Moves a stopped system to another event store: copies, compares, translates kept positions.',
      )
      .requiredOption('--to <address>', 'esdb://… or embedded'),
  ({ options: { to } }, { environment, stdout, stderr }) => {
    if (!isEnd(to)) throw new WrongUsage('--to takes esdb://… or embedded')
    const read = settingsFrom(environment)
    const from = read(orNull(settings.EVENTSTORE_URL)) ?? EMBEDDED
    if (from === to) throw new CommandError(`The system's log is already ${wordsFor(to)}.`)
    return withStoppedDatabase(read, (databaseUrl) =>
      alone(databaseUrl, (database) =>
        withAddresses({ from, to }, databaseUrl, (addresses) =>
          withLogs(addresses, async (logs) => {
            const moved = await moveLog(logs, database, progressOn(stderr))
            stdout.write(jsonLine({ ...moved, upTo: logs.head.toString() }))
            return moved.equal ? 0 : 1
          }),
        ),
      ),
    )
  },
)

const isEnd = (to: string) => to === EMBEDDED || isAddress(to)

const wordsFor = (to: string) =>
  to === EMBEDDED ? 'in the embedded event store (EVENTSTORE_URL names no other)' : 'there'

/** Takes a lock, because two moves at a time would conflict. */
async function alone<Result>(
  databaseUrl: string,
  work: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'move of the log',
    ...kept,
  })
  // A running query reports the lost connection itself.
  database.on('error', () => undefined)
  await connectSession(database)
  try {
    const { rows } = await database.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock(${MOVE_LOCK}) as "isFree"`,
    )
    if (rows[0]?.isFree !== true) throw new CommandError('Another move is running.')
    return await work(database)
  } finally {
    await database.end()
  }
}

interface Ends {
  readonly from: string
  readonly to: string
}

/** Starts the embedded node for the duration of the move. */
async function withAddresses<Result>(
  { from, to }: Ends,
  databaseUrl: string,
  work: (addresses: Ends) => Promise<Result>,
): Promise<Result> {
  if (from !== EMBEDDED && to !== EMBEDDED) return work({ from, to })
  const node = await startEventStoreNode({ databaseUrl, host: HOST, port: 0 }).catch(explain)
  const url = `esdb://${HOST}:${node.port}?tls=false`
  const addressOf = (end: string) => (end === EMBEDDED ? url : end)
  try {
    return await work({ from: addressOf(from), to: addressOf(to) })
  } finally {
    await node.close()
  }
}

function explain(error: unknown): never {
  throw error instanceof LogInUse ? new CommandError(error.message) : error
}
