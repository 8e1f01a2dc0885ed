// @module-tag embedded-parts

import { expect, test } from 'vitest'
import {
  listServerForThisTest,
  publishing,
} from '#test/command-service/sanction-lists/list-server.ts'
import { operatorProcess } from '#test/operator/command-line.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { listOf } from '#test/support/sanction-lists.ts'

test('a start fetches the lists of its sources, and its commands know these; the demo’s lists are the others', async () => {
  const server = await listServerForThisTest(publishing(listOf({ id: '1', name: 'Ali Uydurma' })))
  const place = await placeForStacks()
  await place.start({ SANCTION_SOURCES: `masak=${server.url}?token=gizli` })
  const update = await operatorProcess(['sanctions', 'update'], { DATA_DIR: place.folder })
  expect([update.exitCode, JSON.parse(update.stdout)]).toMatchObject([0, { rows: 1 }])
  const { stdout } = await operatorProcess(['sanctions', 'status'], { DATA_DIR: place.folder })
  const lists: object[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lists).toMatchObject([
    { list: 'masak', entries: 1, source: server.url, failure: null },
    { list: 'wanted', entries: 3, source: null },
    { list: 'pep', entries: 3, source: null },
  ])
})
