import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { wrap } from '#kernel/platform/vault/wrapping.ts'
import { answersUpTo } from '#operator/backup/kept-answers.ts'

test('an answer that tells of an event behind the saved log is left out, and its command is kept', async () => {
  const key = createSecretKey(randomBytes(32))
  const row = (name: string, headers: object | undefined) => ({
    company_id: 'c1',
    key: name,
    command_id: `command of ${name}`,
    status: 201,
    sealed_answer: `\\x${wrap(key, name, Buffer.from(JSON.stringify({ data: {}, headers }))).toString('hex')}`,
  })
  const rows = [
    row('before', { 'x-event-position': '99' }),
    row('at', { 'x-event-position': '100' }),
    row('behind', { 'x-event-position': '101' }),
    row('without', undefined),
    { ...row('running', undefined), status: null, sealed_answer: null },
  ]
  const vault = { keyOf: () => Promise.resolve({ id: 'k', key }) }

  const kept = await Array.fromAsync(answersUpTo(vault, 100n, lines(rows)))

  const [before, at, behind, ...others] = rows
  expect(kept.map((line): unknown => JSON.parse(line))).toEqual([
    before,
    at,
    { ...behind, status: null, sealed_answer: null },
    ...others,
  ])
})

async function* lines(rows: readonly object[]) {
  for (const row of rows) yield JSON.stringify(row)
}
