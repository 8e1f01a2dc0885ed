import { expect, test } from 'vitest'
import { categoryOf } from '#kernel/events/category-of.ts'
import { families } from '#kernel/events/families.ts'
import { catalogue, dimensions } from '#publishing/events/catalogue.ts'
import { publicationsOf, streamPrefixes } from '#publishing/events/publish.ts'
import { goldenVault, samples } from '#test/system/golden/samples.ts'

const stored = samples().map((sample) => sample.stored)

const forbidden = () => Promise.reject(new Error('a person’s key was asked for'))

test('stored events are published in order, without any person’s key', async () => {
  const vault = { ...goldenVault, keys: forbidden }

  const published = await publicationsOf(vault, stored)

  const ids = published.map(({ recorded }) => `${recorded.stream} ${recorded.event.type}`)
  const all = samples().map(({ stored: { stream }, decoded }) => `${stream} ${decoded.type}`)
  expect(ids).toEqual(all.filter((id) => ids.includes(id)))
  expect(new Set(published.map(({ event }) => event.type)).size).toBeGreaterThan(30)
  for (const { event, recorded } of published) {
    expect(event).toMatchObject({ companyId: recorded.metadata.companyId, key: event.subject })
    expect(JSON.stringify(event)).not.toMatch(/10000000146|Ayşe|Işık|905321234567|TR3300061/i)
  }
})

test('an event that is stored under a former name is published under its present one', async () => {
  const answered = stored.filter(({ type }) => type === 'KmtsQueryAnswered')

  const published = await publicationsOf(goldenVault, answered)

  expect(published).toHaveLength(2)
  for (const { event } of published) {
    expect(event).toMatchObject({
      name: 'KmtsChecked',
      type: 'sarraf.kmts-verification.KmtsChecked.v1',
      formerType: 'sarraf.kmts-verification.KmtsQueryAnswered.v1',
    })
  }
})

test('one person has one pseudonym in all topics, and it is in none of the tables', async () => {
  const published = await publicationsOf(goldenVault, stored)

  const people = published.flatMap(({ event }) => event.data['personRef'] ?? [])
  expect(new Set(people).size).toBe(1)
  expect(people[0]).toMatch(/^[0-9a-f]{40}$/)
  expect(JSON.stringify(published.map(({ event }) => event))).not.toContain('4c1f')
})

test('the feed subscribes to the streams of published events', () => {
  const categories = streamPrefixes.map((prefix) => categoryOf(`${prefix}1`))

  expect(categories).toEqual([...catalogue, ...dimensions].map(({ category }) => category))
  for (const category of categories) {
    expect(families.map((family) => family.category)).toContain(category)
  }
})
