import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wings } from './wings.ts'

const exported = /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm

/** Programs of their own: a stand-in of others' systems, and the package for others. */
const apart = new Set(['local-stack', 'client'])

/** A noun has its own of what the domain describes for all. */
const ownInEachNoun = new Set(['Decision'])

const nouns = new Set(globSync('command-service/*/routes.ts').map((file) => file.split('/')[1]))

/** Nouns do not import each other, so twins in two of them cannot be confused. */
const roomOf = (file: string) => (nouns.has(file.split('/')[1]) ? 'a noun' : file)

test('no two exported types have one name', () => {
  const rooms = new Map<string, Set<string>>()
  for (const wing of wings.filter((name) => !apart.has(name))) {
    for (const file of globSync(`${wing}/**/*.ts`)) {
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(exported)) {
        rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(file)))
      }
    }
  }
  const shared = [...rooms].filter(([name, { size }]) => size > 1 && !ownInEachNoun.has(name))

  expect(rooms.size).toBeGreaterThan(500)
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})
