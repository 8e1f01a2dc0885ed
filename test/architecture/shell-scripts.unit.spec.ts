import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { faultOfShell } from './shell-blocks.ts'

// A script that goes on after a tool has failed leaves an empty secret, and says that it was made.

const run = promisify(execFile)
const scripts = [...globSync(['deploy/**/*.sh', 'client/*.sh']), '.ci/run'].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const withBash = scripts.filter(({ text }) => text.startsWith('#!/usr/bin/env bash\n'))
const withSh = scripts.filter(({ text }) => text.startsWith('#!/bin/sh\n'))

test('there are scripts, of two shells', () => {
  expect(withBash.length).toBeGreaterThan(4)
  expect(withSh.length).toBeGreaterThan(2)
})

test.each(withBash)('$path ends when a command fails, also within $(…)', ({ text }) => {
  expect(text).toContain('\nset -euo pipefail\nshopt -s inherit_errexit\n')
})

test.each(withSh)('$path ends when a command fails', ({ text }) => {
  expect(text).toMatch(/\nset -eu\n/)
})

/** Commands whose status nobody sees: in an argument, unlike alone in an assignment. */
const unseen =
  /^(?!.*(?:unavailable|trap) )\s*(?:\w+ )*(?:secret|echo|docker|printf|export|local|readonly)\b.*\$\(/m

test.each(scripts)('no failure is lost in an argument of $path', ({ text }) => {
  expect(faultOfShell(text)).toBeNull()
  expect(unseen.exec(text.replaceAll(/^\s*#.*$/gm, ''))?.[0]).toBeUndefined()
})

/** An openssl that does this in the place of the real one. */
async function withOpenssl(script: string) {
  const folder = await temporaryFolder('scripts')
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'openssl'), `#!/bin/sh\n${script}\n`)
  await chmod(join(bin, 'openssl'), 0o755)
  const made = join(folder, 'made')
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
  return { made, calling: (path: string) => called(path, made, env) }
}

const called = (path: string, folder: string, env: NodeJS.ProcessEnv = process.env) =>
  run(path, [folder], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

test.each([
  ['fails', 'echo broken >&2; exit 1'],
  ['says nothing', 'exit 0'],
  ['says too little', 'echo ab'],
  ['says something else', 'echo Usage: openssl'],
])('secrets are not made by an openssl that %s', async (_what, script) => {
  const { made, calling } = await withOpenssl(script)
  const { code, stdout, stderr } = await calling('deploy/secrets.sh')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('vault_key: openssl made no random number')
  expect(await readdir(made)).toEqual([])
})

test.each([
  ['fails', 'echo broken >&2; exit 1', 'broken'],
  ['does nothing', 'exit 0', 'No such file'],
])('certificates are not made by an openssl that %s', async (_what, script, says) => {
  const { calling } = await withOpenssl(script)
  const { code, stdout, stderr } = await calling('deploy/certificates.sh')
  expect(code).not.toBe(0)
  expect(stdout).not.toContain('valid until')
  expect(stderr).toContain(says)
})

test('files without a secret, as an earlier run left them, are named and not kept', async () => {
  const folder = await temporaryFolder('scripts')
  const empty = {
    database_password_query: '\n',
    database_url_query: 'postgres://sarraf_query:@postgres:5432/sarraf\n',
    'eventstore.env': 'EVENTSTORE_DEFAULT_ADMIN_PASSWORD=\n',
    kafka_users: 'required username="sarraf" password="" user_sarraf="";\n',
    vault_key: '',
  }
  for (const [name, text] of Object.entries(empty)) await writeFile(join(folder, name), text)
  const { code, stdout, stderr } = await called('deploy/secrets.sh', folder)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`No secret is in: ${Object.keys(empty).join(' ')}.`)
  expect((await readdir(folder)).toSorted()).toEqual(Object.keys(empty).toSorted())
})

test('what was written by hand stays', async () => {
  const folder = await temporaryFolder('scripts')
  const url = 'postgres://somebody:else@elsewhere:5432/sarraf\n'
  await writeFile(join(folder, 'database_url_query'), url)
  expect(await called('deploy/secrets.sh', folder)).toMatchObject({ code: 0 })
  expect(await readFile(join(folder, 'database_url_query'), 'utf8')).toBe(url)
  expect(await readFile(join(folder, 'vault_key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})
