import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import { EventStoreUnavailable } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const refusedBy = (sqlState: string) =>
  Object.assign(new DatabaseError('no', 2, 'error'), { code: sqlState })

test.each([
  ['apiKey-timeout', 'ApiKeyRecorded'],
  ['apiKey-1', 'connection'],
  ['apiKey-1', 'Connection terminated'],
])('a forged event is wrong data, whatever its stream and type are: %s, %s', (stream, type) => {
  const content = { id: '1', data: {}, metadata: {}, revision: 0n, position: START_OF_LOG }
  const forged = { ...content, stream, type, isGenuine: false }
  const error = errorOf(() => decodeWithoutKeys(() => ({ decode: () => undefined }), [forged]))
  expect(error).toMatchObject({ name: 'ForgedEvent' })
  expect(isCausedByData(error)).toBe(true)
})

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  new EventStoreUnavailable('no answer'),
  refusedBy('57P01'),
])('a lost connection is not: %s', (error) => {
  expect(isCausedByData(error)).toBe(false)
})

test.each([
  new SyntaxError('Unexpected token c in connection'),
  new Error('the sealed field has no connection with its key'),
  refusedBy('22P02'),
  'thrown without an error',
])('what cannot be read is: %s', (error) => {
  expect(isCausedByData(error)).toBe(true)
})
