import { expect, test } from 'vitest'
import { documentTemplate } from '#command/reference-data/document-template.ts'
import type { Template } from '#command/reference-data/fold.ts'
import { template } from '#test/support/voucher-samples.ts'

const named = (templateId: string, given: Partial<Template> = {}): Template =>
  template({ templateId, key: templateId, statusType: 'all', isDefault: true, order: 0, ...given })

const chosen = (templates: readonly Template[], key?: string) =>
  documentTemplate(templates, 'invoice', key)?.templateId

test('a key names the template, whether it is a default or not', () => {
  const templates = [named('a'), named('b', { isDefault: false })]
  expect(chosen(templates, 'b')).toBe('b')
  expect(chosen(templates, 'c')).toBeUndefined()
})

test('templates that are deleted, passive or for vouchers are not found', () => {
  const templates = [
    named('a', { deleted: true }),
    named('b', { statusType: 'passive' }),
    named('c', { statusType: 'expense' }),
  ]
  expect(chosen(templates)).toBeUndefined()
  expect(templates.map(({ key }) => chosen(templates, key))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('of several defaults the one made for invoices wins, then the lowest order', () => {
  const templates = [
    named('a', { order: -1 }),
    named('b', { statusType: 'invoice', order: 7 }),
    named('c', { statusType: 'invoice', order: 3 }),
  ]
  expect(chosen(templates)).toBe('c')
  expect(chosen(templates.slice(0, 2))).toBe('b')
  expect(chosen(templates.slice(0, 1))).toBe('a')
})
