import { randomUUID } from 'node:crypto'
import { readModelsIn } from '#command/read-models.ts'
import { isReferenceStream } from '#command/reference-data/families.ts'
import { isAboutKeys } from '#command/reference-data/quarantine.ts'
import { inBatches } from '#kernel/domain/in-batches.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import type { Progress } from '#kernel/platform/cli/progress.ts'
import type { Source } from '#kernel/platform/cli/source.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { AppendRefused } from '#kernel/platform/event-store/errors.ts'
import { laterOf, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { checkWithLog } from './check-with-log.ts'
import { DAY_MS } from './fields.ts'
import { inLanes } from './in-lanes.ts'
import type { CheckedLine, ImportRun } from './kind.ts'
import type { LineFault } from './line-fault.ts'
import { linesOf } from './lines.ts'
import { learnFromLog } from './log-knowledge.ts'
import { type Parsed, parseLine } from './parse-line.ts'
import { pastDocuments } from './past-documents.ts'
import { priceHistories } from './price-history.ts'
import { secondAccounts } from './second-accounts.ts'
import { newSurvey } from './survey.ts'
import { takenValues } from './taken-values.ts'
import type { StandsAt } from './wait-until-shown.ts'
import { recordWriter, type WriteRecord } from './write-record.ts'

const CHECKED_AT_ONCE = 64
const WRITTEN_AT_ONCE = { items: 256, bytes: 1024 * 1024 }

interface Watching {
  /** Called for each fault and each warning, with the line's number. */
  readonly report: (line: number, fault: LineFault) => void
  readonly progress: Progress
  /** Whether calls may go to private addresses, and without TLS; not by default. */
  readonly allowsPrivate?: boolean
  /** Another cost of hashing a secret; who compares it reads the cost from the hash. */
  readonly hashSecret?: ImportRun['hashSecret']
}

export interface Imported {
  readonly imported: number
  readonly unchanged: number
  readonly standsAt: StandsAt
  /** What lines have made besides their records, to be shown once. */
  readonly made: readonly object[]
}

/** Imports a file as a whole: undefined, and nothing appended, when it has a fault. */
export async function importLines(
  source: Source,
  { eventStore, vault, pool }: Pick<System, 'eventStore' | 'vault' | 'pool'>,
  { report, progress, allowsPrivate = false, hashSecret: hash = hashSecret }: Watching,
): Promise<Imported | undefined> {
  const survey = newSurvey()
  const log = { eventStore, vault, now: await commonClock(pool) }
  let faults = 0
  const reportAll = (line: number, found: readonly LineFault[]) => {
    faults += found.filter(({ isWarning }) => !isWarning).length
    for (const fault of found) report(line, fault)
  }
  for await (const line of linesOf(source.read())) {
    const parsed = parseLine(line)
    reportAll(line.number, survey.add(parsed))
    if (!allowsPrivate) reportAll(line.number, onlyInside(parsed))
    reportAll(line.number, farAhead(parsed, log.now()))
  }
  progress.begin('checking', survey.lines())
  const knowledge = await learnFromLog(log, survey)
  const past = pastDocuments(log, pool, { survey, knowledge })
  const takenFrom = await takenValues(eventStore, survey)
  const made = new Map<string, object | undefined>()
  const run = {
    ...log,
    hashSecret: hash,
    show: (stream: string, one: object | undefined) => void made.set(stream, one),
    origin: operatorOrigin(randomUUID()),
    readPrices: priceHistories(log),
    datedClaims: past.datedClaims,
  }
  const faultsWithLog = checkWithLog(log, survey, { knowledge, takenFrom }, (line) =>
    past.faultsOf(line, { ...run, line: 0 }),
  )
  const warningsOf = secondAccounts(readModelsIn(pool))
  for await (const group of inBatches(linesOf(source.read()), CHECKED_AT_ONCE)) {
    const parsed = group.map((line) => parseLine(line).checkedLine)
    const found = await Promise.all(parsed.map(async (line) => (line ? faultsWithLog(line) : [])))
    const warnings = await warningsOf(parsed)
    for (const [index, line] of group.entries()) {
      reportAll(line.number, [...(found[index] ?? []), ...(warnings[index] ?? [])])
      progress.advance()
    }
  }
  if (faults > 0) return undefined
  progress.begin('importing', survey.lines())
  await past.enterNumbers(run)
  const write = recordWriter(eventStore, knowledge, past)
  const written = await writeAll(source, { run, write, progress })
  return { ...written, made: [...made.values()].filter((one) => one !== undefined) }
}

function onlyInside({ checkedLine }: Parsed): readonly LineFault[] {
  if (checkedLine?.onlyInside === undefined) return []
  const { field, otherwise } = checkedLine.onlyInside
  return [{ field, wrong: `${otherwise}, unless ${settings.WEBHOOKS_ALLOW_PRIVATE.name} is true` }]
}

/** A slip in the year, or in the zone, is seen by this. */
const farAhead = ({ checkedLine }: Parsed, now: number): readonly LineFault[] =>
  (checkedLine?.moments ?? [])
    .filter(({ at }) => epochMsOf(at) > now + DAY_MS)
    .map(({ field, at }) => ({
      field,
      wrong: `${at} is more than 24 hours ahead`,
      isWarning: true,
    }))

interface Writing {
  readonly run: Omit<ImportRun, 'line'>
  readonly write: WriteRecord
  readonly progress: Progress
}

async function writeAll(
  source: Source,
  { run, write, progress }: Writing,
): Promise<Omit<Imported, 'made'>> {
  let imported = 0
  let unchanged = 0
  const standsAt = { last: START_OF_LOG, lastReference: START_OF_LOG, changesKeys: false }
  await inLanes(wantedLines(source), {
    atMost: WRITTEN_AT_ONCE,
    bytesOf: ({ bytes }) => bytes,
    lanesOf: ({ checkedLine }) => lanesOf(checkedLine),
    work: async ({ line, checkedLine }) => {
      const written = await onLine(line, write(checkedLine, { ...run, line }))
      if (written.isChange) imported += 1
      else unchanged += 1
      standsAt.changesKeys ||= written.isChange && !written.isNew && isAboutKeys(checkedLine.stream)
      standsAt.last = laterOf(standsAt.last, written.position)
      if (isReferenceStream(checkedLine.stream)) {
        standsAt.lastReference = laterOf(standsAt.lastReference, written.position)
      }
      progress.advance()
    },
  })
  return { imported, unchanged, standsAt }
}

async function* wantedLines(source: Source) {
  for await (const line of linesOf(source.read())) {
    const parsed = parseLine(line)
    if (parsed.faults !== undefined) {
      throw new CommandError(`line ${line.number}: json: is not what was checked`)
    }
    yield { line: line.number, bytes: line.text?.length ?? 0, checkedLine: parsed.checkedLine }
  }
}

/** A record is written after those that it refers to, so that the log has them in this order. */
const lanesOf = ({ stream, claim, refersTo }: CheckedLine) => ({
  own: claim === undefined ? [stream] : [stream, claim.stream],
  after: Object.values(refersTo),
})

async function onLine<Value>(line: number, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof AppendRefused)) throw error
    throw new CommandError(`line ${line}: ${error.message}`, { cause: error })
  }
}
