import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fetchedOnce } from '#test/support/fetched-once.ts'

const runProgram = promisify(execFile)
const pom = join(import.meta.dirname, 'tools/java/pom.xml')

/** openapi-generator in the versions of the POM, and the class path of the Java that it makes. */
export async function javaTools() {
  const description = await readFile(pom, 'utf8')
  const folder = resolve('node_modules/.cache/java-tools', hash('sha256', description))
  const generators = join(folder, 'generators')
  const libraries = join(folder, 'libraries')
  await fetchedOnce(folder, async (partial) => {
    await maven('copy', join(partial, 'generators'))
    await maven('copy-dependencies', join(partial, 'libraries'))
  })
  const jarOf = (version: string) => join(generators, `openapi-generator-cli-${version}.jar`)
  return { jarOf, classPath: `${libraries}/*` }
}

const maven = (goal: string, to: string) =>
  runProgram('mvn', [
    '--batch-mode',
    '--quiet',
    '--file',
    pom,
    `dependency:${goal}`,
    `-DoutputDirectory=${to}`,
  ])
