import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetchedOnce } from '#test/support/fetched-once.ts'

export const run = promisify(execFile)

/** The package with the tax authority's XSDs (UBL-TR 1.2.1) and Schematron (2026-07-01). */
const RULES = 'efatura-kontrol==0.1.0'
const folder = join(import.meta.dirname, '../../../node_modules/.cache/tax-authority')
const pom = join(import.meta.dirname, 'pom.xml')
const WITHIN_MS = 250_000

/** Where the rules and their processor are. They may not be shipped, so they are never committed. */
export interface Installed {
  readonly schemas: string
  readonly schematron: string
  readonly processor: string
}

/** Fetches the rules and the processor once, through the ordinary clients of their registries. */
export async function installed(): Promise<Installed> {
  const rules = join(folder, 'rules')
  const processor = join(folder, 'processor')
  await fetchedOnce(rules, (to) => run('python3', pip(to), { timeout: WITHIN_MS }))
  await fetchedOnce(processor, (to) => run('mvn', maven(to), { timeout: WITHIN_MS }))
  const attached = join(rules, 'efatura_kontrol/ekler')
  return {
    schemas: join(attached, 'xsd/maindoc'),
    schematron: join(attached, 'sematron/efatura.xsl'),
    processor: `${processor}/*`,
  }
}

const pip = (to: string) => ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', to, RULES]

const maven = (to: string) => {
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${to}`]
  return ['--batch-mode', '--quiet', '--file', pom, ...goal]
}
