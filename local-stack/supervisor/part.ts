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
  const run: Run = { child: undefined, failures: 0, hasGivenUp: false, isRefused: false }
  let keptAlive: Promise<void> | undefined
  const stopping = new AbortController()
  const isUp = async () => run.child !== undefined && (await definition.isReady())
  const starting = { run, isUp, stop: stopping.signal }

  const runOnce = async () => {
    const startedAt = Date.now()
    const ended = await liveAndDie(definition, (launched) => {
      run.child = launched
      if (stopping.signal.aborted) launched.kill(definition.stopSignal)
      else events.launched(name)
    })
    run.child = undefined
    run.failures = Date.now() - startedAt > STEADY_AFTER_MS ? 1 : run.failures + 1
    if (stopping.signal.aborted) return
    const isRefusal = ended.exitCode === WRONG_SETTINGS
    run.hasGivenUp = isRefusal && !wasReady.has(name)
    if (run.hasGivenUp) events.gaveUp(name)
    else if (!isRefusal) events.ended(name, ended.how, run.failures)
    else if (!run.isRefused) void untilReadyAgain(definition, events, starting)
  }
  const keepAlive = async () => {
    while (!stopping.signal.aborted) {
      await runOnce()
      if (run.hasGivenUp) return
      const longest = run.isRefused ? LONGEST_PAUSE_OF_REFUSED_MS : LONGEST_PAUSE_MS
      await pause(pauseMs(run.failures + 1, longest), stopping.signal)
    }
  }
  return {
    name,
    process: () => run.child,
    start: async () => {
      keptAlive ??= keepAlive()
      await untilStarted(definition, starting)
      wasReady.add(name)
    },
    stop: async (deadline) => {
      stopping.abort()
      run.child?.kill(definition.stopSignal)
      const late = setTimeout(() => run.child?.kill(definition.killSignal), deadline - Date.now())
      await keptAlive
      clearTimeout(late)
    },
  }
}

interface Run {
  child: ChildProcess | undefined
  failures: number
  hasGivenUp: boolean
  /** Something refuses it for now, though it has been ready. */
  isRefused: boolean
}

interface Starting {
  readonly run: Run
  readonly isUp: () => Promise<boolean>
  readonly stop: AbortSignal
}

/** Rejects once it has failed too often, or takes too long. What was refused for now is waited for. */
async function untilStarted(definition: PartDefinition, { run, isUp, stop }: Starting) {
  const { name } = definition
  const needsSomebody = async () =>
    run.child !== undefined && (await definition.needsSomebody?.()) === true
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isUp())) {
    if (stop.aborted) throw new Error(`${name} was stopped`)
    if (run.hasGivenUp) throw new WrongSettingsOfPart(`${name} did not start`)
    const isLate = Date.now() > deadline && !(await needsSomebody())
    const hasFailed = run.failures >= ATTEMPTS_OF_A_START || isLate
    if (hasFailed && !run.isRefused) throw new Error(`${name} did not start`)
    await pause(READY_POLL_MS, stop)
  }
}

async function untilReadyAgain<Name extends string>(
  { name }: PartDefinition<Name>,
  events: PartEvents,
  { run, isUp, stop }: Starting,
) {
  run.isRefused = true
  events.refused(name)
  while (!(await isUp())) {
    if (stop.aborted) return
    await pause(REFUSED_POLL_MS, stop)
  }
  run.isRefused = false
  events.ready(name)
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
