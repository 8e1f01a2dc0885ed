import { expect, test } from 'vitest'
import { html, prose } from '#kernel/contract/docs-page/html.ts'
import { docsPage } from '#kernel/contract/docs-page.ts'
import { published } from '#test/support/published.ts'

const page = docsPage(published)

test('a newcomer finds every endpoint, with a call to try', () => {
  for (const [path, methods] of Object.entries(published.paths)) {
    expect(page).toContain(`<code>${path}</code>`)
    for (const { operationId } of Object.values(methods)) {
      expect(page).toContain(`<section class="operation" id="${operationId}">`)
      expect(page).toContain(`href="#${operationId}"`)
    }
  }
  expect(page.match(/curl -sS/g)?.length).toBeGreaterThan(Object.keys(published.paths).length)
})

test('every field, and every field within a field, is listed', () => {
  for (const field of [
    'data.idNo',
    'data.customerInfo.phone',
    'filter[updatedSince]',
    'x-min-event-position',
  ]) {
    expect(page).toContain(`<code>${field}</code>`)
  }
  for (const field of ['data[].template.key', 'data.eDocument.smsRetryAt']) {
    expect(page).toContain(`<code>${field}</code>`)
  }
})

test('every error code is explained', () => {
  for (const code of ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'UPSTREAM_ERROR']) {
    expect(page).toContain(`<code>${code}</code>`)
  }
})

test('the page loads nothing from elsewhere, and runs no script', () => {
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/)
  expect(page.match(/href="[^"#][^"]*"/g)).toEqual(['href="/v1/openapi.json"'])
})

test('text is escaped everywhere', () => {
  const text = `<b a="1">'&</b>`
  const escaped = '&lt;b a=&quot;1&quot;&gt;&#39;&amp;&lt;/b&gt;'

  expect(html`<p>${text}</p>`).toEqual({ markup: `<p>${escaped}</p>` })
  expect(html`<p>${[html`<i>${text}</i>`, html`${5}`]}${undefined}</p>`).toEqual({
    markup: `<p><i>${escaped}</i>5</p>`,
  })
  expect(prose('a `<b>` c')).toEqual({ markup: 'a <code>&lt;b&gt;</code> c' })
})
