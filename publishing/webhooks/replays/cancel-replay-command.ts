import type { Pool } from 'pg'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { wholeNumber } from '#kernel/platform/cli/options.ts'
import { onWebhooks } from '../on-webhooks.ts'

export const cancelReplayCommand = command(
  'cancel-replay',
  (declared) =>
    declared
      .description('Ends a replay early. The events that it has found so far are delivered.')
      .argument('<replay>', 'its number, from webhooks list', wholeNumber),
  ({ args: [replay] }, { environment, stdout }) =>
    onWebhooks(environment, async ({ pool }) => {
      const cancelled = await cancelReplay(pool, String(replay))
      if (cancelled === undefined) throw new CommandError(`There is no replay ${replay}.`)
      stdout.write(jsonLine({ cancelled: String(replay), ...cancelled }))
      return 0
    }),
)

/** Undefined if nobody asked for it, or it has ended. */
export async function cancelReplay(pool: Pick<Pool, 'query'>, replay: string) {
  const { rows } = await pool.query<{ endpoint: string; since: Date }>(CANCEL, [replay])
  return rows[0]
}

/** A replay without a start was not requested: it continues behind an event that cannot be read. */
const CANCEL = `
  delete from webhooks.replay where id = $1 and since > '-infinity'
  returning endpoint_id as endpoint, since`
