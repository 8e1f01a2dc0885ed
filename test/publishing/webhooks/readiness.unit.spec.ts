import { expect, test } from 'vitest'
import { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import { missingParts } from '#publishing/webhooks/readiness.ts'
import type { WebhookPhase } from '#publishing/webhooks/webhooks.ts'

const REASON = 'webhooks stands still at position 7: the log has more events'
const anotherLog = () => undefined
const still = { anotherLog, standstills: () => [{ name: 'webhooks', reason: REASON }] }
const going = { anotherLog, standstills: () => [] }
const difference = { isCertain: true, isOurs: true }
const setBack = { ...going, anotherLog: () => new AnotherLog('a head', 'none', difference) }

const inPhase = (phase: WebhookPhase, failure?: string) => ({
  phase: () => phase,
  failure: () => failure,
})

test('a process that delivers or stands by lacks nothing', () => {
  expect(missingParts({ webhooks: inPhase('delivering'), log: going })).toEqual([])
  expect(missingParts({ webhooks: inPhase('standingBy'), log: going })).toEqual([])
})

test('a process that has not started, or waits, says so', () => {
  expect(missingParts({ webhooks: undefined, log: undefined })).toEqual(['webhooks: starting'])
  const waiting = inPhase('waiting', 'the database is away')
  expect(missingParts({ webhooks: waiting, log: going })).toEqual([
    'webhooks: the database is away',
  ])
})

test('neither a process that delivers nor one that stands by is ready on a log that was set back', () => {
  const missing = [expect.stringMatching(/^event store: logSetBack: /)]
  expect(missingParts({ webhooks: inPhase('delivering'), log: setBack })).toEqual(missing)
  expect(missingParts({ webhooks: inPhase('standingBy'), log: setBack })).toEqual(missing)
})

test('a process that follows the log and does not come on says where', () => {
  expect(missingParts({ webhooks: inPhase('delivering'), log: still })).toEqual([REASON])
  // The log is another one's then.
  expect(missingParts({ webhooks: inPhase('standingBy'), log: still })).toEqual([])
})
