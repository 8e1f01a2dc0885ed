import * as fc from 'fast-check'
import { test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
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
import { invoiceRow } from './rows.ts'

const service = queryServiceForThisFile()

const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const types = ['ISTISNA', 'OZELMATRAH', 'SATIS'] as const

const item = fc.record({
  ...inOneOfTwo,
  name: fc.constantFrom('Ayşe Yılmaz', 'İSMAİL %5_ıÖz', 'Çağrı Işık', null),
  idNo: fc.constantFrom('10000000146', '12345', null),
  total: fc.constantFrom('9.90', '10.00', '100.00', '1000.10'),
  day: fc.constantFrom(...days),
  type: fc.constantFrom(...types),
  integrator: fc.constantFrom('A', 'B', null),
  source: fc.constantFrom('manual', 'bankTransaction'),
  number: fc.constantFrom('ABC2026000000001', 'ABC2026000000002', null),
  isIssued: fc.constantFrom(true, true, true, false),
  isCancelled: fc.boolean(),
  updated: fc.bigInt({ min: MOMENT, max: MOMENT + 3n }),
  created: fc.bigInt({ min: MOMENT, max: MOMENT + 2n }),
})

const question = fc.record({
  ...anyPage,
  sort: seldom(fc.constantFrom('createdAt', 'updatedAt', 'transactionDate', 'payableTotal')),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123')),
  idNo: seldom(fc.constantFrom('10000000146', '12345')),
  type: seldom(fc.constantFrom(...types)),
  integrator: seldom(fc.constantFrom('A', 'a')),
  module: seldom(fc.constantFrom('manual', 'bankTransaction')),
  invoiceNumber: seldom(fc.constantFrom('ABC2026000000001')),
  startDate: seldom(fc.constantFrom(...days)),
  endDate: seldom(fc.constantFrom(...days)),
  updatedSince: seldom(fc.bigInt({ min: MOMENT - 1n, max: MOMENT + 3n })),
})

test('for any rows and any query the list equals a plain filter of all rows', () =>
  expectAgreement(service, {
    path: '/v1/invoices',
    table: 'invoice',
    item,
    question,
    isAskedFor: (each, asked) =>
      each.isIssued &&
      isFound(each, asked.q) &&
      fits(each.idNo, asked.idNo) &&
      fits(each.type, asked.type) &&
      fits(each.integrator, asked.integrator) &&
      fits(each.source, asked.module) &&
      fits(each.number, asked.invoiceNumber) &&
      (asked.startDate === null || each.day >= asked.startDate) &&
      (asked.endDate === null || each.day <= asked.endDate) &&
      (asked.updatedSince === null || each.updated > asked.updatedSince),
    keys: {
      transactionDate: ({ day }) => day,
      createdAt: ({ created }) => created.toString(),
      updatedAt: ({ updated }) => updated.toString(),
      payableTotal: ({ total }) => total.padStart(20, '0'),
    },
    rowOf: (each) =>
      invoiceRow(1, {
        id: each.id,
        company_id: each.company,
        stage: each.isIssued ? 'issued' : 'draft',
        visible: each.isIssued,
        cancelled_at: each.isCancelled ? '2026-11-21T08:00:00Z' : null,
        name: each.name,
        name_folded: each.name === null ? '' : fold(each.name),
        id_no: each.idNo,
        payable_total: each.total,
        transaction_date: `${each.day}T00:00:00Z`,
        invoice_type: each.type,
        integrator: each.integrator,
        source: each.source,
        invoice_number: each.number,
        updated_at: each.updated.toString(),
        created_at: each.created.toString(),
      }),
  }))
