import { randomUUID } from 'node:crypto'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { isRefusal } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { KeyOwner } from '#kernel/platform/vault/key-owner.ts'
import type { Command } from './command.ts'
import { type Keeping, keptAnswers, type Left } from './kept-answers.ts'
import type { DataAnswer } from './sealed-answer.ts'

/** Runs a creating request once for its `Idempotency-Key` (ADR 8). */
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
    },
    work: (command: Command) => Promise<DataAnswer>,
  ) => Promise<DataAnswer>
  /** Deletes answers older than a day. */
  readonly purge: () => Promise<void>
}

export function idempotencyIn(keeping: Keeping): Idempotency {
  const { pool, vault, logger } = keeping
  const answers = keptAnswers(keeping)
  /** Keyed, because a body holds identity numbers, and an attacker could try all of them. */
  const hashOf = (value: unknown) => Buffer.from(vault.pseudonym('request', JSON.stringify(value)))
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  return {
    async once({ context, operation, creates, body, isEnd = isRefusal, shows }, work) {
      const { caller, idempotencyKey, changes } = context
      if (idempotencyKey === null) return work({ id: randomUUID(), isRepeated: false })
      const request = { companyId: caller.companyId, key: idempotencyKey }
      const begun = await answers.begin(request, hashOf([operation, body]))
      if (begun.kind === 'answered') return replayed(begun.answer)
      const { command, mayStand, lease } = begun
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
      await pool.query(
        `delete from vault.idempotency where created_at < now() - interval '24 hours'`,
      )
    },
  }
}

const replayed = (answer: DataAnswer): DataAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotency-hit': 'true' },
})
