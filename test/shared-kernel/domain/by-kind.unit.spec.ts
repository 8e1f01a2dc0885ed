import { expect, test } from 'vitest'
import { byKind, readByKind } from '#kernel/domain/by-kind.ts'

const fields = { name: 'text', weight: 'decimal', refinery: 'text' } as const

test('each field of a description has what its kind stands for, in the order of the description', () => {
  const described = byKind(fields, { text: 'words', decimal: null })
  expect(Object.entries(described)).toEqual([
    ['name', 'words'],
    ['weight', null],
    ['refinery', 'words'],
  ])
})

test('each field is read by the reader of its kind, also where the data lacks it', () => {
  const read = {
    text: (value: string | undefined) => value?.toUpperCase() ?? null,
    decimal: (value: number | undefined) => value?.toFixed(2) ?? null,
  }
  expect(readByKind(fields, { name: 'label', weight: 10 }, read)).toEqual({
    name: 'LABEL',
    weight: '10.00',
    refinery: null,
  })
})
