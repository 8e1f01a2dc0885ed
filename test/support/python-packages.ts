import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { fetchedOnce } from './fetched-once.ts'

const runProgram = promisify(execFile)

/** A folder for PYTHONPATH with these packages, and nothing that they ask for. */
export async function pythonPackages(packages: readonly string[]): Promise<string> {
  const folder = resolve('node_modules/.cache/python', hash('sha256', packages.join(' ')))
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target']
  await fetchedOnce(folder, (partial) => runProgram('python3', [...pip, partial, ...packages]))
  return folder
}
