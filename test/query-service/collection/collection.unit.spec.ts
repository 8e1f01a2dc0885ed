import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { postmanCollection } from '#query/collection/collection.ts'
import { published } from '#test/support/published.ts'

const collection = postmanCollection(published)
const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))

test('every endpoint is in the collection once, with its parameters', () => {
  expect(requests.map(({ method, url }) => `${method} ${url.path.join('/')}`).toSorted()).toEqual(
    endpoints
      .map(({ method, path }) => `${method} ${path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .toSorted(),
  )
  const list = requests.find(
    ({ method, url }) => method === 'GET' && url.raw === '{{baseUrl}}/v1/expenses',
  )
  expect(list?.url.query).toContainEqual(expect.objectContaining({ key: 'filter[idNo]' }))
})

test('creations carry a body that is valid JSON, and a fresh key', () => {
  const creations = requests.filter(({ header }) => header.length > 0)
  expect(creations).toHaveLength(endpoints.filter(({ creates }) => creates === true).length)
  for (const { header, body } of creations) {
    expect(header).toEqual([{ key: 'Idempotency-Key', value: '{{$guid}}' }])
    expect(JSON.parse(body?.raw ?? '')).toHaveProperty('data')
  }
})

test('the file is that of the present document: otherwise `npm run generate`', () => {
  const written: unknown = JSON.parse(readFileSync('docs/sarraf.postman_collection.json', 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(collection)))
})
