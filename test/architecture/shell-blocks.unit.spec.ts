import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks, commandsIn, documents, faultOfShell } from './shell-blocks.ts'
import { wings } from './wings.ts'

// What a reader copies into a shell: the shell can read it, and every name in it exists.

const scriptsOf = (path: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path, 'utf8')).scripts
const scripts = { ...scriptsOf('package.json'), ...scriptsOf('client/package.json') }

test('there are blocks to read', () => {
  expect(blocks.length).toBeGreaterThan(50)
  expect(new Set(blocks.map(({ path }) => path)).size).toBeGreaterThan(10)
})

test('every opened block of a document is closed', () => {
  const open = documents.filter(
    (path) => (readFileSync(path, 'utf8').match(/^ *```/gm) ?? []).length % 2 === 1,
  )
  expect(open).toEqual([])
})

test.each(blocks)('the shell can read $path:$line', ({ text }) => {
  expect(faultOfShell(text)).toBeNull()
})

test.each(blocks)('$path:$line names scripts that exist', ({ text }) => {
  const named = [...commandsIn(text).matchAll(/npm run (?:--silent |-s )?([\w:-]+)/g)]
  const unknown = named.map(([, name = '']) => name).filter((name) => !(name in scripts))
  expect(unknown).toEqual([])
})

/** Of our folders, with an extension that a program or a reader opens. */
const file = new RegExp(
  `(?<![\\w./-])((?:${[...wings, 'deploy', 'docs', 'test'].join('|')})/[\\w./-]*\\w\\.(?:ts|mjs|sh|py|sql|ya?ml|md|json|ndjson))\\b`,
  'g',
)

test.each(blocks)('$path:$line names files of ours that exist', ({ text }) => {
  const missing = [...commandsIn(text).matchAll(file)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path) && !isWritten(text, path))
  expect(missing).toEqual([])
})

/** By the block itself. */
const isWritten = (text: string, path: string) => text.includes(`> ${path}`)

test.each(blocks)('JSON that $path:$line gives to a program is JSON', ({ text }) => {
  const given = [...commandsIn(text).matchAll(/'(\{(?!\{)[^']*\})'/g)].map(([, json = '']) => json)
  for (const json of given) {
    const lines = json.includes('\n{') ? json.split('\n') : [json]
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  }
})
