import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertRules } from '#test/support/alerts/rules.ts'

const runbook = readFileSync('docs/running.md', 'utf8')

test('each alert has a paragraph in the runbook, and each paragraph an alert', () => {
  const [, chapter = ''] = /^## Alerts\n([^]*?)^## /m.exec(runbook) ?? []
  const paragraphs = chapter.split(/^### /m).slice(1)
  const titles = paragraphs.map((paragraph) => paragraph.split('\n', 1)[0])
  expect(titles).toEqual(alertRules.map(({ alert }) => alert))
  // As the headings' anchors are made.
  expect(alertRules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    titles.map((title) => `docs/running.md#${title?.toLowerCase()}`),
  )
  for (const paragraph of paragraphs) {
    expect(paragraph).toMatch(/^\*\*Means\*\*/m)
    expect(paragraph).toMatch(/^\*\*Do\*\*/m)
  }
})
