import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldedWord } from '../../site/fold.ts'
import { linkOnSite } from '../../site/links.ts'
import { groups, pages, readers } from '../../site/pages.ts'
import { anchorOf } from '../../site/slug.ts'

test('every document is a page of the site, with a place of its own', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'])
  expect(documents.filter((path) => !pages.has(path))).toEqual([])
  expect(new Set(pages.values()).size).toBe(pages.size)
})

test('pages stand in the order of readers, and each for one kind of reader', () => {
  expect(groups.map(({ title }) => title)).toEqual([
    'Start',
    'Integrators',
    'Operators',
    'Auditors',
    'Analysts',
    'Contributors',
    'Decisions',
  ])
  const named = new Set(readers.flatMap(({ sources }) => sources))
  expect(globSync('docs/*.md').filter((path) => !named.has(path))).toEqual(['docs/README.md'])
})

const targets = {
  pages: new Map([
    ['docs/running.md', 'running'],
    ['docs/adr/README.md', 'adr/index'],
    ['README.md', 'start'],
  ]),
  files: new Set(['docs/analytics/gold.sql']),
}

test.each([
  ['docs/operations.md', 'running.md#alerts', '/running#alerts'],
  ['docs/operations.md', 'adr/README.md', '/adr/'],
  ['docs/adr/log.md', '../../README.md', '/start'],
  ['docs/analytics.md', 'analytics/gold.sql', '/files/docs/analytics/gold.sql'],
  ['docs/operations.md', '#backup', '#backup'],
  ['docs/operations.md', 'https://cloudevents.io', 'https://cloudevents.io'],
  ['docs/operations.md', '../local-stack/demo', null],
])('in %s, %s leads to %s', (source, link, onSite) => {
  expect(linkOnSite(source, link, targets)).toBe(onSite)
})

test.each([
  ['İşletmeci', 'isletmeci'],
  ['ISLETMECI', 'isletmeci'],
  ['ışık', 'isik'],
  ['IŞIK', 'isik'],
  ['kılavuzu', 'kilavuzu'],
])('the search compares %s as %s', (word, folded) => {
  expect(foldedWord(word)).toBe(folded)
})

test.each([
  ['İlk çağrı', 'ilk-çağrı'],
  ['`SarrafClockOff`', 'sarrafclockoff'],
  ['TLS, and 3 keys', 'tls-and-3-keys'],
])('the anchor of %s is %s, as GitHub forms it', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor)
})
