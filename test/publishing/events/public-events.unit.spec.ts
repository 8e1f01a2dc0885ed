import fc from 'fast-check'
import { Compile as compileSchema } from 'typebox/schema'
import { describe, expect, test } from 'vitest'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { families } from '#kernel/events/families.ts'
import { catalogue, dimensions, keptFamilies } from '#publishing/events/catalogue.ts'
import { isKept, topics } from '#publishing/events/decision.ts'
import { expenseVouchers } from '#publishing/events/expense-vouchers.ts'
import { cover } from '#test/support/cover.ts'
import { eventsOf, tellsOfCanary } from './arbitrary-events.ts'
import { personalTexts, tellsOfPerson } from './personal-text-samples.ts'

const companyId = 'c0ffee000000000000000001'
const somebody = 'a'.repeat(40)
const circumstances = {
  companyId,
  personRef: (_: string, pseudonym: string | null) => (pseudonym === null ? null : somebody),
}

const described = [...catalogue, ...dimensions].flatMap((family) => {
  const types = families.find(({ category }) => category === family.category)?.types
  return [...(types ?? [])]
    .filter(([type, { name }]) => type === name)
    .map(([type, description]) => ({ family, type, description }))
})

test('every event type is decided to be published or not', () => {
  const decided = [
    ...[...catalogue, ...dimensions].map(({ category }) => category),
    ...Object.keys(keptFamilies),
  ]

  expect(decided.toSorted()).toEqual(families.map(({ category }) => category).toSorted())
})

test('each type of each published family has a decision, and each topic has events', () => {
  for (const { family, type } of described) expect([...family.decisions.keys()]).toContain(type)

  expect(new Set(catalogue.map(({ topic }) => topic))).toEqual(new Set(topics))
})

describe.each(described)('$family.category $type', ({ family, type, description }) => {
  const decision = family.decisions.get(type)
  const schema = decision === undefined || isKept(decision) ? undefined : decision.schema
  // What is kept inside has no schema: nothing of it would pass.
  const validator = compileSchema(closed(schema ?? { not: {} }))

  test('has only public fields without free text, and matches its schema', () => {
    const cases = casesOf(schema)
    cases.assert(
      fc.property(eventsOf(type, description), (event) => {
        const published = family.publish(event, circumstances)
        cases.count(published === undefined ? 'kept inside' : 'published')
        if (published === undefined) return
        const sent: unknown = JSON.parse(JSON.stringify(published.data))
        expect(tellsOfCanary(JSON.stringify(published))).toBe(false)
        expect(validator.Errors(sent)).toEqual([true, []])
        expect(published).toMatchObject({ companyId, topic: family.topic, key: published.subject })
      }),
      { numRuns: 40 },
    )
  })

  test('has no text that looks like a person’s, in any field', () => {
    const cases = casesOf(schema)
    cases.assert(
      fc.property(eventsOf(type, description, personalTexts), (event) => {
        const published = family.publish(event, circumstances)
        cases.count(published === undefined ? 'kept inside' : 'published')
        if (published === undefined) return
        expect(tellsOfPerson(JSON.stringify(published))).toBe(false)
        expect(validator.Errors(JSON.parse(JSON.stringify(published.data)))).toEqual([true, []])
      }),
      { numRuns: 40 },
    )
  })
})

/** What has no schema is kept inside, and nothing else. */
const casesOf = (schema: object | undefined) =>
  cover<'kept inside' | 'published'>(schema === undefined ? 'kept inside' : 'published')

test('a leaked canary would be noticed', () => {
  const description = expenseVoucherEvents.types.get('VoucherDrafted')
  if (description === undefined) throw new Error('there is no such type')
  fc.assert(
    fc.property(eventsOf('VoucherDrafted', description), (event) => {
      const { seller, description: words, currentCode, attribute, template } = event.data
      for (const hidden of [seller, attribute, template]) {
        expect(tellsOfCanary(JSON.stringify(hidden))).toBe(true)
      }
      for (const hidden of [words, currentCode]) {
        expect(hidden === null || tellsOfCanary(JSON.stringify(hidden))).toBe(true)
      }
      expect(expenseVouchers.publish(event, circumstances)).toMatchObject({ companyId })
    }),
    { numRuns: 20 },
  )
})

/** The schema without leave for fields that it does not know. */
const closed = (schema: object): object => ({
  ...Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closedIn(part)])),
  ...('properties' in schema ? { additionalProperties: false } : {}),
})

function closedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedIn)
  return typeof value === 'object' && value !== null ? closed(value) : value
}
