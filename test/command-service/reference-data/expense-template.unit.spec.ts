import { expect, test } from 'vitest'
import { documentTemplate } from '#command/reference-data/document-template.ts'
import type { Template } from '#command/reference-data/fold.ts'

const template = (templateId: string, data: Partial<Template> = {}): Template => ({
  companyId: 'aaaaaaaaaaaaaaaaaaaaaaa1',
  templateId,
  key: templateId,
  title: templateId,
  lineName: templateId,
  material: 'gold',
  unitType: 'GRM',
  type: 'normal',
  statusType: 'all',
  exchange: '1',
  vatRate: '20',
  laborDisabled: false,
  laborName: null,
  laborType: null,
  laborAmount: null,
  stockCode: null,
  isDefault: false,
  isManual: false,
  order: 0,
  words: [],
  deleted: false,
  invoiceType: null,
  exemptionCode: null,
  ...data,
})

const chosen = (templates: readonly Template[], key?: string) =>
  documentTemplate(templates, 'expense', key)?.templateId

test('a key names the template', () => {
  const templates = [template('hurda-22'), template('hurda-18', { isDefault: true })]
  expect(chosen(templates, 'hurda-22')).toBe('hurda-22')
  expect(chosen(templates, 'hurda-14')).toBeUndefined()
})

test('without a key the default is used; without a default no template is found', () => {
  expect(chosen([template('a'), template('b', { isDefault: true })])).toBe('b')
  expect(chosen([template('a')])).toBeUndefined()
})

test('templates that are deleted, passive or for invoices are not found', () => {
  const templates = [
    template('a', { isDefault: true, deleted: true }),
    template('b', { isDefault: true, statusType: 'passive' }),
    template('c', { isDefault: true, statusType: 'invoice' }),
  ]
  expect(chosen(templates)).toBeUndefined()
  expect(templates.map(({ key }) => chosen(templates, key))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('of several defaults the one made for vouchers wins, then the lowest order', () => {
  const usual = { isDefault: true } as const
  const templates = [
    template('a', { ...usual, order: -1 }),
    template('b', { ...usual, statusType: 'expense', order: 7 }),
    template('c', { ...usual, statusType: 'expense', order: 3 }),
  ]
  expect(chosen(templates)).toBe('c')
  expect(chosen(templates.slice(0, 2))).toBe('b')
})
