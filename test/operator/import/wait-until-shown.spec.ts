import { expect, onTestFinished, test } from 'vitest'
import { livingFollowers, publishPosition } from '#command/reference-data/followers.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { type LogPosition, logPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { waitUntilShown } from '#operator/import/wait-until-shown.ts'
import { databasesOfRoles, dropDatabase, freshDatabase } from '#test/support/database.ts'
import { execute } from '#test/support/execute.ts'

const at70 = { last: logPosition(70n), lastReference: logPosition(70n), changesKeys: false }

type Database = Awaited<ReturnType<typeof databaseWithReadModelsAt>>

async function databaseWithReadModelsAt(position: bigint) {
  const administratorUrl = await freshDatabase()
  const databaseUrl = databasesOfRoles(administratorUrl).command
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 4, name: 'test' })
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(administratorUrl)
  })
  await execute(
    databasesOfRoles(administratorUrl).projections,
    `create schema read_model;
     create table read_model.checkpoint (name text primary key, position bigint, last_event json);
     insert into read_model.checkpoint values ('read_model', ${position})`,
  )
  return { pool, databaseUrl }
}

/** A command service that has come so far, and has told it. */
async function followerAt({ pool }: Database, position: () => LogPosition) {
  const follower = publishPosition({
    pool,
    logger: silentLogger,
    name: 'test',
    position,
    lastTaken: position,
  })
  await expect.poll(() => livingFollowers(pool)).toHaveLength(1)
  return follower
}

test('an import ends once the read models and a running command service have its data', async () => {
  const database = await databaseWithReadModelsAt(70n)
  let position = logPosition(50n)
  const follower = await followerAt(database, () => position)
  onTestFinished(follower.close)
  await expect(waitUntilShown(database, at70, 300)).rejects.toThrow(/ \(test at position 50\)/)
  const shown = waitUntilShown(database, at70)
  position = logPosition(70n)
  await expect(shown).resolves.toBeUndefined()
})

test('an import does not wait for the command service if it does not follow the data', async () => {
  const database = await databaseWithReadModelsAt(70n)
  const follower = await followerAt(database, () => logPosition(50n))
  onTestFinished(follower.close)
  const shown = waitUntilShown(database, {
    last: logPosition(70n),
    lastReference: logPosition(50n),
    changesKeys: false,
  })
  await expect(shown).resolves.toBeUndefined()
})

test('an import does not wait for a stopped command service', async () => {
  const database = await databaseWithReadModelsAt(70n)
  const gone = await followerAt(database, () => logPosition(1n))
  await expect(waitUntilShown(database, at70, 200)).rejects.toThrow(/nothing has moved/)
  await gone.close()
  await expect(waitUntilShown(database, at70)).resolves.toBeUndefined()
})

test('an import that is not shown names the process that has stopped', async () => {
  const database = await databaseWithReadModelsAt(12n)
  await expect(waitUntilShown(database, at70, 300)).rejects.toThrow(
    'All lines are recorded, but not all are shown yet: nothing has moved for 0.3 s (read models at position 12). Are all services running?',
  )
})
