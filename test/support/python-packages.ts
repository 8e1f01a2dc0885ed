import { execFile } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)

/** A folder for PYTHONPATH with these packages, and nothing that they ask for. */
export async function pythonPackages(packages: readonly string[]): Promise<string> {
  const folder = resolve('node_modules/.cache/python', hash('sha256', packages.join(' ')))
  if (existsSync(folder)) return folder
  const partial = `${folder}.${randomUUID()}`
  await mkdir(dirname(folder), { recursive: true })
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', partial]
  await runProgram('python3', [...pip, ...packages])
  await rename(partial, folder)
  return folder
}
