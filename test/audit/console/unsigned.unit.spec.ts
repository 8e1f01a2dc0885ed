import { expect, test } from 'vitest'
import { isUnsigned, UNSIGNED } from '#audit/console/system/installation.ts'
import { alertRules } from '#test/support/alerts/rules.ts'

const AT = '2026-11-20T09:45:00.000Z'
const later = (minutes: number) => Date.parse(AT) + minutes * 60_000
const signed = { count: 10, at: AT, keyId: 'a' }

test.each([
  ['the notary signs with each quarter of an hour', { chained: 12, signed }, 14, false],
  ['events wait for longer', { chained: 12, signed }, 16, true],
  ['only the signature itself is unsigned', { chained: 11, signed }, 60, false],
  ['nobody signs', { chained: 12, signed: null }, 60, false],
] as const)('%s', (_, evidence, minutes, isRed) => {
  expect(isUnsigned(evidence, later(minutes))).toBe(isRed)
})

test('the page and the alert have one rule', () => {
  const rule = alertRules.find(({ alert }) => alert === 'SarrafNotSigned')
  expect(rule?.for).toBe(`${UNSIGNED.minutes}m`)
  expect(rule?.expr.endsWith(`> ${UNSIGNED.events}`)).toBe(true)
})
