import { randomUUID } from 'node:crypto'
import { isRefusal } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { KeyOwner } from '#kernel/platform/vault/key-owner.ts'
import type { Command } from './command.ts'
import { type Keeping, keptAnswers } from './kept-answers.ts'
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
  const { pool, vault } = keeping
  const answers = keptAnswers(keeping)
  /** Keyed, because a body holds identity numbers, and an attacker could try all of them. */
  const hashOf = (value: unknown) => Buffer.from(vault.pseudonym('request', JSON.stringify(value)))
  return {
    async once({ context, operation, body, isEnd = isRefusal, shows }, work) {
      const { caller, idempotencyKey } = context
      if (idempotencyKey === null) return work({ id: randomUUID(), isRepeated: false })
      const request = { companyId: caller.companyId, key: idempotencyKey }
      const begun = await answers.begin(request, hashOf([operation, body]))
      if (begun.kind === 'answered') return replayed(begun.answer)
      const { command, lease } = begun
      try {
        // Before the work: if the person is forgotten in the meantime, their next key is another one.
        const ofPerson = shows && (await vault.keyOf({ companyId: request.companyId, ...shows }))
        const answer = await work(command)
        await answers.keep(request, command, { answer, ofPerson })
        return answer
      } catch (error) {
        await answers.release(request, lease, isEnd(error))
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
