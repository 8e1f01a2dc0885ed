import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

async function check(message: string) {
  const folder = await temporaryFolder('message')
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8' })
  return { status, stderr }
}

test('the commit hook accepts a subject of 72 characters, and a longer body', async () => {
  const message = `${'ş'.repeat(72)}\n\n${'a'.repeat(100)}\n# ${'b'.repeat(100)}\n`
  expect(await check(message)).toEqual({ status: 0, stderr: '' })
})

test('the commit hook refuses a subject of 73 characters', async () => {
  expect(await check(`# a comment\n\n${'a'.repeat(73)}\n`)).toEqual({
    status: 1,
    stderr: 'The subject has 73 characters; the limit is 72.\n',
  })
})

test("the commit hook accepts Git's own subjects, which quote others", async () => {
  const quoted = 'a'.repeat(70)
  for (const subject of [`Revert "${quoted}"`, `fixup! ${quoted}`, `Merge branch '${quoted}'`]) {
    expect(await check(`${subject}\n`)).toEqual({ status: 0, stderr: '' })
  }
})
