import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownCodes } from '#client/errors.ts'
import { creations, listsWithDeletions } from '#client/generated/paths.ts'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { errorCodes } from '#kernel/contract/error-codes.ts'
import { documentation } from '#query/documentation.ts'

test('every error code has a class', () => {
  expect(knownCodes.toSorted()).toEqual(errorCodes.toSorted())
})

test('exactly the creations that take a key are repeated with it', () => {
  const repeatable = endpoints.filter(({ creates }) => creates === true)
  expect(creations.toSorted()).toEqual(repeatable.map(({ path }) => path).toSorted())
})

test('exactly the lists that something can leave are asked for deletions', () => {
  const lists = endpoints.filter(({ query }) => 'filter[includeDeleted]' in query.properties)
  expect(listsWithDeletions.toSorted()).toEqual(lists.map(({ path }) => path).toSorted())
  expect(lists).toHaveLength(3)
})

test('what is generated is of the present document: otherwise `npm run generate`', async () => {
  const [made] = readFileSync('client/generated/openapi.json.sha256', 'utf8').split(' ')
  const [served] = documentation()
  expect(made).toBe(hash('sha256', String(await served?.body())))
})
