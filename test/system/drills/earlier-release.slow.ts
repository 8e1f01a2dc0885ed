// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { audit, projections, variablesOf } from '#test/audit/auditing.ts'
import { answersAt } from '#test/fixtures/releases/answers.ts'
import {
  answersOf,
  keysOf,
  PROVIDER_IN_FOLDER,
  providerOf,
  releaseFolder,
  releases,
} from '#test/fixtures/releases/release.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
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
    const restored = await operator(['restore', '--from', releaseFolder(version)], {
      DATA_DIR: place.folder,
      VAULT_KEY: keys.vault,
    })
    expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining('Next:')])
    await place.start(SETTINGS)
    const { baseUrl } = await place.addresses()

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
