import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogPlace,
} from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { acquireLock } from '#projections/runtime/leadership.ts'
import type { DeliveryBatch, Endpoints } from './deliveries-of.ts'
import { changesOf, endpointAfter } from './endpoints/endpoint-events.ts'
import type { WebhookEndpoint } from './endpoints/endpoints.ts'
import { followLog } from './following.ts'
import type { WebhookMetrics } from './metrics.ts'
import { keepReplaying } from './replays/replaying.ts'
import { sendersOf } from './senders.ts'
import type { SenderOptions } from './sending/sender.ts'
import type { DeliveryStore } from './store/open-store.ts'
import { deliveryStore } from './store/open-store.ts'
import type { KnownEndpoint } from './store/store.ts'
import { webhookTables } from './store/tables.ts'

const LONGEST_PAUSE_MS = 5_000
const TIDY_EVERY_MS = 3_600_000

export interface WebhookOptions
  extends Pick<SenderOptions, 'allowPrivate' | 'pauseMs' | 'timeoutMs'> {
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: WebhookMetrics
}

export type WebhookPhase = 'starting' | 'standingBy' | 'delivering' | 'waiting' | 'stopped'

export interface Webhooks {
  readonly phase: () => WebhookPhase
  /** Why it waits. */
  readonly failure: () => string | undefined
  readonly close: () => Promise<void>
}

/** Delivers public events to the companies' endpoints; of several processes one does. */
export function startWebhooks(options: WebhookOptions): Webhooks {
  const stop = new AbortController()
  let phase: WebhookPhase = 'starting'
  let failure: string | undefined
  const enter = (next: WebhookPhase) => {
    phase = next
    if (next !== 'waiting') failure = undefined
  }

  const ended = keepGoing({
    stop: stop.signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      await leadOneTerm(options, { stop: stop.signal, enter })
      return 'again'
    },
    failed(error, failures) {
      enter('waiting')
      failure = error instanceof Error ? error.message : 'unknown'
      options.logger.warn({ err: error, failures }, 'webhooks failed and will be retried')
      return undefined
    },
  })
  return {
    phase: () => phase,
    failure: () => failure,
    close: async () => {
      stop.abort()
      await ended
      enter('stopped')
    },
  }
}

interface Term {
  readonly stop: AbortSignal
  readonly enter: (phase: WebhookPhase) => void
}

async function leadOneTerm(options: WebhookOptions, { stop, enter }: Term) {
  const { databaseUrl, eventStore, logger } = options
  const connection = await openLeaderConnection(databaseUrl, logger)
  try {
    const { client, lost } = connection
    const standby = { stop, standingBy: () => enter('standingBy') }
    if ((await acquireLock(client, WEBHOOKS_SCHEMA, standby)) === undefined) return
    await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
    const store = deliveryStore(client)
    const place = (await store.place()) ?? BEFORE_THE_LOG
    await eventStore.checkPlace(place)
    const endpoints = await endpointsUpTo(place, store, options)
    await store.leaveOutDowntime()
    enter('delivering')
    await deliver({ ...options, store, endpoints, place, stop, lost })
  } finally {
    await connection.close()
  }
}

/**
 * The endpoints as they were at the place: their later events come with the log. This process may be
 * able to read what another one could not.
 */
async function endpointsUpTo(
  place: LogPlace,
  store: DeliveryStore,
  { eventStore, vault, logger }: WebhookOptions,
): Promise<Endpoints> {
  const endpoints: Endpoints = new Map()
  const changed: WebhookEndpoint[] = []
  for (const known of await store.endpoints()) {
    const { id } = known
    for await (const event of changesOf(eventStore, id, logger)) {
      if (event.position > place.position) continue
      const endpoint = await endpointAfter(event, vault)
      if (endpoint === undefined) continue
      endpoints.set(id, endpoint)
      if (isOther(known, endpoint)) changed.push(endpoint)
      break
    }
  }
  if (changed.length > 0) {
    await store.add({ deliveries: [], endpoints: changed, standstills: [], upTo: place })
  }
  return endpoints
}

const isOther = (known: KnownEndpoint, { isEnabled, isGivenUp }: WebhookEndpoint) =>
  known.isEnabled !== isEnabled || known.isGivenUp !== isGivenUp

interface Delivering extends WebhookOptions {
  readonly store: DeliveryStore
  readonly endpoints: Endpoints
  readonly place: LogPlace
  readonly stop: AbortSignal
  readonly lost: Promise<Error>
}

/** Until it is stopped, the connection is lost, or the first endpoint is found. */
async function deliver(delivering: Delivering) {
  const { endpoints, lost, store } = delivering
  const termEnds = new AbortController()
  const stop = AbortSignal.any([delivering.stop, termEnds.signal])
  const senders = sendersOf(delivering)
  for (const endpoint of endpoints.values()) senders.change(endpoint)
  const tidying = keepTidy(store, stop)
  const replaying = keepReplaying({ ...delivering, stop, added: (id) => senders.wake([id]) })
  const helping = Promise.all([tidying, replaying])
  const added = ({ deliveries, endpoints: changed }: DeliveryBatch) => {
    for (const endpoint of changed) senders.change(endpoint)
    senders.wake(deliveries.map(({ endpointId }) => endpointId))
  }
  await followLog(
    { ...delivering, added },
    {
      stop,
      ends: [lost, helping],
      async closing() {
        termEnds.abort()
        await Promise.allSettled([senders.close(), helping])
      },
    },
  )
}

/** At the start of a term, and then every hour. */
const keepTidy = (store: DeliveryStore, stop: AbortSignal) =>
  every(TIDY_EVERY_MS, stop, async () => {
    await store.tryAgain()
    await store.removeOldAttempts()
  })
