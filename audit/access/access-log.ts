import { randomUUID } from 'node:crypto'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { type AccessEvent, accessEvents } from '#kernel/events/access.ts'
import {
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  RevisionConflict,
} from '#kernel/platform/event-store/event-store.ts'
import { encodeUnsealed, type Origin } from '#kernel/platform/recording/event-codec.ts'
import { originWithoutRequest } from '#kernel/platform/recording/origin.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'

/** For accesses that are about no company in particular. */
export const NO_COMPANY = 'system'

export interface Access {
  readonly companyId: string
  readonly actor: Origin['actor']
  readonly requestId: string | null
  readonly event: AccessEvent
}

/** Records an access before anything is shown. An access that cannot be recorded fails. */
export type RecordAccess = (access: Access) => Promise<void>

type Log = Pick<EventStore, 'readStream' | 'append'>

const ATTEMPTS = 20
const RETRY_AFTER_SECONDS = 2

export class AccessUnrecorded extends Unavailable {
  override readonly name = 'AccessUnrecorded'

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `Nothing is shown, because the access cannot be recorded: ${reason}`,
      RETRY_AFTER_SECONDS,
      { cause },
    )
  }
}

/** One stream for each company and day, so that a period is read without the rest of the log. */
export const accessStream = (companyId: string, day: string): string =>
  `${accessEvents.category}-${companyId}.${day}`

/** What an evidence package says of itself is no access, and not in the stream of a day. */
const evidenceStream = (companyId: string): string =>
  `${accessEvents.category}-${companyId}.evidence`

export const accessLogIn =
  (log: Log): RecordAccess =>
  async ({ companyId, actor, requestId, event }) => {
    const commandId = randomUUID()
    const recordedAt = new Date().toISOString()
    const stream =
      event.type === 'EvidenceWritten'
        ? evidenceStream(companyId)
        : accessStream(companyId, recordedAt.slice(0, 'yyyy-mm-dd'.length))
    const encoded = encodeUnsealed({
      family: accessEvents,
      event,
      id: eventIdFrom(commandId, stream),
      stream,
      recordedAt,
      origin: { companyId, ...originWithoutRequest(actor, commandId), requestId },
    })
    try {
      await appendAtEnd(log, stream, encoded)
    } catch (error) {
      throw new AccessUnrecorded(error)
    }
  }

/** Others look at the same company at the same time. */
async function appendAtEnd(log: Log, stream: string, event: NewEvent) {
  const [last] = await log.readStream(stream, { direction: 'backwards', maxCount: 1 })
  let expected: ExpectedRevision = last?.revision ?? 'no_stream'
  for (let attempt = 1; ; attempt++) {
    try {
      await log.append(stream, [event], expected)
      return
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === ATTEMPTS) throw error
      expected = error.actual ?? 'no_stream'
    }
  }
}

type RecordAccessed = Extract<AccessEvent, { type: 'RecordAccessed' }>

/** One record is looked at. */
export const accessTo = (
  what: RecordAccessed['data']['what'],
  { noun, id: recordId }: { readonly noun: string; readonly id: string },
): RecordAccessed => ({
  type: 'RecordAccessed',
  data: { what, noun, recordId, question: null },
})

/** Many records are looked at. */
export const looksAt = (
  what: RecordAccessed['data']['what'],
  noun: string | null,
): RecordAccessed => ({
  type: 'RecordAccessed',
  data: { what, noun, recordId: null, question: null },
})

/** Records that records of the company may be viewed from now on. */
export const signInAccess: RecordAccessed = {
  type: 'RecordAccessed',
  data: { what: 'sign-in', noun: null, recordId: null, question: null },
}

/** A value is searched for. */
export const searchFor = (
  vault: Pick<VaultReader, 'pseudonym'>,
  companyId: string,
  value: string,
): RecordAccessed => ({
  type: 'RecordAccessed',
  data: {
    what: 'find',
    noun: null,
    recordId: null,
    question: questionOf(vault, companyId, value),
  },
})

/** The same for every spelling that `find` takes for the same value. */
export const questionOf = (
  { pseudonym }: Pick<VaultReader, 'pseudonym'>,
  companyId: string,
  value: string,
): string => pseudonym('question', companyId, normalNumber(value))

/** The same, and what earlier versions recorded of it. */
export const questionsOf = (
  vault: Pick<VaultReader, 'pseudonym'>,
  companyId: string,
  value: string,
): readonly string[] => [
  questionOf(vault, companyId, value),
  vault.pseudonym('question', companyId, value.replaceAll(/[\s-]/g, '').toUpperCase()),
]
