import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invariants } from './invariants.ts'

test('the document of the simulation lists what has to be true in the end', () => {
  const [, section = ''] = readFileSync('docs/testing.md', 'utf8').split(
    '### What has to be true in the end\n',
  )
  const [listed = ''] = section.split('\n## ')
  expect(listed.split('\n').filter((line) => line.startsWith('- '))).toEqual(
    Object.entries(invariants).map(([name, { says }]) => `- **${name}.** ${says}`),
  )
})
