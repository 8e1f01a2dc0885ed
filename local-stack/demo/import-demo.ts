import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Addresses } from '../addresses.ts'
import type { StackSettings } from '../settings.ts'
import { lastLines, logFileOf } from '../supervisor/logs.ts'
import { launchNode } from '../supervisor/node-process.ts'
import { projectFolder } from '../supervisor/project-folder.ts'

const folder = join(projectFolder, 'local-stack/demo')
const company = join(folder, 'demo-company.ndjson')
/** All entries are invented. */
const lists = ['masak.csv', 'wanted.csv', 'pep.xml'].map((file) => join(folder, 'lists', file))
const IMPORT_WITHIN_MS = 120_000

/**
 * Imports the demo company and its sanction lists with the operator's commands, once for each data
 * folder. Returns false if they were already imported.
 */
export async function importDemoCompany(
  settings: StackSettings,
  addresses: Addresses,
): Promise<boolean> {
  const mark = join(settings.folder, 'demo.imported')
  const wanted = fingerprint(settings)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return false
  const imports = [
    { name: 'demo-import', parameters: ['import', company] },
    ...lists.filter(hasNoSource(settings)).map((file) => ({
      name: `demo-list-${listOf(file)}`,
      parameters: ['sanctions', 'import', '--list', listOf(file), file],
    })),
  ]
  await Promise.all(imports.map((each) => runOperator(each, settings, addresses)))
  writeFileSync(mark, wanted)
  return true
}

interface OperatorRun {
  readonly name: string
  readonly parameters: readonly string[]
}

async function runOperator(
  { name, parameters }: OperatorRun,
  settings: StackSettings,
  addresses: Addresses,
): Promise<void> {
  const operator = await launchNode({
    name,
    folder: settings.folder,
    program: 'operator/main.ts',
    arguments: parameters,
    environment: {
      DATA_DIR: settings.folder,
      DATABASE_URL: addresses.databases.command,
      EVENTSTORE_URL: addresses.eventStoreUrl,
      VAULT_KEY: addresses.vaultKey,
      LOG_LEVEL: settings.logLevel,
    },
  })
  const late = setTimeout(() => operator.kill('SIGKILL'), IMPORT_WITHIN_MS)
  const exitCode = await new Promise((resolve) => operator.once('exit', resolve))
  clearTimeout(late)
  if (exitCode === 0) return
  throw new Error(
    `the demo company could not be imported:\n${lastLines(logFileOf(settings.folder, name), 5)}`,
  )
}

/** A list that is fetched is not replaced by the demo's. */
const hasNoSource =
  ({ sanctionSources }: StackSettings) =>
  (file: string) =>
    !sanctionSources.some(({ list }) => list === listOf(file))

/** The file name is the name of the list. */
const listOf = (file: string) => parse(file).name

/** Changed files, or another store for the same folder, need a new import. */
function fingerprint({ databaseUrl, eventStoreUrl }: StackSettings): string {
  const hash = createHash('sha256')
  for (const file of [company, ...lists]) hash.update(readFileSync(file))
  return hash.update(`${databaseUrl} ${eventStoreUrl}`).digest('hex')
}
