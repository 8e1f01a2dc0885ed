import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { lastSignedInLog } from '#kernel/platform/log-chain/signed-in-log.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { withLog } from '#test/support/with-log.ts'
import { auditorOf } from '../auditing.ts'

/** Every Node of this machine: the one that runs the tests, and an older one where there is one. */
export const nodes: readonly string[] = [process.execPath, '/usr/bin/node'].filter((program) =>
  existsSync(program),
)

/** Runs the program of the package, as a stranger does. */
export async function verified(
  folder: string,
  parameters: readonly string[] = [],
  node = process.execPath,
) {
  const program = [join(folder, 'verify.mjs'), ...parameters]
  const child = spawn(node, program, { cwd: '/', env: {} })
  const ended = once(child, 'exit')
  const [printed, , failed] = await Promise.all([text(child.stdout), ended, text(child.stderr)])
  return { printed: printed + failed, exitCode: child.exitCode }
}

/** Before its first signature, a log looks as one without a notary. */
export const untilSigned = (system: SystemAddresses) =>
  withLog(system, ({ eventStore }) =>
    vi.waitFor(async () => expect(await lastSignedInLog(eventStore)).toBeDefined(), {
      timeout: LONGEST_WAIT_MS,
      interval: 50,
    }),
  )

export async function exportedTo(folder: string, system: SystemAddresses, companyId: string) {
  const parameters = ['--company', companyId, '--out', folder]
  const { exitCode, stderr } = await auditorOf(system).run('export', parameters)
  expect([stderr, exitCode]).toEqual(['', 0])
}

export type Change = (content: Buffer) => Buffer

export async function copyOf(folder: string) {
  const copy = join(await temporaryFolder('operator'), 'copy')
  await cp(folder, copy, { recursive: true })
  return copy
}

/** A copy of which some files were changed, by somebody who makes the manifest fit. */
export async function falsified(folder: string, changes: Readonly<Record<string, Change>>) {
  const copy = await copyOf(folder)
  const manifestFile = join(copy, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  for (const [name, change] of Object.entries(changes)) {
    const content = change(await readFile(join(copy, name)))
    await writeFile(join(copy, name), content)
    if (name in manifest.files) {
      manifest.files[name] = { sha256: hash('sha256', content), bytes: content.length }
    }
    if (name === 'events.ndjson') manifest.events.count = linesOf(content).length
  }
  if (!('manifest.json' in changes)) {
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  return copy
}

export const linesOf = (content: Buffer) => content.toString().trimEnd().split('\n')
export const joined = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`)

export const replacing =
  (from: string | RegExp, to: string): Change =>
  (content) => {
    const changed = content.toString().replaceAll(from, to)
    expect(changed).not.toBe(content.toString())
    return Buffer.from(changed)
  }
