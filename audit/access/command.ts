import { parseMetadata } from '#kernel/events/metadata.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import { momentOption } from '#kernel/platform/cli/options.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { type AuditedSystem, auditing } from '../audited-system.ts'
import { readableEvent } from '../history/readable-event.ts'
import { writeLines } from '../write-lines.ts'
import { accessStream, questionOf, questionsOf } from './access-log.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

export const accessesCommand = command(
  'accesses',
  (declared) =>
    declared
      .description(
        'Prints the accesses to records of a company, in the order of time, as one JSON object per line.',
      )
      .requiredOption('--company <id>', 'whose records; "system": searches that found nothing')
      .option(
        '--from <date>',
        `from this moment on (default: ${DEFAULT_DAYS} days ago)`,
        momentOption,
      )
      .option('--to <date>', 'up to this moment (default: now)', momentOption)
      .option('--record <id>', 'only of this record')
      .option('--question <value>', 'only searches for this value; - reads it from standard input'),
  async ({ options: { company, record, question, ...bounds } }, terminal) => {
    const period = periodOf(bounds)
    const companyId = company.toLowerCase()
    const value = question === undefined ? null : await givenText(question, terminal.stdin)
    return auditing(terminal.environment, async (system) => {
      const { vault } = system
      const asked = value === null ? [] : questionsOf(vault, companyId, value)
      const data = {
        what: 'accesses',
        noun: null,
        recordId: record ?? null,
        question: value === null ? null : questionOf(vault, companyId, value),
      } as const
      await system.recordAccess(companyId, { type: 'RecordAccessed', data })
      const isWanted = (event: StoredEvent) =>
        (record === undefined || event.data['recordId'] === record) &&
        (value === null || asked.some((one) => one === event.data['question']))
      await writeLines(terminal.stdout, linesOf(system, { companyId, period, isWanted }))
      return 0
    })
  },
)

interface Bounds {
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
}

/** Microseconds since 1970; both bounds are within the period. */
interface Period {
  readonly from: bigint
  /** Null: up to the last one, this command's own. */
  readonly to: bigint | null
}

const periodOf = ({ from, to }: Bounds): Period => ({
  from: from ?? BigInt(Date.now() - DEFAULT_DAYS * DAY_MS) * 1_000n,
  to: to ?? null,
})

interface AccessQuery {
  readonly companyId: string
  readonly period: Period
  readonly isWanted: (event: StoredEvent) => boolean
}

async function* linesOf(
  { log, vault }: AuditedSystem,
  { companyId, period, isWanted }: AccessQuery,
) {
  for (const day of daysOf(period)) {
    for await (const page of streamPages(log, accessStream(companyId, day))) {
      for (const event of page) {
        if (isIn(period, event) && isWanted(event)) yield `${await readableEvent(vault, event)}\n`
      }
    }
  }
}

/** An event that does not say when it was recorded is forged, and shown. */
function isIn({ from, to }: Period, { metadata }: StoredEvent): boolean {
  const recordedAt = parseMetadata(metadata)?.recordedAt
  if (recordedAt === undefined) return true
  const moment = microsecondsOf(recordedAt)
  return moment >= from && (to === null || moment <= to)
}

function* daysOf({ from, to }: Period) {
  const last = to ?? BigInt(Date.now()) * 1_000n
  for (let day = dayOf(from); day <= dayOf(last); day++) {
    yield new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
  }
}

const dayOf = (microseconds: bigint) => Math.floor(Number(microseconds / 1_000n) / DAY_MS)
