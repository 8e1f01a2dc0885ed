import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const run = promisify(execFile)

/** The folder of somebody who has installed the client, as `npm pack` makes it, and these packages. */
export async function packedClient(...packages: readonly string[]): Promise<string> {
  const folder = await newFolder('client')
  await pack(folder)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const all = ['./sarraf-client-1.0.0.tgz', ...packages]
  await run('npm', ['install', '--no-audit', '--no-fund', ...all], { cwd: folder })
  return folder
}

const LOCK = 'node_modules/.cache/sarraf-client-packing'

/** One at a time: `npm pack` builds in the client's own folder, and clears it afterwards. */
async function pack(folder: string) {
  await mkdir('node_modules/.cache', { recursive: true })
  // Whoever was killed while packing leaves it behind.
  await vi.waitFor(() => mkdir(LOCK), { timeout: 60_000, interval: 200 }).catch(() => undefined)
  try {
    await run('npm', ['pack', './client', `--pack-destination=${folder}`])
  } finally {
    await removeFolder(LOCK)
  }
}
