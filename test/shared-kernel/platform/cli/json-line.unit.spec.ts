import { globSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { isInstalled, wings } from '#test/architecture/wings.ts'
import { nastyText } from '#test/support/nasty-texts.ts'

test('a value is one line for every reader, moves no cursor, and is read back', () => {
  fc.assert(
    fc.property(nastyText(), (text) => {
      const line = jsonLine({ [text]: text })
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(line.at(-1)).toBe('\n')
      expect(JSON.parse(line)).toEqual({ [text]: text })
    }),
  )
})

test('Node reads a line that holds separators as one line', async () => {
  const input = Readable.from([jsonLine({ name: 'a\u2028b\u2029c\u0085d' }), jsonLine(null)])
  const lines = await Array.fromAsync(createInterface({ input }))
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { name: 'a\u2028b\u2029c\u0085d' },
    null,
  ])
})

test('nothing writes lines of JSON in another way', () => {
  const folders = `{${wings.join(',')}}`
  const others = globSync(`${folders}/**/*.ts`)
    .filter((path) => !isInstalled(path) && !path.endsWith('platform/cli/json-line.ts'))
    .filter((path) =>
      /JSON\.stringify\((?!.*, null, \d).*\)\}?\\n/.test(readFileSync(path, 'utf8')),
    )
  expect(others).toEqual([])
})
