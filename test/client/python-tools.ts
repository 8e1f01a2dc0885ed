import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pythonPackages } from '#test/support/python-packages.ts'

/** Programs written in Python that read the API's document, and how to run one. */
export async function pythonTools() {
  const file = await readFile(join(import.meta.dirname, 'tools/requirements.txt'), 'utf8')
  const folder = await pythonPackages(file.trim().split('\n'))
  const programs = join(folder, 'bin')
  const env = {
    ...process.env,
    PYTHONPATH: folder,
    PATH: `${programs}:${process.env['PATH']}`,
  }
  return { env, program: (name: string) => join(programs, name) }
}
