import { setTimeout as pause } from 'node:timers/promises'
import { type Claimant, conflictIn } from '#command/claims/claimant.ts'
import { claim, transactionClaimStream } from '#command/claims/claiming.ts'
import { DEFAULT_TIME_ZONE } from '#command/dependencies.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import type { Execution, Repository } from '#command/event-sourcing/repository.ts'
import { dayClaims } from '#command/provider-documents/drafting.ts'
import { onlyZone, type TimeZones, withZone } from '#command/reference-data/time-zones.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { companyEvents } from '#kernel/events/reference-data.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'
import type { ImportRun } from './kind.ts'
import {
  type DatedClaims,
  isImport,
  onceFor,
  type PastDocument,
  remembered,
} from './past-document.ts'

const RELEASE_WAITS = { times: 240, ms: 250 }

/** The day of a document of the past, and the ledgers in which it is entered. */
export function datedClaimsIn(log: Log) {
  const zones = new Map<string, Promise<TimeZones>>()
  return onceFor(async (document: PastDocument): Promise<DatedClaims> => {
    const { companyId } = document
    const timeZones = await remembered(zones, companyId, () => zonesOf(log, companyId))
    const timeZone = timeZones.at(-1)?.timeZone ?? DEFAULT_TIME_ZONE
    return { ...dayClaims(log, { ...document, timeZone, timeZones }), timeZone }
  })
}

async function zonesOf({ eventStore, vault }: Log, companyId: string): Promise<TimeZones> {
  const stored = await eventStore.readStream(companyStream(companyId), { maxCount: 10_000 })
  const recorded = await decodeEvents(vault, () => companyEvents, stored)
  const found = recorded.reduce<TimeZones | undefined>(
    (before, { event, metadata }) => withZone(before, event.data.timeZone, metadata.recordedAt),
    undefined,
  )
  return found ?? onlyZone(DEFAULT_TIME_ZONE)
}

/** Claims what a document of the past is to have, before it is written. */
export const holdingIn =
  (
    claimants: Readonly<Record<Claimant['kind'], Claimant>>,
    datedClaims: (document: PastDocument) => Promise<DatedClaims>,
  ) =>
  async (document: PastDocument, latest: PlacedEvent | undefined, { origin }: ImportRun) => {
    const { kind, companyId, documentId, bankTransactionId, amount, isCancelled } = document
    if (isCancelled || (latest && isImport(latest))) return
    const { ledger, day, duplicates } = await datedClaims(document)
    if (latest !== undefined) await untilReleased(claimants[kind], document, ledger)
    const wanted = { documentId, bankTransactionId, ledger, day, amount, duplicates }
    try {
      const itsOrigin = { ...origin, companyId }
      await claim(claimants[kind], { ...wanted, allowDuplicate: true }, itsOrigin)
    } catch (error) {
      const holder = conflictIn(error)?.existingId
      if (holder == null) throw error
      throw new CommandError(`bankTransactionId: is used for ${holder}`, { cause: error })
    }
  }

/** What arrives together for one stream is one append. A stream that no document has claimed yet is not read. */
export function claimingTogether(
  claimant: Claimant,
  mayBeClaimed: (stream: string) => boolean,
): Claimant {
  const { ledgers, transactionClaims } = claimant
  return {
    ...claimant,
    ledgers: together(ledgers, mayBeClaimed),
    transactionClaims: together(transactionClaims, mayBeClaimed),
  }
}

function together<Event extends AnyEvent, State>(
  repository: Repository<Event, State>,
  mayBeThere: (stream: string) => boolean,
): Repository<Event, State> {
  const written = new Set<string>()

  async function executeAll(stream: string, all: readonly Execution<Event, State>[]) {
    const [first] = all
    if (first === undefined) return undefined
    const isNew = !mayBeThere(stream) && !written.has(stream)
    written.add(stream)
    const decision = (state: State) => all.flatMap((one) => one.decision(state))
    return repository.execute({ ...first, decision, isNew })
  }

  const executeGroup = inGroups(async (group: readonly Execution<Event, State>[]) => {
    const executed = [...Map.groupBy(group, ({ stream }) => stream)].map(
      async ([stream, all]) => [stream, await executeAll(stream, all)] as const,
    )
    const done = new Map(await Promise.all(executed))
    return group.map(({ stream }) => done.get(stream))
  })
  return {
    ...repository,
    execute: async (one) => (await executeGroup(one)) ?? repository.execute(one),
  }
}

/** What an import had claimed before it was killed may be being given back: until then it is not claimed again. */
async function untilReleased(
  { ledgers, transactionClaims }: Claimant,
  { documentId, bankTransactionId }: PastDocument,
  ledger: string,
): Promise<void> {
  const transaction = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
  for (let waits = 0; waits < RELEASE_WAITS.times; waits++) {
    const isEntered = (await ledgers.load(ledger)).state.claimed.has(documentId)
    const owner =
      transaction === null ? null : (await transactionClaims.load(transaction)).state.owner
    if (!isEntered && owner?.id !== documentId) return
    await pause(RELEASE_WAITS.ms)
  }
  throw new CommandError('id: what an interrupted import has claimed is not released yet')
}
