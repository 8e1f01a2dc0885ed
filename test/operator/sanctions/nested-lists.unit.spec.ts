import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const DEPTH = 200_000

/** An address of a system that nobody asks: the list is read before. */
const environment = {
  ...process.env,
  DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none',
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  VAULT_KEY: 'ab'.repeat(32),
}

const listOf = (name: string) =>
  `<CONSOLIDATED_LIST><INDIVIDUALS>${`<${name}>`.repeat(DEPTH)}${`</${name}>`.repeat(DEPTH)}</INDIVIDUALS></CONSOLIDATED_LIST>`

async function importing(list: string, way: 'file' | 'standard input') {
  const folder = await temporaryFolder('nested')
  const file = join(folder, 'list.xml')
  writeFileSync(file, list)
  const source = way === 'file' ? [file] : ['-']
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['operator/main.ts', 'sanctions', 'import', '--list', 'wanted', ...source],
    { env: environment, encoding: 'utf8', ...(way === 'file' ? {} : { input: list }) },
  )
  return { status, stdout, stderr }
}

test.each([
  ['entries', 'INDIVIDUAL', 'file', 'has an entry that is too large'],
  ['entries', 'INDIVIDUAL', 'standard input', 'has an entry that is too large'],
  ['other elements', 'NOTE', 'file', 'has no entries'],
] as const)(
  'a list of %s (%s) nested 200 000 deep, by %s, is one line',
  async (_what, name, way, why) => {
    expect(await importing(listOf(name), way)).toEqual({
      status: 1,
      stdout: '',
      stderr: `line 1: file: ${why}\n`,
    })
  },
)
