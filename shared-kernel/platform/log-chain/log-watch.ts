import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { CommandError } from '../cli/command.ts'
import { orFileFault } from '../cli/file-fault.ts'
import { errorCode } from '../errors/error-code.ts'
import { AnotherLog } from '../event-store/event-store.ts'
import type { Logger } from '../process/logger.ts'
import { ConfigurationError } from '../settings/read.ts'
import { type Background, inBackground } from '../waiting/background.ts'
import { every } from '../waiting/every.ts'
import { hasSignatures, headAt } from './blocks.ts'
import {
  lastGivenUp,
  ReportedSetBack,
  reportedSetBack,
  reportSetBack,
  withdrawReport,
} from './set-back-report.ts'
import { lastHeadOf, type Witness } from './witness.ts'

const LOOK_EVERY_MS = 500
/** A node of a cluster may lack the newest events for some seconds; that is not told to others. */
const TOLD_AFTER_LOOKS = 20
/** After so long without a comparison the last one says nothing: whoever put the database back may prevent it. */
const COUNTS_FOR_MS = 10_000
/** What the system lacks for a moment. */
const passing = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'EIO'])

type Queries = Pick<Pool, 'query'>

interface Watching {
  /** Of the database with the hash chain. */
  readonly pool: Queries
  /** The file with the heads that were signed; null where this process cannot see it. */
  readonly witness: string | null
  readonly logger: Logger
  /** What this process itself finds out when it compares the log; absent where it only listens. */
  readonly found?: () => AnotherLog | undefined
}

/** There was a witness, and it is gone: nothing says that the log is whole. It proves nothing to other processes. */
class WitnessGone extends AnotherLog {
  constructor(file: string) {
    super('', '', { isCertain: true, isOurs: true })
    this.message = `logSetBack: the log has signatures, but the witness ${file} has none, so nothing shows that the log is whole: put the witness back, or begin a new one on purpose: npm run audit -- adopt-witness`
  }
}

/** Not caught: it ends the process. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'

  constructor() {
    super('lost events were given up: the process ends, to start without what it remembers of them')
  }
}

/** What the process remembers of lost events goes with it; its supervisor starts it again. */
function endingWhenGivenUp(pool: Queries) {
  let before: string | undefined
  return async () => {
    const at = (await lastGivenUp(pool)) ?? 'never'
    before ??= at
    if (at === before) return
    setImmediate(() => {
      throw new GivenUp()
    })
  }
}

const concernsOthers = (finding: AnotherLog | undefined): finding is AnotherLog =>
  finding?.state === 'logSetBack' &&
  !(finding instanceof ReportedSetBack || finding instanceof WitnessGone)

/** Whether the database is from before what was signed, as this process or another one sees it. */
export interface LogWatch extends Background {
  /** Resolves after the first comparison, or at the end. Rejects if the witness cannot be read then. */
  readonly compared: Promise<void>
  /** Whether the log was compared in the last ten seconds. */
  readonly isCompared: () => boolean
  readonly setBack: () => AnotherLog | undefined
}

/**
 * The finding, if the hash chain lacks the last head that was signed, or has signatures that no witness has. Before
 * the first signature there is no witness.
 */
export async function comparedWithWitness(
  pool: Queries,
  file: string | null,
  last: Witness['last'] | null = file === null ? null : lastHeadOf(file),
): Promise<AnotherLog | undefined> {
  if (file === null || last === null) return undefined
  const signed = await orFileFault(`The witness ${file} cannot be read`, last())
  if (signed === undefined) return (await hasSignatures(pool)) ? new WitnessGone(file) : undefined
  const { count, head } = signed
  const there = (await headAt(pool, count))?.toString('hex')
  if (there === head) return undefined
  const found = there === undefined ? 'a hash chain of fewer' : 'another one in the hash chain'
  const expected = `the head that was signed after ${count} events`
  return new AnotherLog(expected, found, { isCertain: true, isOurs: true })
}

/**
 * Holds the log against the witness, at once and then without end. A database that was put back takes its own
 * records of what it lacks along; the witness is outside of it. Whoever finds it out tells the other processes.
 */
export function watchLog({ pool, witness, logger, found }: Watching): LogWatch {
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => undefined)
  const reporter = randomUUID()
  const last = witness === null ? null : lastHeadOf(witness)
  let setBack: AnotherLog | undefined
  let comparedAt = Number.NEGATIVE_INFINITY
  let isReported = false
  let looksWithFinding = 0
  const endIfGivenUp = endingWhenGivenUp(pool)

  async function look() {
    await endIfGivenUp()
    const own = await comparedWithWitness(pool, witness, last)
    setBack = own ?? (await reportedSetBack(pool))
    comparedAt = performance.now()
    first.resolve()
    if (found !== undefined) await tell(own ?? found())
  }

  async function tell(finding: AnotherLog | undefined) {
    const isForOthers = concernsOthers(finding)
    looksWithFinding = isForOthers ? looksWithFinding + 1 : 0
    if (isForOthers && (finding.isCertain || looksWithFinding >= TOLD_AFTER_LOOKS)) {
      if (!isReported) logger.error({ err: finding }, 'the log was set back')
      await reportSetBack(pool, reporter, finding)
      isReported = true
    } else if (isReported) {
      await withdrawReport(pool, reporter)
      isReported = false
    }
  }

  let fault: string | undefined
  async function tryToLook() {
    try {
      await look()
      fault = undefined
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const isLasting = error instanceof CommandError && !passing.has(errorCode(error.cause) ?? '')
      if (isLasting) first.reject(new ConfigurationError(message))
      if (message !== fault) logger.warn({ err: error }, 'the log was not compared')
      fault = message
    }
  }

  async function lookOn(closing: AbortSignal) {
    await every(LOOK_EVERY_MS, closing, tryToLook)
    first.resolve()
    if (isReported) await withdrawReport(pool, reporter).catch(() => undefined)
  }

  return {
    compared: first.promise,
    isCompared: () => performance.now() - comparedAt < COUNTS_FOR_MS,
    setBack: () => setBack,
    ...inBackground(lookOn),
  }
}
