import { sanctionListsIn } from '#command/providers/sanction-lists/in-vault.ts'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import type { SanctionListEvent } from '#kernel/events/sanction-list.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { inOneLine } from '#kernel/platform/cli/printable.ts'
import type { Source } from '#kernel/platform/cli/source.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { importList, latestOf } from '../import-list.ts'
import { isFoundInItself } from '../proof-report.ts'
import { READER } from '../read-list.ts'
import { type SurveyedList, surveyList } from '../survey-list.ts'
import { tellingByKind } from '../told-lines.ts'
import { download, type Limits, noValidators, usualLimits } from './download.ts'
import { countsOf, lostIn } from './lost.ts'
import { SourceFailed } from './source-failed.ts'
import { hashOfAddress, type SourceStates } from './source-states.ts'

/** There are servers that always say “not modified”. */
const EVERYTHING_EVERY_MS = 24 * 3_600_000
/** Of a thousand rows at most one may be unreadable: the others are not kept waiting for it. */
const MOST_BAD_ROWS = 1 / 1_000

export type ListUpdate =
  | {
      readonly list: ListName
      readonly outcome: 'imported' | 'unchanged'
      readonly version: string
      readonly rows: number
      readonly skipped: number
      /** Where in the log this version became the one in use. */
      readonly position: LogPosition
    }
  | { readonly list: ListName; readonly outcome: 'failed'; readonly failure: SourceFailed }

export interface Updating {
  readonly system: System
  readonly states: SourceStates
  /** Receives what is wrong with single rows and names, and how much was found. */
  readonly tell: (list: ListName, line: string) => void
  readonly signal: AbortSignal
  readonly limits?: Limits
}

/** Asks a source for news. Whatever is wrong with its answer, the version in use stays. */
export async function updateList(updating: Updating, source: SanctionSource): Promise<ListUpdate> {
  const { list, url } = source
  try {
    return await updated(updating, source)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const failure =
      error instanceof SourceFailed ? error : new SourceFailed('content', error.message, error)
    if (failure.reason !== 'stopped') await updating.states.fail(list, url, failure)
    return { list, outcome: 'failed', failure }
  }
}

async function updated(updating: Updating, { list, url }: SanctionSource): Promise<ListUpdate> {
  const { system, states, limits = usualLimits, signal } = updating
  const latest = await latestOf(system, list)
  const state = (await states.all()).get(list)
  // Only of the version in use does an unchanged source say something.
  const isFromHere =
    latest?.data.reader === READER &&
    state?.version === latest.data.version &&
    state.addressHash === hashOfAddress(url)
  const isRecent = isFromHere && state.msSinceContent < EVERYTHING_EVERY_MS
  const validators = isRecent ? state.validators : noValidators
  await states.begin(list, url)
  const downloaded = await download({ url: new URL(url), validators, limits, signal })
  if (downloaded.kind === 'unchanged') {
    if (latest === undefined || !isRecent) {
      throw new SourceFailed('status', 'answers 304, but was not asked for a change')
    }
    const { version, rows, skippedRows: skipped } = latest.data
    await states.confirm(list, version, { address: url })
    return { list, outcome: 'unchanged', version, rows, skipped, position: latest.position }
  }
  try {
    const order = { ...downloaded, list, latest }
    const imported = await importedFrom(updating, order)
    await states.confirm(list, imported.version, {
      address: url,
      validators: downloaded.validators,
    })
    return imported
  } finally {
    await downloaded.source.close()
  }
}

interface ListToUpdate {
  readonly list: ListName
  readonly source: Source
  readonly isWhole: boolean
  /** The version in use when it was asked for. */
  readonly latest: Awaited<ReturnType<typeof latestOf>>
}

async function importedFrom({ system, tell, signal }: Updating, order: ListToUpdate) {
  const { list, source, latest } = order
  const write = (line: string) => tell(list, line)
  const survey = await surveyed(order, write)
  const lost = await lostSince(system, latest?.data, survey)
  if (lost !== undefined) throw new SourceFailed('fewer', lost)
  // The lease may be lost by now: whoever has it goes on.
  if (signal.aborted) throw new SourceFailed('stopped', 'was not waited for')
  const proves = () => isFoundInItself(survey, write)
  const comparedWith = latest?.revision ?? 'none'
  const imported = await importList(system, { list, source, survey, comparedWith, proves })
  if (imported.outcome === 'overtaken') {
    throw new SourceFailed('overtaken', 'sent its list while another version was imported')
  }
  if (imported.outcome === 'refused') {
    throw new SourceFailed('proof', 'has names or numbers that are not found in it')
  }
  return { ...imported, list, skipped: survey.badRows }
}

/** The list, if it is none of those that are worse than the version in use. */
async function surveyed(
  { source, isWhole }: ListToUpdate,
  write: (line: string) => void,
): Promise<SurveyedList> {
  const told = tellingByKind(write)
  let unreadable = 'has no list'
  const survey = await surveyList(source, (remark) => {
    const { kind, place, fault } = remark
    told.remark(remark)
    if (kind === 'fault') unreadable = inOneLine(`${place}: ${fault.field}: ${fault.wrong}`)
  })
  told.end()
  if (survey === undefined) {
    throw new SourceFailed('content', `answers with what is no list: ${unreadable}`)
  }
  const { entries, badRows, endsInBadRow } = survey
  if (entries === 0) throw new SourceFailed('content', 'answers with a list without entries')
  if (badRows > (entries + badRows) * MOST_BAD_ROWS) {
    throw new SourceFailed(
      'rows',
      `has ${badRows} rows that cannot be read; the last is ${unreadable}`,
    )
  }
  if (endsInBadRow && !isWhole) {
    throw new SourceFailed('rows', `may have been cut off: its last row is ${unreadable}`)
  }
  return survey
}

/** Another format, or another reader, may find more or fewer names in the same entries. */
async function lostSince(
  { pool }: System,
  inUse: SanctionListEvent['data'] | undefined,
  { file, entries, names, numbers }: SurveyedList,
): Promise<string | undefined> {
  if (inUse === undefined) return undefined
  const before = await countsOf(await sanctionListsIn(pool), inUse)
  const isAlike = inUse.format === file.format && inUse.reader === READER
  return lostIn(isAlike ? { entries, names, numbers } : { ...before, entries }, before)
}
