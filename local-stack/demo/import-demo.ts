import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Addresses } from '../addresses.ts'
import type { StackConfig } from '../config.ts'
import { lastLines, logFileOf } from '../supervisor/logs.ts'
import { launchNode, projectFolder } from '../supervisor/node-process.ts'

const name = 'demo-import'
const company = 'local-stack/demo/demo-company.ndjson'
const IMPORT_WITHIN_MS = 120_000

/** Imports the demo company by the operator's own door, once per data folder; false when it is there. */
export async function importDemoCompany(
  config: StackConfig,
  addresses: Addresses,
): Promise<boolean> {
  const mark = join(config.folder, 'demo.imported')
  const wanted = fingerprint(config)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return false
  const operator = await launchNode({
    name,
    folder: config.folder,
    program: 'command-service/operator/main.ts',
    arguments: ['import', join(projectFolder, company)],
    environment: {
      DATA_DIR: config.folder,
      DATABASE_URL: addresses.databaseUrl,
      EVENTSTORE_URL: addresses.eventStoreUrl,
      VAULT_KEY: addresses.vaultKey,
      LOG_LEVEL: config.logLevel,
    },
  })
  const late = setTimeout(() => operator.kill('SIGKILL'), IMPORT_WITHIN_MS)
  const exitCode = await new Promise((resolve) => operator.once('exit', resolve))
  clearTimeout(late)
  if (exitCode !== 0) {
    throw new Error(
      `the demo company could not be imported:\n${lastLines(logFileOf(config.folder, name), 5)}`,
    )
  }
  writeFileSync(mark, wanted)
  return true
}

/** Another company file, or another store behind the same folder, asks for another import. */
const fingerprint = ({ databaseUrl, eventStoreUrl }: StackConfig) =>
  createHash('sha256')
    .update(readFileSync(join(projectFolder, company)))
    .update(`${databaseUrl} ${eventStoreUrl}`)
    .digest('hex')
