import { randomUUID } from 'node:crypto'
import { detail } from '#kernel/domain/detail.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { isRefusal, Rejection } from '#kernel/domain/rejection.ts'
import { recordInDoubt, trueAnswer } from '#kernel/domain/request-changes.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { KeyOwner } from '#kernel/platform/vault/key-owner.ts'
import type { Command } from './command.ts'
import { type Keeping, keptAnswers, type Left } from './kept-answers.ts'
import { RecordedRefusal, type UntilReadable, whenShown } from './named-when-shown.ts'
import type { EqualRequests, RequestsInDoubt } from './requests-in-doubt.ts'
import type { DataAnswer } from './sealed-answer.ts'

/** Runs a creating request once for its `Idempotency-Key` (docs/adr/answers.md). */
export interface Idempotency {
  /**
   * `work` gets a command id, which stays the same when the request is repeated after a crash. Only
   * successful answers are stored and repeated; after a refusal the key is free.
   */
  readonly once: (
    request: {
      readonly context: RequestContext
      readonly operation: string
      /** The kind of record that it creates, from which the record's id derives (`recordIdFrom`). */
      readonly creates: string
      readonly body: unknown
      /** After which errors the next try is a new command; by default, after refusals. */
      readonly isEnd?: (error: unknown) => boolean
      /** The person whom the answer shows: when the person is forgotten, the answer can no longer be read. */
      readonly shows?: Pick<KeyOwner, 'purpose' | 'person'>
      /** Without it, a second record does no harm, or something else prevents one. */
      readonly settle?: SettleRecord
    },
    work: (command: Command) => Promise<DataAnswer>,
  ) => Promise<DataAnswer>
  /** Deletes what is older than a day. */
  readonly purge: () => Promise<void>
}

/** A record that is complete. */
export interface CompleteRecord {
  readonly position: LogPosition
  readonly uuid: string | null
  readonly invoiceNumber: string | null
}

/**
 * Decides what becomes of a record whose outcome its caller was not told: it completes the one that stands, or
 * sees to it that none ever will (undefined). It throws the answer while that cannot be known.
 */
export type SettleRecord = (
  recordId: string,
  command: Command,
) => Promise<CompleteRecord | undefined>

interface IdempotencyParts extends Keeping {
  readonly untilReadable: UntilReadable
  readonly inDoubt: RequestsInDoubt
}

export function idempotencyIn({
  inDoubt,
  untilReadable,
  ...keeping
}: IdempotencyParts): Idempotency {
  const { pool, vault, logger } = keeping
  const answers = keptAnswers(keeping)
  /** Keyed, because a body holds identity numbers, and an attacker could try all of them. */
  const hashOf = (value: unknown) => Buffer.from(vault.pseudonym('request', JSON.stringify(value)))
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)

  /**
   * An equal request whose outcome its caller does not know is settled first: then its document is
   * named, once, or there never will be one.
   */
  async function settled(equal: EqualRequests, command: Command, settle: SettleRecord) {
    for (const existingId of await inDoubt.of(equal)) {
      const complete = await settle(existingId, command)
      const doneBefore = complete && refusalNaming(existingId, complete)
      const answer = doneBefore && (await whenShown(untilReadable, doneBefore))
      if (answer === doneBefore) await inDoubt.settle(equal, existingId)
      if (answer !== undefined) throw answer
    }
  }

  return {
    async once({ context, operation, creates, body, isEnd = isRefusal, shows, settle }, work) {
      const { caller, idempotencyKey, changes } = context
      const { companyId } = caller
      const hashed = () => hashOf([operation, body])
      if (idempotencyKey === null) {
        const command = { id: randomUUID(), isRepeated: false }
        if (settle === undefined) return work(command)
        const equal = { companyId, hash: hashed() }
        await settled(equal, command, settle)
        return work(command).catch(async (error: unknown) => {
          const recordId = recordInDoubt(trueAnswer(error, changes))
          if (recordId !== undefined) await inDoubt.note(equal, recordId)
          throw error
        })
      }
      const begun = await answers.beginFor(companyId, idempotencyKey, hashed())
      if (begun.kind === 'answered') return replayed(begun.answer)
      const { request, command, mayStand, lease } = begun
      const release = (left: Left) =>
        answers.release(request, lease, left).catch(warn('a key could not be released'))
      if (mayStand) changes.mayStand({ existingId: recordIdFrom(command.id, creates) })
      try {
        // Before the work: if the person is forgotten in the meantime, their next key is another one.
        const ofPerson = shows && (await vault.keyOf({ companyId: request.companyId, ...shows }))
        const answer = await work(command)
        await answers.keep(request, command, { answer, ofPerson }).catch(async (error: unknown) => {
          // It is done. Repeated, the command finds that, and answers the same.
          warn('an answer could not be kept')(error)
          await release('perhaps')
        })
        return answer
      } catch (error) {
        if (isEnd(error)) await release('ended')
        else await release(changes.answer() === undefined ? 'nothing' : 'perhaps')
        throw error
      }
    },

    async purge() {
      await pool.query(PURGING)
      await inDoubt.purge()
    },
  }
}

const PURGING = `delete from vault.idempotency where created_at < now() - interval '24 hours'`

const DONE_BEFORE =
  'An equal request, whose outcome was unknown, has made this document. Send it again only for another one.'

const refusalNaming = (existingId: string, { position, ...names }: CompleteRecord) => {
  const named = detail('data', 'duplicate', { existingId, ...names })
  const refusal = new Rejection('CONFLICT', DONE_BEFORE, [named])
  return new RecordedRefusal(refusal, { position, isFinal: true })
}

const replayed = (answer: DataAnswer): DataAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotency-hit': 'true' },
})
