import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { lists } from '#test/support/lists.ts'

/** The sorts are tried with each shape, and deletions with the lists that companies follow. */
const ELSEWHERE = new Set(['page', 'pageSize', 'sort', 'filter[includeDeleted]'])

const shaped = endpoints.filter(({ path }) => lists.some((list) => list.path === path))

test.each(shaped.filter(({ list }) => list === true))(
  'the plans of $path are looked at with each of its filters',
  ({ path, query }) => {
    const asked = lists
      .filter((list) => list.path === path)
      .flatMap(({ filters, always = {} }) => filters.map((shape) => shape.query).concat(always))
    const names = new Set(asked.flatMap((parameters) => Object.keys(parameters)))
    const filters = Object.keys(query.properties).filter((name) => !ELSEWHERE.has(name))

    expect(filters.filter((name) => !names.has(name))).toEqual([])
  },
)
