import { expect, test } from 'vitest'
import { storedAtCheck } from '#audit/verification/checks/stored-at.ts'
import { stored } from '#test/support/stored-events.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** The problems of events, each given as when it was recorded and when it was stored. */
function problems(...events: readonly (readonly [string, string])[]) {
  const check = storedAtCheck(NOW)
  return events.map(([recorded, kept], at) => {
    const metadata = { recordedAt: `2026-11-20T${recorded}Z` }
    const storedAt = Date.parse(`2026-11-20T${kept}Z`)
    return check(stored('Happened', { metadata, position: BigInt(at), storedAt }))?.problem
  })
}

test('an event that is stored after it was recorded is sound, also where clocks differ by minutes', () => {
  expect(
    problems(['09:00:00', '09:00:01'], ['09:00:05', '08:58:00'], ['09:02:00', '09:02:00']),
  ).toEqual([undefined, undefined, undefined])
})

test('a copied log has later moments, in order', () => {
  expect(problems(['09:00:00', '11:00:01'], ['09:30:00', '11:00:02'])).toEqual([
    undefined,
    undefined,
  ])
})

test('a moment before the event was recorded, or before an earlier one, or in the future, is a fault', () => {
  expect(
    problems(
      ['09:00:00', '08:00:00'],
      ['09:01:00', '11:00:00'],
      ['09:02:00', '10:30:00'],
      ['09:03:00', '23:00:00'],
      ['09:04:00', '11:00:00'],
      ['09:05:00', 'never'],
    ),
  ).toEqual([
    'the store’s moment 2026-11-20T08:00:00.000Z is before the event was recorded, at 2026-11-20T09:00:00.000Z',
    undefined,
    'the store’s moment 2026-11-20T10:30:00.000Z is before that of an earlier event, 2026-11-20T11:00:00.000Z',
    'the store’s moment 2026-11-20T23:00:00.000Z is in the future',
    undefined,
    'the store’s moment NaN is in the future',
  ])
})
