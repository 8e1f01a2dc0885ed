// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { withStores } from '#operator/restore/stores.ts'
import { audit, projections, variablesOf } from '#test/audit/auditing.ts'
import { answersAt } from '#test/fixtures/releases/answers.ts'
import {
  answersOf,
  keysOf,
  PROVIDER_IN_FOLDER,
  providerOf,
  releaseFolder,
  releases,
  tablesOf,
} from '#test/fixtures/releases/release.ts'
import { dropTables, tableDefinitions } from '#test/fixtures/releases/table-definitions.ts'
import { execute } from '#test/support/execute.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { exited, operator } from './operator-process.ts'

const TIME_MS = 600_000
/** No provider is asked what has become of its documents. */
const SETTINGS = { DEMO: 'false', WEBHOOKS: 'true', SENT_CHECKS: '0' }

test.for(releases)(
  'what version %s has written is read, verified and continued',
  { timeout: TIME_MS },
  async (version) => {
    const place = await placeForStacks()
    const keys = keysOf(version)
    await writeFile(join(place.folder, 'notary.key'), keys.notary, { mode: 0o600 })
    await mkdir(dirname(join(place.folder, PROVIDER_IN_FOLDER)))
    await writeFile(join(place.folder, PROVIDER_IN_FOLDER), providerOf(version))
    await withTablesOf(version, place)
    const restored = await operator(['restore', '--from', releaseFolder(version)], {
      DATA_DIR: place.folder,
      VAULT_KEY: keys.vault,
    })
    expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining('Next:')])
    await place.start(SETTINGS)
    const { baseUrl, databaseUrl } = await place.addresses()
    await hasTablesOfNewFolder(databaseUrl)

    const answers = await answersAt(baseUrl, 'demo:demo-secret')
    expect(withoutAdditions(answers)).toEqual(withoutAdditions(answersOf(version)))

    await verified(place)
    const { databases } = await place.addresses()
    const ofProjections = {
      ...variablesOf(await place.addresses()),
      DATABASE_URL: databases.projections,
    }
    const rebuilt = await projections(['rebuild'], ofProjections)
    expect([rebuilt.exitCode, rebuilt.stderr]).toEqual([0, expect.any(String)])
    await everyCommandWorks(place)
    await verified(place)
  },
)

/** Its data folder, as far as it has tables that no rebuild creates. */
const withTablesOf = (version: string, { folder }: Place) =>
  withStores({ ...process.env, DATA_DIR: folder }, async ({ databaseUrl }) => {
    await execute(databaseUrl, dropTables + tablesOf(version))
  })

/** Those of a folder that this version has made; the last ones are made after the start. */
async function hasTablesOfNewFolder(upgraded: string) {
  const place = await placeForStacks()
  const { supervisor } = await place.start(SETTINGS)
  const { databaseUrl } = await place.addresses()
  await expect
    .poll(() => tableDefinitions(databaseUrl), { timeout: 30_000 })
    .toBe(await tableDefinitions(upgraded))
  await stopStack(supervisor)
}

/** Without what later versions show in addition: of these records, nobody has been forgotten, and nothing cancelled. */
function withoutAdditions(answers: unknown): unknown {
  const isAddition = (name: string, value: unknown) =>
    (['forgotten', 'cancelled'].includes(name) && value === false) ||
    (name === 'matchedBirthDate' && value === null) ||
    name.startsWith('/v1/compliance/verifications')
  const parsed: unknown = JSON.parse(JSON.stringify(answers), (name, value: unknown) =>
    isAddition(name, value) ? undefined : value,
  )
  return parsed
}

async function verified(place: Place) {
  const pins = ['--witness', join(place.folder, 'notary', 'witness.ndjson')]
  const verdict = await audit(['verify', ...pins], variablesOf(await place.addresses()))
  expect([verdict.exitCode, verdict.stderr]).toEqual([0, expect.stringContaining('chain: ok')])
}

/** The demo goes through all of them. */
async function everyCommandWorks({ folder }: Place) {
  const demo = spawn(process.execPath, ['local-stack/demo/main.ts'], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = text(demo.stdout)
  await exited(demo)
  expect([demo.exitCode, await said]).toEqual([0, expect.stringContaining('All steps succeeded.')])
}
