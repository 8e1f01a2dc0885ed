import type { ChildProcess } from 'node:child_process'
import { WRONG_SETTINGS } from '#kernel/platform/settings/read.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'

export interface PartDefinition<Name extends string = string> {
  readonly name: Name
  /** Starts the process and resolves as soon as it runs. */
  readonly launch: () => Promise<ChildProcess>
  /** Whether it is ready. */
  readonly isReady: () => Promise<boolean>
  /** Whether it runs, and waits for an operator: then a start that takes long has not failed. */
  readonly needsSomebody?: () => Promise<boolean>
  readonly stopSignal: NodeJS.Signals
  /** For a part that has not stopped in time. */
  readonly killSignal: NodeJS.Signals
}

export interface PartEvents {
  readonly launched: (name: string) => void
  /** `times`: how often in a row it exited soon after its start. */
  readonly ended: (name: string, how: string, times: number) => void
  /** It exited because it cannot run with its settings, and is not started again. */
  readonly gaveUp: (name: string) => void
}

export interface Part<Name extends string = string> {
  readonly name: Name
  readonly process: () => ChildProcess | undefined
  /** Resolves once it is ready; rejects if it cannot be started. */
  readonly start: () => Promise<void>
  /** Resolves once its process has exited, at the latest shortly after the deadline. */
  readonly stop: (deadline: number) => Promise<void>
}

/** The part's own log says which setting is wrong. */
export class WrongSettingsOfPart extends Error {
  override readonly name = 'WrongSettingsOfPart'
}

const READY_WITHIN_MS = 60_000
const READY_POLL_MS = 25
const ATTEMPTS_OF_A_START = 5
/** With the start of a process, the restart takes less than the two seconds that the documents state. */
const LONGEST_PAUSE_MS = 1_000
/** A process that lived this long was healthy: its next exit restarts the count. */
const STEADY_AFTER_MS = 10_000

/** A process that is restarted whenever it exits, until it is stopped or cannot run with its settings. */
export function supervisedPart<Name extends string>(
  definition: PartDefinition<Name>,
  events: PartEvents,
): Part<Name> {
  const { name } = definition
  let child: ChildProcess | undefined
  let failures = 0
  let hasGivenUp = false
  let keptAlive: Promise<void> | undefined
  const stopping = new AbortController()

  const runOnce = async () => {
    const startedAt = Date.now()
    const ended = await liveAndDie(definition, (launched) => {
      child = launched
      if (stopping.signal.aborted) launched.kill(definition.stopSignal)
      else events.launched(name)
    })
    child = undefined
    failures = Date.now() - startedAt > STEADY_AFTER_MS ? 1 : failures + 1
    if (stopping.signal.aborted) return
    hasGivenUp = ended.exitCode === WRONG_SETTINGS
    if (hasGivenUp) events.gaveUp(name)
    else events.ended(name, ended.how, failures)
  }
  const keepAlive = async () => {
    while (!stopping.signal.aborted) {
      await runOnce()
      if (hasGivenUp) return
      await pause(pauseMs(failures + 1, LONGEST_PAUSE_MS), stopping.signal)
    }
  }

  const isUp = async () => child !== undefined && (await definition.isReady())
  const needsSomebody = async () => child !== undefined && (await definition.needsSomebody?.())

  return {
    name,
    process: () => child,
    start: async () => {
      keptAlive ??= keepAlive()
      const deadline = Date.now() + READY_WITHIN_MS
      while (!(await isUp())) {
        if (stopping.signal.aborted) throw new Error(`${name} was stopped`)
        if (hasGivenUp) throw new WrongSettingsOfPart(`${name} did not start`)
        const isLate = Date.now() > deadline && (await needsSomebody()) !== true
        if (failures >= ATTEMPTS_OF_A_START || isLate) throw new Error(`${name} did not start`)
        await pause(READY_POLL_MS, stopping.signal)
      }
    },
    stop: async (deadline) => {
      stopping.abort()
      child?.kill(definition.stopSignal)
      const late = setTimeout(() => child?.kill(definition.killSignal), deadline - Date.now())
      await keptAlive
      clearTimeout(late)
    },
  }
}

async function liveAndDie(
  { launch }: PartDefinition,
  launched: (child: ChildProcess) => void,
): Promise<{ readonly how: string; readonly exitCode?: number | null }> {
  try {
    const child = await launch()
    const exited = new Promise((resolve) => child.once('exit', resolve))
    launched(child)
    if (child.exitCode === null && child.signalCode === null) await exited
    const { exitCode } = child
    return { how: child.signalCode ?? `exit code ${exitCode}`, exitCode }
  } catch (error) {
    return { how: error instanceof Error ? error.message : String(error) }
  }
}
