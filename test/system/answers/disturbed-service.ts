import { setTimeout as pause } from 'node:timers/promises'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { type FaultyNetwork, faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { LONGEST_START_MS } from '#test/support/patience.ts'
import { readyWithin } from '#test/support/ready.ts'
import { fault } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { gatewayForThisTest } from '#test/support/upstream.ts'

export const networkFaults = ['freeze', 'holdAnswers', 'loseAnswers', 'cut', 'slow'] as const

interface NetworkFault {
  readonly of: 'log' | 'database'
  readonly how: (typeof networkFaults)[number]
  /** The piece of what the service sends there: which one, or what is written in it. */
  readonly at: number | string
  /** For that many milliseconds, or until something has happened. */
  readonly lasts: number | Promise<unknown>
}

/** What happens while clients ask for something. */
export type Disturbance =
  | { readonly of: 'nothing' }
  | NetworkFault
  /** The process ends just before it sends that piece to the log, or just after. */
  | { readonly of: 'process'; readonly at: number | string; readonly isSent: boolean }
  /** The next calls of some operations fail so. */
  | { readonly of: 'providers'; readonly mode: FaultMode }

/** How long the service waits for the log: enough for an undisturbed one on a busy machine. */
export const LOG_TIMEOUT_MS = 3_000

const EVENT_STORE_TIMEOUT = { EVENTSTORE_TIMEOUT_MS: `${LOG_TIMEOUT_MS}` }
/** Longer than the integrator is waited for, shorter than the deadline of an attempt. */
const SLOW_PROVIDER_MS = 1_300
const SLOW_NETWORK_MS = 150

const operations: readonly OperationName[] = [
  'voucher.prepare',
  'voucher.sms',
  'voucher.submit',
  'voucher.cancel',
  'invoice.submit',
  'invoice.draft',
  'invoice.deleteDraft',
  'taxpayer.lookup',
  'kmts.query',
  'bank.transactions',
]

/**
 * A command service whose log, database, providers and life a test can disturb, behind a gateway. When
 * it dies, the system's own takes over.
 */
export async function disturbedService(system: SystemAddresses) {
  const log = await faultyNetworkForThisTest(portOf(system.eventStoreUrl))
  const database = await faultyNetworkForThisTest(portOf(system.databases.command))
  const service = await anotherCommandService(system, {
    EVENTSTORE_URL: eventStoreUrl(log.port),
    DATABASE_URL: withPort(system.databases.command, database.port),
    ...EVENT_STORE_TIMEOUT,
  })
  await readyWithin(service.url, LONGEST_START_MS)
  const front = await faultyNetworkForThisTest(portOf(service.url))
  const command = `http://127.0.0.1:${front.port}`
  const url = await gatewayForThisTest({ command, query: system.baseUrl })
  const networks = { log, database, front }
  return {
    url,
    /** Gives what resolves when it is over, at once if it has not begun. */
    disturb: (how: Disturbance) => disturb(system, networks, how),
    async close() {
      for (const network of [log, database]) network.heal()
      await service.close()
      for (const network of [log, database, front]) network.end()
    },
  }
}

type Networks = Readonly<Record<'log' | 'database' | 'front', FaultyNetwork>>

type UntilOver = () => Promise<void>
const atOnce: UntilOver = async () => undefined

async function disturb(
  system: SystemAddresses,
  networks: Networks,
  how: Disturbance,
): Promise<UntilOver> {
  if (how.of === 'nothing') return atOnce
  if (how.of === 'providers') {
    for (const operation of operations) await fault(system, operation, how.mode, SLOW_PROVIDER_MS)
    return atOnce
  }
  if (how.of === 'process') {
    const die = () => {
      networks.front.leadTo(portOf(system.baseUrl))
      networks.log.end()
      networks.database.end()
    }
    networks.log.strikeAt(how.at, how.isSent ? () => void setImmediate(die) : die)
    return atOnce
  }
  const network = networks[how.of]
  let healing = Promise.resolve()
  network.strikeAt(how.at, () => {
    strike(network, how.how)
    healing = heal(network, how)
  })
  return () => healing
}

async function heal(network: FaultyNetwork, { how, lasts }: NetworkFault) {
  await (typeof lasts === 'number' ? pause(lasts) : lasts)
  if (how === 'loseAnswers') network.cut()
  network.heal()
}

function strike(network: FaultyNetwork, how: (typeof networkFaults)[number]) {
  switch (how) {
    case 'freeze':
      return network.freeze()
    case 'holdAnswers':
    case 'loseAnswers':
      return network.holdAnswers()
    case 'slow':
      return network.delay(SLOW_NETWORK_MS)
    default:
      network.cut()
      return network.freeze()
  }
}

const portOf = (url: string) => Number(new URL(url.replace(/^\w+:/, 'http:')).port)

function withPort(url: string, port: number) {
  const { protocol, pathname, search, username, password } = new URL(url)
  const who = username === '' ? '' : `${username}:${password}@`
  return `${protocol}//${who}127.0.0.1:${port}${pathname}${search}`
}
