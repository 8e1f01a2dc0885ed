import * as fc from 'fast-check'
import { test } from 'vitest'
import {
  anyPage,
  expectAgreement,
  fits,
  inOneOfTwo,
  isFound,
} from '#test/query-service/agreement.ts'
import { MOMENT } from '#test/query-service/rows.ts'
import { seldom } from '#test/query-service/seldom.ts'
import { queryServiceForThisFile } from '#test/query-service/service.ts'
import { customerRow } from './rows.ts'

const service = queryServiceForThisFile()

const days = ['2026-11-01', '2026-11-02', '2026-11-03']
/** In their order. */
const names = [null, 'ayse', 'ayşe', 'Ayşe Yılmaz', 'Çağrı Işık', 'İSMAİL %5_ıÖz']
const labels = ['vip', 'VIP', 'ihracat', 'a,"b\\{}']

const item = fc.record({
  ...inOneOfTwo,
  name: fc.constantFrom(...names),
  idNo: fc.constantFrom('10000000146', '12345', 'U12345', null),
  idType: fc.constantFrom('person', 'company'),
  idCardType: fc.constantFrom('idCard', 'passport', 'other', null),
  recordLevel: fc.constantFrom(0, 1, 4, null),
  isVerify: fc.boolean(),
  isValid: fc.boolean(),
  isPhoto: fc.boolean(),
  saveType: fc.constantFrom('bank', 'manual', null),
  labels: fc.uniqueArray(fc.constantFrom(...labels)),
  created: fc.constantFrom(...days),
  last: fc.constantFrom(...days, null),
  updated: fc.bigInt({ min: MOMENT, max: MOMENT + 3n }),
})

const question = fc.record({
  ...anyPage,
  sort: seldom(fc.constantFrom('createdDate', 'lastDate', 'updatedAt', 'nameSurname')),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123', 'u12345', 'ÇAĞ')),
  idType: seldom(fc.constantFrom('person', 'company')),
  idCardType: seldom(fc.constantFrom('idCard', 'passport', 'dlCard')),
  recordLevel: seldom(fc.constantFrom(0, 1, 2)),
  isVerify: seldom(fc.boolean()),
  isValid: seldom(fc.boolean()),
  isPhoto: seldom(fc.boolean()),
  saveType: seldom(fc.constantFrom('bank', 'accord')),
  label: seldom(fc.constantFrom(...labels, 'vi')),
  updatedSince: seldom(fc.bigInt({ min: MOMENT - 1n, max: MOMENT + 3n })),
})

test('for any rows and any query the list equals a plain filter of all rows', () =>
  expectAgreement(service, {
    path: '/v1/customers',
    table: 'customer',
    item,
    question,
    isAskedFor: (each, asked) =>
      isFound(each, asked.q) &&
      fits(each.idType, asked.idType) &&
      fits(each.idCardType ?? 'idCard', asked.idCardType) &&
      fits(each.recordLevel ?? 0, asked.recordLevel) &&
      fits(each.isVerify, asked.isVerify) &&
      fits(each.isValid, asked.isValid) &&
      fits(each.isPhoto, asked.isPhoto) &&
      fits(each.saveType, asked.saveType) &&
      (asked.label === null || each.labels.includes(asked.label)) &&
      (asked.updatedSince === null || each.updated > asked.updatedSince),
    keys: {
      createdDate: ({ created }) => created,
      /** Who was never seen comes last. */
      lastDate: ({ last }) => last ?? '9',
      updatedAt: ({ updated }) => updated.toString(),
      nameSurname: ({ name }) => names.indexOf(name).toString(),
    },
    rowOf: (each) =>
      customerRow(1, {
        id: each.id,
        company_id: each.company,
        name_surname: each.name,
        id_no: each.idNo,
        id_type: each.idType,
        id_card_type: each.idCardType,
        record_level: each.recordLevel,
        is_verify: each.isVerify,
        is_valid: each.isValid,
        is_photo: each.isPhoto,
        save_type: each.saveType,
        labels: each.labels,
        created_date: `${each.created}T00:00:00Z`,
        last_date: each.last === null ? null : `${each.last}T00:00:00Z`,
        updated_at: each.updated.toString(),
      }),
  }))
