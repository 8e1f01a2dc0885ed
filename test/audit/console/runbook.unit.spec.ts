import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chapters } from '#audit/console/runbook.ts'

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

test.each(Object.values(chapters))('the chapter %s is in the documents', (chapter) => {
  const [document = '', anchor = ''] = chapter.split('#')
  const text = readFileSync(new URL(`../../../docs/${document}.md`, import.meta.url), 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading))
  expect(headings).toContain(anchor)
})
