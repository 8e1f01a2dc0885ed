import { randomUUID } from 'node:crypto'
import { apiKeyEvents } from '#kernel/events/reference-data.ts'
import { CommandError, type Terminal } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { apiKeyStream } from '#kernel/platform/recording/key-streams.ts'
import { companyKey, newEvent } from '../import/kind.ts'
import type { StandsAt } from '../import/wait-until-shown.ts'

/** Records the same key as disabled. */
export const disableKey =
  (apiUserId: string, { stdout }: Terminal) =>
  async ({ eventStore, vault, pool }: System): Promise<StandsAt> => {
    const stream = apiKeyStream(apiUserId)
    const [latest] = await eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
    if (latest === undefined) throw new CommandError(`There is no key of ${apiUserId}.`)
    const [recorded] = await decodeEvents(vault, () => apiKeyEvents, [latest])
    if (recorded === undefined) throw new CommandError(`The key of ${apiUserId} cannot be read.`)
    const { data } = recorded.event
    stdout.write(jsonLine({ companyId: data.companyId, apiUserId, status: false }))
    if (!data.status)
      return { last: latest.position, lastReference: latest.position, changesKeys: false }
    const run = {
      vault,
      origin: operatorOrigin(randomUUID()),
      line: 1,
      now: await commonClock(pool),
    }
    const event = await newEvent(run, {
      family: apiKeyEvents,
      event: { ...recorded.event, data: { ...data, status: false } },
      stream,
      revision: latest.revision + 1n,
      owner: { companyId: data.companyId, ...companyKey() },
    })
    const { position } = await eventStore.append(stream, [event], latest.revision)
    return { last: position, lastReference: position, changesKeys: true }
  }
