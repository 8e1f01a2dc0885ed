import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, onTestFinished, vi } from 'vitest'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore, NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { type Logger, silentLogger } from '#kernel/platform/process/logger.ts'
import { handOverRowMacs } from '#kernel/platform/vault/row-macs.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import type { ProjectionDefinition } from '#projections/runtime/definition.ts'
import { createProjectionMetrics } from '#projections/runtime/metrics.ts'
import { askToRetry } from '#projections/runtime/parking/ask-to-retry.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import { type Projection, startProjection } from '#projections/runtime/projection.ts'
import { databasesOfRoles } from '#test/support/database.ts'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { forThisFile } from '#test/support/for-this-file.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { encoded } from '#test/support/stored-events.ts'
import { COMPANY } from './samples.ts'

interface Circumstances {
  readonly companyId?: string
  /** When the writer's clock says that it happens. */
  readonly at?: string
}

interface Projecting {
  readonly definition?: ProjectionDefinition
  readonly schema?: string
  readonly maxBatch?: number
  readonly logger?: Logger
  readonly eventStore?: EventStore
}

export type Dealer = Awaited<ReturnType<typeof openDealer>>

/** A log, a vault and tables of its own, all in one database, until the running test ends. */
export const dealerForThisTest = async () => dealerOn(await eventStoreNodeForThisTest())

/** The same on a node that the test starts and stops itself. */
export async function dealerOn(place: Place) {
  const dealer = await openDealer(place)
  onTestFinished(dealer.close)
  return dealer
}

/** The same for all tests of a file, with a projection; each test keeps to a company of its own. */
export function dealerForThisFile(): { readonly now: Dealer } {
  const node = eventStoreNodeForThisFile()
  const opened = forThisFile(async () => {
    const dealer = await openDealer(node)
    dealer.project()
    return dealer
  })
  return {
    get now() {
      return opened()
    },
  }
}

interface Place {
  readonly url: string
  /** As its administrator. */
  readonly databaseUrl: string
  /** Of a vault that is there already. */
  readonly vaultKey?: Buffer
}

/** The caller closes it. */
export async function openDealer({ url, databaseUrl, vaultKey = randomBytes(32) }: Place) {
  const projections: Projection[] = []
  const databases = databasesOfRoles(databaseUrl)
  const administrator = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  const pool = openPool(databases.projections, { logger: silentLogger, max: 4, name: 'test' })
  // The dealer writes as a command service does.
  const commands = openPool(databases.command, { logger: silentLogger, max: 4, name: 'test' })
  let vault = await openVault(commands, vaultKey)
  // A busy machine answers hundreds of appends at once late.
  const eventStore = connectEventStore({
    url,
    logger: silentLogger,
    macs: vault.eventMacs,
    resolveWithinMs: LONGEST_WAIT_MS,
  })
  const revisions = new Map<string, bigint>()

  async function append(stream: string, event: NewEvent) {
    const expected = revisions.get(stream) ?? 'no_stream'
    const { position, revision } = await eventStore.append(stream, [event], expected)
    revisions.set(stream, revision)
    return position
  }

  /** An event as the services write it. */
  function written<Event extends AnyEvent>(
    family: EventFamily<Event>,
    id: string,
    event: NoInfer<Event>,
    { companyId = COMPANY, ...when }: Circumstances = {},
  ): Promise<NewEvent> {
    const stream = `${family.category}-${id}`
    const owner = { purpose: 'customer', person: '10000000146' } as const
    return encoded(vault, { family, event, stream, companyId, owner, ...when })
  }

  /** Appends one event as the services do; gives its position. */
  const write = async <Event extends AnyEvent>(
    family: EventFamily<Event>,
    id: string,
    event: NoInfer<Event>,
    circumstances: Circumstances = {},
  ): Promise<LogPosition> =>
    append(`${family.category}-${id}`, await written(family, id, event, circumstances))

  /** A projection on this database, closed with the test at the latest. */
  function project(options: Projecting = {}): Projection {
    const metrics = createProjectionMetrics(new Registry(), eventStore.headOfLog)
    const defaults = {
      definition: readModels,
      databaseUrl: databases.projections,
      eventStore,
      vault,
      logger: silentLogger,
      metrics,
    }
    const projection = startProjection({ ...defaults, ...options })
    projections.push(projection)
    return projection
  }

  /** As the administrator. */
  async function rows<R extends pg.QueryResultRow>(query: string, values: readonly unknown[] = []) {
    return (await administrator.query<R>(query, [...values])).rows
  }

  async function positionShown(schema = 'read_model') {
    const found = await rows<{ position: string }>(
      `select position::text from ${schema}.checkpoint`,
    )
    return parseLogPosition(found[0]?.position ?? '0')
  }

  /** Waits until the tables show all that has been written. */
  async function untilShown({ schema = 'read_model', store = eventStore } = {}) {
    const head = await store.headOfLog()
    await vi.waitFor(async () => expect((await positionShown(schema)) >= head).toBe(true), {
      timeout: LONGEST_WAIT_MS,
      interval: 5,
    })
  }

  async function close() {
    await Promise.all(projections.map((projection) => projection.close()))
    await eventStore.close()
    await commands.end()
    await pool.end()
    await administrator.end()
  }

  return {
    close,
    databaseUrl,
    databases,
    eventStoreUrl: url,
    eventStore,
    get vault() {
      return vault
    },
    /** As after a restart: keys that were destroyed are known no more. */
    async openVaultAgain() {
      vault = await openVault(commands, vaultKey)
    },
    vaultKey,
    /** As a command service does at its start. */
    handOverKeyOfRows: (signInKey: string) =>
      handedOver(databases.command, vault, Buffer.from(signInKey, 'hex')),
    append,
    encoded: written,
    write,
    project,
    rows,
    parked: (schema = 'read_model') => parkedIn(pool, schema),
    /** As the operator asks for it: a company's parked events, or all; gives what is parked then. */
    async retry(companyId?: string, schema = 'read_model') {
      const client = await pool.connect()
      try {
        return await askToRetry(client, { schema, companyId, withinMs: 15_000 })
      } finally {
        client.release()
      }
    },
    untilShown,
    positionShown,
  }
}

async function handedOver(connectionString: string, vault: Vault, signInKey: Buffer) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await handOverRowMacs(client, signInKey, vault.rowMacSecret)
  await client.end()
}
