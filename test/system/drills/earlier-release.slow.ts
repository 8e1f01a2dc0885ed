// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answersAt } from '#test/fixtures/releases/answers.ts'
import {
  answersOf,
  keysOf,
  PROVIDER_IN_FOLDER,
  providerOf,
  releaseFolder,
  releases,
} from '#test/fixtures/releases/release.ts'
import { audit, projections, variablesOf } from '#test/projections/audit/auditing.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { exited, operator } from './operator-process.ts'

const TIME_MS = 600_000

test.for(releases)(
  'what version %s has written is read, verified and continued',
  { timeout: TIME_MS },
  async (version) => {
    const place = await placeForStacks()
    const keys = keysOf(version)
    await writeFile(join(place.folder, 'notary.key'), keys.notary)
    await mkdir(dirname(join(place.folder, PROVIDER_IN_FOLDER)))
    await writeFile(join(place.folder, PROVIDER_IN_FOLDER), providerOf(version))
    const restored = await operator(['restore', '--from', releaseFolder(version)], {
      DATA_DIR: place.folder,
      VAULT_KEY: keys.vault,
    })
    expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining('Next:')])
    await place.start({ DEMO: 'false' })
    const { baseUrl } = await place.addresses()

    const answers = await answersAt(baseUrl, 'demo:demo-secret')
    expect(withoutAdditions(answers)).toEqual(answersOf(version))

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

/** Without what later versions show in addition: of these records, nobody has been forgotten. */
function withoutAdditions(answers: unknown): unknown {
  const isAddition = (name: string, value: unknown) => name === 'forgotten' && value === false
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
