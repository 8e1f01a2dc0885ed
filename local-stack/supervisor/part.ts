import type { ChildProcess } from 'node:child_process'
import { WRONG_SETTINGS } from '#kernel/platform/settings/read.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'
import type { ReadyOnce } from './ready-once.ts'

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
  /** The same, but it has been ready with them before: it is started again until it can run. */
  readonly refused: (name: string) => void
  /** It is ready, for the first time or again after it was refused. */
  readonly ready: (name: string) => void
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
const REFUSED_POLL_MS = 250
const ATTEMPTS_OF_A_START = 5
/** With the start of a process, the restart takes less than the two seconds that the documents state. */
const LONGEST_PAUSE_MS = 1_000
/** What refuses a part that was ready is often a failover: it is over within seconds, or somebody has to act. */
const LONGEST_PAUSE_OF_REFUSED_MS = 4_000
/** A process that lived this long was healthy: its next exit restarts the count. */
const STEADY_AFTER_MS = 10_000

/** A process that is restarted whenever it exits, until it is stopped or has never been able to run with its settings. */
export function supervisedPart<Name extends string>(
  definition: PartDefinition<Name>,
  events: PartEvents,
  wasReady: ReadyOnce,
): Part<Name> {
  const { name } = definition
  let child: ChildProcess | undefined
  let failures = 0
  let hasGivenUp = false
  let isRefused = false
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
    const isRefusal = ended.exitCode === WRONG_SETTINGS
    hasGivenUp = isRefusal && !wasReady.has(name)
    if (hasGivenUp) events.gaveUp(name)
    else if (!isRefusal) events.ended(name, ended.how, failures)
    else if (!isRefused) void untilReadyAgain()
  }
  const keepAlive = async () => {
    while (!stopping.signal.aborted) {
      await runOnce()
      if (hasGivenUp) return
      const longest = isRefused ? LONGEST_PAUSE_OF_REFUSED_MS : LONGEST_PAUSE_MS
      await pause(pauseMs(failures + 1, longest), stopping.signal)
    }
  }

  const isUp = async () => child !== undefined && (await definition.isReady())
  const untilReadyAgain = async () => {
    isRefused = true
    events.refused(name)
    while (!(await isUp()) && !stopping.signal.aborted) await pause(REFUSED_POLL_MS, stopping.signal)
    isRefused = false
    events.ready(name)
  }
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
        if (!isRefused && (failures >= ATTEMPTS_OF_A_START || isLate)) throw new Error(`${name} did not start`)
        await pause(READY_POLL_MS, stopping.signal)
      }
      wasReady.add(name)
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
