import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { readPlace, writePlace } from '#kernel/platform/event-store/kept-place.ts'
import { entryOnLine } from '#kernel/platform/log-chain/witness.ts'
import { readCheckpoint, writeCheckpoint } from '#publishing/kafka/sending/checkpoint.ts'
import { sealedForms } from './sealed-forms.ts'
import { savedWork, writtenForms } from './stored-forms.ts'

// Two releases share a database: what one of them has stored besides events, the other reads, and writes alike.

const FOLDER = join(import.meta.dirname, '../../fixtures/stored-forms')
const fileOf = (name: string) => join(FOLDER, `${name}.json`)
const Forms = Compile(Type.Record(Type.String(), Type.Unknown()))
const List = Compile(Type.Array(Type.Unknown()))
const kept = (name: string): Readonly<Record<string, unknown>> =>
  existsSync(fileOf(name)) ? Forms.Parse(JSON.parse(readFileSync(fileOf(name), 'utf8'))) : {}

/** As JSON has it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A form that is new: FREEZE=1 keeps it, to be looked at and committed. What is kept is never touched. */
function freeze(name: string, forms: Readonly<Record<string, unknown>>) {
  if (process.env['FREEZE'] === undefined) return
  writeFileSync(fileOf(name), `${JSON.stringify({ ...forms, ...kept(name) }, null, 2)}\n`)
}

const written = await writtenForms()
const sealed = Object.entries(sealedForms)
freeze('written', written)
const sealedNow = sealed.map(async ([name, { write }]) => [name, await write()] as const)
freeze('sealed', Object.fromEntries(await Promise.all(sealedNow)))
const texts = kept('sealed')

test('each form has been kept, and none was given up', () => {
  expect(Object.keys(kept('written')).toSorted()).toEqual(Object.keys(written).toSorted())
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(sealedForms).toSorted())
})

test.each(Object.entries(kept('written')))('%s is written as ever', (name, stored) => {
  expect(plain(written[name])).toEqual(stored)
  // The order of members counts where a text is hashed or compared.
  expect(JSON.stringify(written[name])).toBe(JSON.stringify(stored))
})

test.each(sealed)(
  '%s is read as it was meant, of any release',
  async (name, { read, write, means }) => {
    expect(await read(String(texts[name]))).toEqual(means)
    expect(await read(await write())).toEqual(means)
  },
)

describe('what the last release has saved is read', () => {
  const listOf = (name: string) => List.Parse(kept('written')[name])

  test('places and checkpoints', () => {
    const again = (text: unknown) => writePlace(readPlace(String(text)))
    const places = listOf('place in the log')
    expect(places.map(again)).toEqual(places)
    const checkpoints = listOf('checkpoint of the feed')
    const checkpointAgain = (text: unknown) => writeCheckpoint(readCheckpoint(String(text)))
    expect(checkpoints.map(checkpointAgain)).toEqual(checkpoints)
  })

  test.each(savedWork)('$name', ({ name, work, workFrom }) => {
    expect(workFrom(kept('written')[name])).toEqual(work)
  })

  test.each(['signed head', 'succession of keys'])('%s', (name) => {
    const line = JSON.stringify(kept('written')[name])
    expect(entryOnLine(line, 'witness')).toBeDefined()
  })
})
