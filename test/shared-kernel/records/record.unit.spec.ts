import { Type } from 'typebox'
import { expect, expectTypeOf, test } from 'vitest'
import { listParameters } from '#kernel/contract/reading.ts'
import type { customers } from '#kernel/records/customers.ts'
import { decimal, flag, id, instant, microseconds, orNull, text } from '#kernel/records/field.ts'
import {
  contains,
  equals,
  facet,
  includeDeleted,
  range,
  updatedSince,
} from '#kernel/records/list.ts'
import { computed, record } from '#kernel/records/record.ts'
import { detail, detailSchema, item, itemSchema, partOf } from '#kernel/records/response.ts'
import type { ReadRow, RowOf } from '#kernel/records/table.ts'

const pledges = record(
  'pledge',
  {
    list: {
      id,
      isOpen: flag.says('It has not been paid back.'),
      weight: decimal,
      owner: orNull(text).column('owner_name'),
      pledgedAt: instant,
      updatedAt: microseconds,
    },
    detail: { note: orNull(text) },
    row: { ownerFolded: text, ownerSort: text },
    beside: { branch: text },
  },
  {
    shown: 'not is_open',
    list: {
      sorts: ['pledgedAt', ['owner', 'ownerSort']],
      defaultSort: 'pledgedAt:desc',
      filters: [
        contains('ownerFolded'),
        facet('isOpen'),
        equals('owner'),
        range('pledgedAt'),
        updatedSince,
      ],
    },
    indexes: ['(company_id, owner_name)'],
    searchedBy: ['owner'],
    auditKeys: ['owner'],
  },
  {
    list: { title: computed(Type.String(), (row) => `${row.owner_name ?? ''} ${row.weight}`) },
    detail: { title: computed(Type.String(), (row) => row.note ?? '') },
  },
)

const row: ReadRow<typeof pledges> & { branch: string } = {
  company_id: 'c',
  id: 'a'.repeat(24),
  is_open: false,
  weight: '1.50',
  owner_name: null,
  pledged_at: new Date('2026-11-20T09:00:00Z'),
  updated_at: '1795164300123456',
  note: 'heirloom',
  owner_folded: '',
  owner_sort: '',
  branch: 'Kapalıçarşı',
}

test('the table has all fields but those of other tables, with what the list needs', () => {
  const { columns, ...table } = pledges

  expect(
    Object.entries(columns).map(([name, { type, nullable }]) => [name, type, nullable]),
  ).toEqual([
    ['company_id', 'text', false],
    ['id', 'text', false],
    ['is_open', 'boolean', false],
    ['weight', 'numeric', false],
    ['owner_name', 'text', true],
    ['pledged_at', 'timestamptz', false],
    ['updated_at', 'bigint', false],
    ['note', 'text', true],
    ['owner_folded', 'text', false],
    ['owner_sort', 'text', false],
  ])
  expect(table).toMatchObject({
    name: 'pledge',
    key: ['company_id', 'id'],
    indexes: [
      '(company_id, pledged_at, id) include (is_open) where not is_open',
      '(company_id, owner_sort, id) include (is_open) where not is_open',
      '(company_id, owner_name)',
    ],
    searchedBy: ['owner_name'],
    counts: [{ where: 'not is_open', by: ['is_open'], date: 'pledged_at', text: 'owner_folded' }],
  })
})

test('rows that leave a list have counts and indexes of their own', () => {
  const { counts, indexes, left } = record(
    'pledge',
    {
      list: { id, isOpen: flag, owner: orNull(text).column('owner_name'), updatedAt: microseconds },
      row: { leftAt: orNull(microseconds) },
    },
    {
      shown: 'left_at is null',
      left: { at: 'leftAt', without: ['owner'] },
      list: {
        sorts: ['updatedAt'],
        defaultSort: 'updatedAt:asc',
        filters: [facet('isOpen'), updatedSince, includeDeleted],
      },
    },
  )

  expect(left).toEqual({ at: 'left_at', without: ['owner_name'] })
  expect(counts).toMatchObject([
    { where: 'left_at is null', by: ['is_open'] },
    { where: 'left_at is not null', by: ['is_open'], of: 'left' },
  ])
  expect(indexes).toEqual([
    '(company_id, updated_at, id) include (is_open) where left_at is null',
    '(company_id, updated_at, id) include (is_open) where left_at is not null',
  ])
})

test('a list item and a detail show each field in its own way', () => {
  const listed = {
    id: 'a'.repeat(24),
    isOpen: false,
    weight: 1.5,
    owner: null,
    pledgedAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T08:45:00.123456Z',
    branch: 'Kapalıçarşı',
    title: ' 1.50',
  }

  expect(item(pledges, row)).toEqual(listed)
  expect(detail(pledges, row)).toEqual({ ...listed, note: 'heirloom', title: 'heirloom' })
})

test('their schemas match, with the descriptions of the fields', () => {
  expect(Object.keys(itemSchema(pledges).properties)).toEqual(Object.keys(item(pledges, row)))
  expect(Object.keys(detailSchema(pledges).properties).toSorted()).toEqual(
    Object.keys(detail(pledges, row)).toSorted(),
  )
  expect(itemSchema(pledges).properties).toMatchObject({
    isOpen: { type: 'boolean', description: 'It has not been paid back.' },
    owner: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    pledgedAt: { format: 'date-time' },
  })
})

test('types follow from the fields', () => {
  expectTypeOf<ReadRow<typeof customers>['record_level']>().toEqualTypeOf<number | null>()
  expectTypeOf<RowOf<typeof customers>['created_date']>().toEqualTypeOf<string>()
  expectTypeOf<ReadRow<typeof pledges>>().not.toHaveProperty('branch')
  expectTypeOf<ReturnType<typeof item<typeof pledges.sections, object>>>().not.toHaveProperty(
    'note',
  )
  expectTypeOf(detail(pledges, row).note).toEqualTypeOf<string | null>()
})

test('the list is asked by its filters, in their order', () => {
  const { properties } = listParameters(pledges)

  expect(Object.keys(properties)).toEqual([
    'page',
    'pageSize',
    'sort',
    'q',
    'filter[isOpen]',
    'filter[owner]',
    'filter[startDate]',
    'filter[endDate]',
    'filter[updatedSince]',
  ])
  expect(properties).toMatchObject({
    sort: { pattern: '^(pledgedAt|owner)(:(asc|desc))?$', default: 'pledgedAt:desc' },
    'filter[isOpen]': { type: 'boolean', description: 'It has not been paid back.' },
  })
})

test('a part of a record shows some of its fields', () => {
  const part = partOf(pledges, ['id', 'owner'])

  expect(part.columns).toEqual(['id', 'owner_name'])
  expect(part.show({ id: 'x', owner_name: 'Ayşe' })).toEqual({ id: 'x', owner: 'Ayşe' })
  expect(Object.keys(part.schema.properties)).toEqual(['id', 'owner'])
})
