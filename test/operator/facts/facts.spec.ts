import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { facts } from '#operator/facts/facts.ts'
import { kinds } from '#operator/import/kinds.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Telling } from './model.ts'
import { expectWhatCounts, playable, tell } from './playing.ts'
import { plays } from './plays.ts'

const system = systemForThisFile()

const MINUTE = 60_000
const TOMORROW = 25 * 60 * MINUTE

test('each kind of line is a fact of the table, and each fact is played', () => {
  const names = new Set(facts.map(({ name }) => name))
  expect([...kinds.keys()].filter((kind) => !names.has(kind))).toEqual([])
  const unplayed = facts.filter(
    ({ name, playedBy }) => plays[name] === undefined && !existsSync(playedBy ?? ''),
  )
  expect(unplayed.map(({ name }) => name)).toEqual([])
  expect(Object.keys(plays).filter((name) => !names.has(name))).toEqual([])
})

test('earlier, equal, later, to come and twice: each fact by its row', async () => {
  const given = await playable(system)
  const now = Date.now()
  const [earlier, later, toCome] = [now - 3 * MINUTE, now - MINUTE, now + TOMORROW]
  const told: Telling[] = []
  const lines = given.filter(({ line }) => line !== undefined)
  const tellOne = async (telling: Telling, imported: number) => {
    expect(await tell(system, given, telling)).toEqual({
      imported,
      unchanged: lines.length - imported,
    })
    told.push(telling)
    await expectWhatCounts(given, told)
  }
  const changing = lines.filter(({ rule }) => rule !== 'firstTold').length
  await tellOne({ value: 1, moment: later }, lines.length)
  await tellOne({ value: 2, moment: earlier }, changing)
  await tellOne({ value: 2, moment: earlier }, 0)
  await tellOne({ value: 3, moment: later }, changing)
  await tellOne({ value: 1, moment: toCome }, changing)
  await tellOne({ value: 1, moment: toCome }, 0)
})
