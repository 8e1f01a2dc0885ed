import { execFile } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)
const tools = join(import.meta.dirname, 'tools')

/**
 * The folder of programs that read the API's document, or of those in a folder beside, installed once
 * from their own lock file.
 */
export async function nodeTools(beside = ''): Promise<string> {
  const from = join(tools, beside)
  const lock = await readFile(join(from, 'package-lock.json'))
  const folder = resolve('node_modules/.cache/api-tools', hash('sha256', lock))
  const programs = join(folder, 'node_modules/.bin')
  if (existsSync(folder)) return programs
  const partial = `${folder}.${randomUUID()}`
  await mkdir(partial, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(join(from, name), join(partial, name))
  }
  await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: partial })
  await rename(partial, folder)
  return programs
}
