import { inBatches } from '#kernel/domain/in-batches.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { AUDIT_SCRATCH } from '#kernel/platform/database/grants.ts'
import {
  AnotherLog,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { logUpTo } from '#kernel/platform/event-store/log-up-to.ts'
import type { Pins } from '#kernel/platform/log-chain/pins.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { serialQueue } from '#kernel/platform/waiting/serial-queue.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { checkpointIn } from '#projections/runtime/leadership.ts'
import { type Replayed, replayAndCompare } from '#projections/runtime/rebuild/replay.ts'
import type { AuditedLog, AuditedSystem } from '../audited-system.ts'
import { type ChainFindings, openChainCheck } from './chain-check.ts'
import { logChecks } from './checks/all-checks.ts'
import type { BrokenRule } from './checks/check.ts'
import { damagedStreams } from './damaged-streams.ts'
import { type PeopleWithTwoNames, peopleWithTwoNames } from './people-with-two-names.ts'
import { sanctionListCheck } from './sanction-lists.ts'
import { inSteps, type Steps } from './steps.ts'

const PAGE = 1_000
const MAX_DAMAGED_NAMED = 100

export interface Verification {
  /** Null for all companies. */
  readonly companyId: string | null
  readonly replayed: Replayed
  readonly chain: ChainFindings
  /** Events that break a rule of the business. */
  readonly faults: { readonly count: number; readonly faults: readonly BrokenRule[] }
  /** A note: no difference. */
  readonly twoNames: PeopleWithTwoNames
}

/** A replay moves all the time; the other steps are as long as the database needs for them. */
const REPLAY_WITHIN_MS = 60_000
const STEP_WITHIN_MS = 600_000

interface VerificationOrder {
  readonly companyId: string | null
  readonly moved: (position: LogPosition) => void
  /** Called for each step as it begins. */
  readonly report: (step: string) => void
  /** How long a step may stand still; by default what suits it. */
  readonly withinMs?: number | undefined
  /** Heads and keys that are kept outside the database. */
  readonly pins: Pins
}

/** The tables and the log are not about the same history: the replay would wait for events that are gone. */
class LogSetBack extends CommandError {
  override readonly name = 'LogSetBack'
}

/**
 * Reads the whole log once. Replays it into scratch tables and compares every row with the live tables
 * as of the same position. Checks the hash chain, its signatures and the rules of the business. The
 * live system keeps running; the projection's writer waits some milliseconds for the comparison.
 */
export function verify(system: AuditedSystem, order: VerificationOrder): Promise<Verification> {
  const stop = new AbortController()
  return inSteps({ report: order.report, stop }, (steps) =>
    verifyIn(steps, system, order, stop.signal),
  )
}

async function verifyIn(
  steps: Steps,
  system: AuditedSystem,
  { companyId, moved, pins, withinMs }: VerificationOrder,
  stop: AbortSignal,
): Promise<Verification> {
  const { log, vault, pool, readModels: tables, databaseUrl } = system
  const enter = (step: string, ownMs = STEP_WITHIN_MS) => steps.enter(step, withinMs ?? ownMs)
  enter('finding the end of the log', REPLAY_WITHIN_MS)
  const upTo = await log.headOfLog()
  await expectLogOfTables(system, upTo)
  const chain = await openChainCheck({ pool, log, upTo, pins })
  const rules = logChecks(companyId)
  const lists = sanctionListCheck(pool)
  const witness = witnessOf(async (all) => {
    await chain.see(all)
    const events = all.filter(isOurs)
    rules.see(events)
    lists.see(events)
  })
  const eventStore = { headOfLog: log.headOfLog, subscribe: witnessed(log, witness, companyId) }
  enter('replaying the log', REPLAY_WITHIN_MS)
  const replayed = await replayAndCompare(
    { definition: readModels, databaseUrl, eventStore, vault, logger: silentLogger },
    {
      schema: AUDIT_SCRATCH,
      serving: readModels.name,
      stop,
      companyId,
      moved: (position) => {
        steps.moved()
        moved(position)
      },
      met: () => enter('comparing the tables'),
    },
  )
  enter('checking the hash chain')
  await readOn(log, witness, upTo)
  const chainFindings = await chain.end()
  enter('checking the sanction lists')
  const wrongLists = companyId === null ? await lists.end() : []
  enter('looking for deleted and cut streams')
  const isLogIncomplete = chainFindings.differences > 0
  const damaged = await damagedStreams(log, { companyId, isLogIncomplete })
  enter('looking for people with two names')
  const twoNames = await peopleWithTwoNames(tables, companyId)
  const { count, faults } = rules.found()
  const all = {
    count: count + wrongLists.length + damaged.length,
    faults: [...faults, ...wrongLists, ...damaged.slice(0, MAX_DAMAGED_NAMED)],
  }
  return { companyId, replayed, chain: chainFindings, faults: all, twoNames }
}

/** Throws LogSetBack unless the log has the last event that the tables show. */
async function expectLogOfTables({ pool, log }: AuditedSystem, head: LogPosition) {
  await expectInLog(log, await checkpointIn(pool, readModels.name), head)
}

async function expectInLog(log: AuditedLog, place: LogPlace, head: LogPosition) {
  if (place.position > head) {
    throw new LogSetBack(
      `logSetBack: the tables show the log up to position ${place.position.toString()}, but it ends at ${head.toString()}: its last events were deleted.`,
    )
  }
  if (place.lastEvent === undefined) return
  try {
    await log.checkPlace(place)
  } catch (error) {
    if (error instanceof AnotherLog) throw new LogSetBack(`${error.message}.`, { cause: error })
    throw error
  }
}

const isOurs = ({ isNeighbours }: StoredEvent) => isNeighbours !== true

type Witness = ReturnType<typeof witnessOf>

/** Passes every event on once and in order, even if parts of the log are read again or side by side. */
function witnessOf(see: (events: readonly StoredEvent[]) => Promise<void>) {
  let seenUpTo = START_OF_LOG
  const queue = serialQueue()
  return {
    seenUpTo: () => seenUpTo,
    async see(events: readonly StoredEvent[]) {
      const before = seenUpTo
      const fresh = events.filter(({ position }) => position > before)
      seenUpTo = fresh.at(-1)?.position ?? before
      if (fresh.length > 0) await queue(() => see(fresh))
    },
  }
}

/** A subscription whose events the witness sees first; the tables receive the company's only. */
const witnessed =
  (log: AuditedLog, witness: Witness, companyId: string | null): AuditedLog['subscribe'] =>
  (wanted) =>
    log.subscribe({
      ...wanted,
      withNeighbours: true,
      handle: async (all, upTo) => {
        await witness.see(all)
        const events = all.filter(isOurs)
        const ofIt = (event: StoredEvent) => event.metadata['companyId'] === companyId
        await wanted.handle(companyId === null ? events : events.filter(ofIt), upTo)
      },
    })

/** Shows the witness the rest of the log, which the tables have not reached. */
async function readOn(log: AuditedLog, witness: Witness, upTo: LogPosition) {
  const after = witness.seenUpTo()
  if (after >= upTo) return
  const rest = logUpTo(log, { after, upTo, withNeighbours: true })
  for await (const page of inBatches(rest, PAGE)) await witness.see(page)
}
