import { setTimeout as pause } from 'node:timers/promises'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { type FaultyNetwork, faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { LONGEST_START_MS } from '#test/support/patience.ts'
import { readyWithin } from '#test/support/ready.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { gatewayForThisTest } from '#test/support/upstream.ts'

/** What happens while clients ask for something, at a piece that the service sends to the log. */
export type Disturbance =
  | {
      readonly of: 'log'
      readonly how: 'freeze' | 'loseAnswers'
      /** Which one, or what is written in it. */
      readonly at: number | string
      /** For that many milliseconds, or until something has happened. */
      readonly lasts: number | Promise<unknown>
    }
  /** The process ends just before it sends that piece. */
  | { readonly of: 'process'; readonly at: number | string }

/** How long the service waits for the log: enough for an undisturbed one on a busy machine. */
export const LOG_TIMEOUT_MS = 3_000

const EVENT_STORE_TIMEOUT = { EVENTSTORE_TIMEOUT_MS: `${LOG_TIMEOUT_MS}` }
/**
 * A command service whose log and life a test can disturb, behind a gateway. When it dies, the system's own takes over.
 */
export async function disturbedService(system: SystemAddresses) {
  const log = await faultyNetworkForThisTest(portOf(system.eventStoreUrl))
  const service = await anotherCommandService(system, {
    EVENTSTORE_URL: eventStoreUrl(log.port),
    ...EVENT_STORE_TIMEOUT,
  })
  await readyWithin(service.url, LONGEST_START_MS)
  const front = await faultyNetworkForThisTest(portOf(service.url))
  const command = `http://127.0.0.1:${front.port}`
  const url = await gatewayForThisTest({ command, query: system.baseUrl })
  return {
    url,
    /** Gives what resolves when it is over, at once if it has not begun. */
    disturb: (how: Disturbance) => disturb(system, { log, front }, how),
    async close() {
      log.heal()
      await service.close()
      for (const network of [log, front]) network.end()
    },
  }
}

async function disturb(
  { baseUrl }: SystemAddresses,
  { log, front }: Readonly<Record<'log' | 'front', FaultyNetwork>>,
  how: Disturbance,
): Promise<() => Promise<void>> {
  if (how.of === 'process') {
    log.strikeAt(how.at, () => {
      front.leadTo(portOf(baseUrl))
      log.end()
    })
    return async () => undefined
  }
  let healing = Promise.resolve()
  log.strikeAt(how.at, () => {
    if (how.how === 'freeze') log.freeze()
    else log.holdAnswers()
    healing = heal(how.lasts)
  })
  async function heal(lasts: number | Promise<unknown>) {
    await (typeof lasts === 'number' ? pause(lasts) : lasts)
    if (how.of === 'log' && how.how === 'loseAnswers') log.cut()
    log.heal()
  }
  return () => healing
}

const portOf = (url: string) => Number(new URL(url.replace(/^\w+:/, 'http:')).port)
