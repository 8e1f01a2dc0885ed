import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'

const bySystem = (code: string) => Object.assign(new Error(code), { code })
const byServer = (code: string) => Object.assign(new DatabaseError(code, 0, 'error'), { code })

test.each([
  bySystem('ECONNREFUSED'),
  bySystem('ECONNRESET'),
  byServer('57P01'),
  byServer('57P03'),
  byServer('53300'),
  byServer('55000'),
  byServer('57P05'),
  byServer('57014'),
  byServer('55P03'),
  byServer('25006'),
  byServer('25P03'),
  byServer('53100'),
  byServer('53200'),
  byServer('58030'),
  byServer('40P01'),
  byServer('28P01'),
  byServer('40001'),
  byServer('28000'),
  byServer('3D000'),
  byServer('42501'),
  bySystem('CERT_HAS_EXPIRED'),
  bySystem('ERR_TLS_CERT_ALTNAME_INVALID'),
  bySystem('SELF_SIGNED_CERT_IN_CHAIN'),
  new Error('The server does not support SSL connections'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
])('while the database is away (%s), a later try may succeed', (error) => {
  expect(unavailabilityOf(error)).toMatchObject({ retryAfterSeconds: 1, cause: error })
})

test.each([
  byServer('23505'),
  byServer('22P02'),
  byServer('42P01'),
  new TypeError('x is undefined'),
  'away',
  null,
])('another failure (%s) is no matter of time', (error) => {
  expect(unavailabilityOf(error)).toBeUndefined()
})

test('what says itself when to come again is kept', () => {
  const busy = new Unavailable('too busy', 3)
  expect(unavailabilityOf(busy)).toBe(busy)
})
