// @module-tag embedded-parts

import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import type { ApiDocument, ApiOperation } from '#kernel/contract/openapi/document.ts'
import { isReference } from '#kernel/contract/openapi/document.ts'
import { browserForThisFile } from '#test/support/browser.ts'
import { placeForStacks } from '#test/support/running-stack.ts'

const open = browserForThisFile()

/** A person reads and previews, creates, and deletes last; a voucher goes its way. */
const ORDER = ['get', 'preview', 'post', 'delete']

test('every example of the documentation can be sent as it is to a system that was just started', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start({ DEMO_EXAMPLES: 'true', LOG_LEVEL: 'warn' })
  const answer = await fetch(`${baseUrl}/docs/en.json`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const document: ApiDocument & { components: { securitySchemes: Record<string, object> } } =
    JSON.parse(await answer.text())
  expect(document.components.securitySchemes['basic']).toMatchObject({
    'x-scalar-secret-username': 'demo',
    'x-scalar-secret-password': 'demo-secret',
  })
  const served = await (await fetch(`${baseUrl}/v1/openapi.json`)).text()
  expect(served).not.toContain('demo-secret')

  const authorization = `Basic ${btoa('demo:demo-secret')}`
  const outcomes: string[] = []
  for (const { body, method, name, path, promised } of requestsOf(document)) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: method.toUpperCase(),
      headers: { authorization, ...(body !== null && { 'content-type': 'application/json' }) },
      body,
    })
    const text = await response.text()
    const isPromised = promised.includes(String(response.status))
    outcomes.push(isPromised ? `${name}: as promised` : `${name}: ${response.status} ${text}`)
  }
  expect(outcomes.filter((one) => !one.endsWith('as promised'))).toEqual([])
  expect(new Set(outcomes.map((one) => one.split(/[ :]/)[0])).size).toBe(endpoints.length)
})

test('a newcomer sends an example from the page, in both languages, with the key that is filled in', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start({ DEMO_EXAMPLES: 'true', LOG_LEVEL: 'warn' })
  for (const section of ['#en/tag/expense-vouchers', '?api=tr#tr/tag/gider-pusulaları']) {
    const { page, faults } = await open({ viewport: { width: 1200, height: 900 } })
    await page.goto(`${baseUrl}/docs/${section}/POST/v1/expenses/preview`)
    const tries = page.locator('button', { hasText: '(post /v1/expenses/preview)' })
    await tries.first().click()
    const answered = page.waitForResponse(`${baseUrl}/v1/expenses/preview`)
    const send = page.getByRole('dialog').getByRole('button', { name: /^Send/ })
    const [answer] = await Promise.all([answered, send.first().click()])
    expect(answer.status(), section).toBe(200)
    await page.getByRole('dialog').getByText('200 OK').waitFor()
    expect(faults).toEqual([])
  }
})

interface ExampleRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: string | null
  /** The statuses of success. */
  readonly promised: readonly string[]
}

function requestsOf({ paths }: ApiDocument): readonly ExampleRequest[] {
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      examplesOf(operation, method, path),
    ),
  )
  const place = ({ method, path }: ExampleRequest) =>
    ORDER.indexOf(path.endsWith('/preview') ? 'preview' : method)
  return requests.toSorted((one, other) => place(one) - place(other))
}

function examplesOf(
  operation: ApiOperation,
  method: string,
  template: string,
): readonly ExampleRequest[] {
  const promised = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
  const path = addressOf(operation, template)
  const bodies = Object.entries(operation.requestBody?.content['application/json']?.examples ?? {})
  if (bodies.length === 0)
    return [{ name: operation.operationId, method, path, promised, body: null }]
  return bodies.map(([name, { value }]) => ({
    name: `${operation.operationId} (${name})`,
    method,
    path,
    promised,
    body: JSON.stringify(value),
  }))
}

/** With the parameters as they are filled in. */
function addressOf({ parameters }: ApiOperation, template: string): string {
  const given = parameters.flatMap((one) =>
    isReference(one) || one.example === undefined ? [] : [one],
  )
  const path = given
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), template)
  const query = new URLSearchParams()
  for (const one of given) if (one.in === 'query') query.set(one.name, String(one.example))
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
