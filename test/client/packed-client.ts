import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folder of somebody who has installed the client, as `npm pack` makes it, and these packages. */
export async function packedClient(...packages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-client-'))
  await run('npm', ['pack', './client', `--pack-destination=${folder}`])
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const all = ['./sarraf-client-1.0.0.tgz', ...packages]
  await run('npm', ['install', '--no-audit', '--no-fund', ...all], { cwd: folder })
  return folder
}
