import { schemasOf } from '#kernel/records/schemas.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { versionsIn } from '#projections/runtime/schema.ts'
import type { ProjectionSources } from './builder.ts'

/** Drops a schema that is not served; returns its name, or null if there was none. */
export async function dropUnserved(
  { databaseUrl, logger }: Pick<ProjectionSources, 'databaseUrl' | 'logger'>,
  serving: string,
  which: 'next' | 'previous',
): Promise<string | null> {
  const schemas = schemasOf(serving)
  const { client, close } = await openLeaderConnection(databaseUrl, logger)
  try {
    if (!(await tryLock(client, schemas.next))) {
      throw new CannotRebuild('Another process is rebuilding these tables now.')
    }
    const schema = schemas[which]
    const isThere = (await versionsIn(client, schema)).length > 0
    await client.query(`drop schema if exists ${schema} cascade`)
    return isThere ? schema : null
  } finally {
    await close()
  }
}
