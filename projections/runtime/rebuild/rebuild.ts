import type { Client } from 'pg'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { type Schemas, schemasOf } from '#kernel/records/schemas.ts'
import type { ProjectionDefinition } from '#projections/runtime/definition.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { checkpointIn, tryLock } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import { isExactly, makeSchemaAnew, versionOf, versionsIn } from '#projections/runtime/schema.ts'
import { openBuilder } from './builder.ts'
import type { RebuildOrder, RebuildSources } from './order.ts'
import { nothingYet, type Rebuilt } from './rebuilt.ts'
import { replace } from './replace.ts'

/** The process that built it may have been a moment ahead of the served tables. */
const MAX_POLLS = 20
const POLL_EVERY_MS = 100

/**
 * Builds a schema next to the one that is served, compares the two and switches. After a crash the
 * next call continues where this one stopped.
 */
export async function rebuild(sources: RebuildSources, order: RebuildOrder): Promise<Rebuilt> {
  const { definition } = sources
  const schemas = schemasOf(order.serving)
  const version = versionOf(definition)
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schemas.next))) {
      throw new CannotRebuild('Another process is rebuilding these tables now.')
    }
    const replaces = await versionsIn(client, schemas.serving)
    if (replaces.length === 0) {
      throw new CannotRebuild(
        'There are no tables yet: the projections create them when they start.',
      )
    }
    if (order.onlyOtherVersions === true && isExactly(replaces, version)) {
      return { ...nothingYet, version, replaces, outcome: 'unchanged' }
    }
    const schema = await prepare(client, { schemas, definition }, order)
    const builder = await openBuilder(sources, connection, schema)
    return await replace(sources, order, { schemas, builder, version, replaces })
  } finally {
    await connection.close()
  }
}

interface Candidates {
  readonly schemas: Schemas
  readonly definition: ProjectionDefinition
}

/** The schema to continue with. */
async function prepare(
  client: Client,
  { schemas, definition }: Candidates,
  order: RebuildOrder,
): Promise<string> {
  const { next, previous } = schemas
  const version = versionOf(definition)
  const previousVersions = await versionsIn(client, previous)
  const canGoBack = isExactly(previousVersions, version)
  if (order.from === 'previous' && !canGoBack) throw cannotGoBack(previousVersions, version)
  if (order.from !== 'next' && canGoBack) return previous
  const isOurs = isExactly(await versionsIn(client, next), version)
  if (!isOurs || (await isUseless(client, schemas, order.stop))) {
    await makeSchemaAnew(client, next, definition, { isBare: true })
  }
  return next
}

const cannotGoBack = (versions: readonly string[], version: string) =>
  new CannotRebuild(
    versions.length === 0
      ? 'There are no previous tables to go back to.'
      : `The previous tables are of version ${versions.join(' and ')}, this program is of ${version}: start the projections of that version, and they go back by themselves.`,
  )

/** Whether it holds parked events, which may be projected by now, or stays ahead of the served tables. */
async function isUseless(
  client: Client,
  { serving, next }: Schemas,
  stop: AbortSignal,
): Promise<boolean> {
  if ((await parkedIn(client, next)).length > 0) return true
  const isAhead = async () => {
    const { position } = await checkpointIn(client, serving)
    return (await checkpointIn(client, next)).position > position
  }
  for (let poll = 0; poll < MAX_POLLS && !stop.aborted; poll++) {
    if (!(await isAhead())) return false
    await pause(POLL_EVERY_MS, stop)
  }
  return isAhead()
}
