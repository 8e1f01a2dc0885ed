import { expect, test } from 'vitest'
import { attemptOnce } from '#command/provider-documents/attempt.ts'
import { requestChanges, unknownOutcome } from '#kernel/domain/request-changes.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'

const IN_DOUBT = new Unavailable('the log does not answer', 1)
const UNKNOWN = unknownOutcome('id', {})

test('an attempt that may have begun is begun again once, and ended until that is recorded', async () => {
  const taken: string[] = []
  const changes = requestChanges('id')
  const over = Promise.withResolvers<void>()
  const inDoubt = (word: string, times: number) => {
    taken.push(word)
    if (taken.filter((one) => one === word).length <= times) throw IN_DOUBT
    return { position: START_OF_LOG }
  }

  const attempted = attemptOnce({
    origin: {
      ...originOfProcess('test', { companyId: 'c', commandId: 'd', cause: null }),
      changes,
    },
    closing: new AbortController().signal,
    start: async () => {
      changes.mayBeDone(UNKNOWN)
      return inDoubt('start', 2)
    },
    begun: (document) => document,
    call: async () => ({ kind: 'done', answer: {} }),
    unknown: () => UNKNOWN,
    record: async ({ kind }) => {
      const recorded = inDoubt(`record ${kind}`, 2)
      over.resolve()
      return recorded
    },
    refusal: () => undefined,
  })

  await expect(attempted).rejects.toBe(IN_DOUBT)
  await over.promise
  const ended = 'record notTaken'
  expect(taken).toEqual(['start', 'start', 'start', ended, ended, ended])
})
