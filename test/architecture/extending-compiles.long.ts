import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { copyOfProject } from '#test/support/copied-project.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { excerpts, withExcerpt } from './extending.ts'
import { wings } from './wings.ts'

const run = promisify(execFile)
const written = [...new Set(excerpts.map(({ path }) => path))]

/** A copy of the repository in which a newcomer has followed the page. */
let folder = ''

beforeAll(async () => {
  folder = await newFolder('extended')
  await copyOfProject([...wings, 'test', 'package.json', 'tsconfig.json', 'biome.json'], folder)
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  for (const excerpt of excerpts) {
    const path = join(folder, excerpt.path)
    await mkdir(dirname(path), { recursive: true })
    const code = excerpt.isWhole ? '' : await readFile(path, 'utf8')
    await writeFile(path, withExcerpt(code, excerpt))
  }
  const include = [...wings, ...written]
  const only = { extends: './tsconfig.json', include }
  await writeFile(join(folder, 'tsconfig.extended.json'), JSON.stringify(only))
  return () => removeFolder(folder)
})

/** What a program says that finds fault with the copy. */
const faultsOf = (program: string, ...args: string[]) =>
  run(join('node_modules/.bin', program), args, { cwd: folder }).then(
    () => '',
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )

test('the three examples compile together', { timeout: 240_000 }, async () => {
  expect(await faultsOf('tsc', '--project', 'tsconfig.extended.json')).toBe('')
})

test('their code is laid out as all other code', async () => {
  expect(await faultsOf('biome', 'check', ...written)).toBe('')
})
