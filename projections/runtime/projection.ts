import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import {
  ALL_COMPANIES,
  halvesOf,
  nameInShard,
  type Shard,
} from '#kernel/platform/read-progress/shard.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { ProjectionDefinition } from './definition.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { createReplacement } from './rebuild/at-start.ts'
import { versionOf } from './schema.ts'
import { createShares } from './shards/shares.ts'
import {
  createStatusBoard,
  type ProjectionStatus,
  type StatusBoard,
  statusOfAll,
} from './status.ts'
import { runTerms } from './terms.ts'

export interface ProjectionOptions {
  readonly definition: ProjectionDefinition
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: (shard: Shard) => ProjectionMetrics
  /** The schema of the tables, by default named like the projection. Followers listen on the channel `<schema>_progress`. */
  readonly schema?: string
  readonly maxBatch?: number
  /** Into how many shards the companies are divided at least: a power of two. */
  readonly shards?: number
}

export interface Projection {
  /** Of all shards together. */
  readonly status: () => ProjectionStatus
  /** Of each shard, whether this process leads it or not. */
  readonly statuses: () => readonly ProjectionStatus[]
  /** Stops after the current batch and lets a standby take over. */
  readonly close: () => Promise<void>
}

/** Keeps the tables equal to the log in the shards that it leads; restarts after any failure. */
export function startProjection(options: ProjectionOptions): Projection {
  const settings = { schema: options.definition.name, maxBatch: 4_000, shards: 1, ...options }
  const { definition, schema } = settings
  const version = versionOf(definition)
  const stop = new AbortController()
  const stopped = Promise.withResolvers<undefined>()
  const boardOf = (shard: Shard) =>
    createStatusBoard({ name: nameInShard(definition.name, shard), version, schema })
  const board = boardOf(ALL_COMPANIES)
  const replacement = createReplacement({
    sources: settings,
    serving: schema,
    board,
    stop: stop.signal,
  })
  const shares = createShares({ ...settings, stop: stop.signal })
  const boards = new Map<string, StatusBoard>()

  /** A shard that is divided is followed by following its halves. */
  async function follow(shard: Shard, own: StatusBoard): Promise<void> {
    const { name } = own.current()
    const run = { shard, replacement, shares, stop: stop.signal, stopped: stopped.promise }
    while (!stop.signal.aborted) {
      boards.set(name, own)
      const end = await runTerms(
        { ...settings, metrics: settings.metrics(shard) },
        { ...run, board: own },
      )
      if (end !== 'stopped') boards.delete(name)
      if (end === 'gone') return
      if (end !== 'divided') continue
      await Promise.all(halvesOf(shard).map((half) => follow(half, boardOf(half))))
    }
  }

  const ended = follow(ALL_COMPANIES, board)
  const statuses = () => {
    const { rebuild } = board.current()
    return Array.from(boards.values(), (each) => Object.assign(each.current(), { rebuild }))
  }
  return {
    status: () => statusOfAll(board.current(), statuses()),
    statuses,
    close: async () => {
      stop.abort()
      stopped.resolve(undefined)
      await Promise.all([ended, shares.ended(), replacement.ended()])
      for (const each of boards.values()) each.enter('stopped')
    },
  }
}
