import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rowsInGroups } from '#kernel/platform/database/rows-in-groups.ts'
import { databaseForThisTest } from '#test/support/database.ts'

async function tableForThisTest() {
  const connectionString = await databaseForThisTest()
  const pool = new pg.Pool({ connectionString, max: 2, query_timeout: 2_000 })
  onTestFinished(() => pool.end())
  await pool.query('create table written (id integer primary key)')
  const groups: (readonly number[])[] = []
  const write = rowsInGroups(async (ids: readonly number[]) => {
    groups.push(ids)
    const text = 'insert into written select * from unnest($1::int[]) as row (id) returning id'
    const { rows } = await pool.query<{ id: number }>(text, [ids])
    return rows.map(({ id }) => `wrote ${id}`)
  })
  const written = async () => (await pool.query('select id from written order by id')).rows
  return { pool, write, groups, written }
}

test('rows of a group have one statement', async () => {
  const { write, groups } = await tableForThisTest()
  expect(await Promise.all([write(1), write(2)])).toEqual(['wrote 1', 'wrote 2'])
  expect(groups).toEqual([[1, 2]])
})

test('a bad row fails alone', async () => {
  const { write, written } = await tableForThisTest()
  await write(1)

  const [two, again, three] = await Promise.allSettled([write(2), write(1), write(3)])

  expect(again).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
  expect([two, three]).toMatchObject([{ value: 'wrote 2' }, { value: 'wrote 3' }])
  expect(await written()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('a group whose outcome is unknown is not sent again', async () => {
  const { pool, write, groups } = await tableForThisTest()
  const holding = await pool.connect()
  await holding.query('begin; lock table written in share mode')

  const waiting = await Promise.allSettled([write(1), write(2)])

  expect(waiting).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await holding.query('rollback')
  holding.release()
  expect(groups).toEqual([[1, 2]])
})
