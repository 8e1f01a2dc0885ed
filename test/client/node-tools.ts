import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fetchedOnce } from '#test/support/fetched-once.ts'

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
  await fetchedOnce(folder, async (partial) => {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(from, name), join(partial, name))
    }
    await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: partial })
  })
  return join(folder, 'node_modules/.bin')
}
