import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isClaimed } from '#kernel/platform/files/claim-folder.ts'

/** The first start makes a database and imports the demo company. */
const START_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 250

const RunningSystem = Type.Object({
  baseUrl: Type.String(),
  sandboxUrl: Type.Union([Type.String(), Type.Null()]),
  integratorUrl: Type.Union([Type.String(), Type.Null()]),
})

type RunningSystem = Static<typeof RunningSystem>

/** The system of a folder; waits for one that is starting, and says so once. Rejects if there is none. */
export async function runningSystem(
  folder: string,
  say: (text: string) => void,
): Promise<RunningSystem> {
  const deadline = Date.now() + START_WITHIN_MS
  for (let looks = 0; ; looks += 1) {
    const system = systemIn(folder)
    const runsHere = await isClaimed(folder)
    if (system !== undefined && (!runsHere || (await isReady(system)))) return system
    if (!runsHere) throw new Error(`no running system in ${folder}: start one with npm start`)
    if (Date.now() > deadline) {
      throw new Error(`the system in ${folder} does not become ready: see its folder logs`)
    }
    if (looks === 0) say('waiting for the system, which is starting\n')
    await pause(LOOK_EVERY_MS)
  }
}

function systemIn(folder: string): RunningSystem | undefined {
  try {
    return Value.Parse(RunningSystem, JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')))
  } catch {
    return undefined
  }
}

const isReady = ({ baseUrl }: RunningSystem) =>
  fetch(`${baseUrl}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
