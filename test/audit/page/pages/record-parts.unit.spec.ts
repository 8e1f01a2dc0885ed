import { expect, test } from 'vitest'
import { languageOf } from '#audit/page/language/language.ts'
import { valueTable } from '#audit/page/pages/record-parts.ts'
import type { SignedInVisit } from '#audit/page/serving/visit.ts'
import { auditSite } from '#audit/page/site.ts'
import { textOf } from '#kernel/platform/http/html.ts'

const visit: SignedInVisit = {
  site: auditSite,
  language: languageOf('en'),
  timeZone: 'UTC',
  path: '/audit',
  query: new URLSearchParams(),
  requestId: 'request-1',
  address: '127.0.0.1',
  isSecure: false,
  session: undefined,
  form: new URLSearchParams(),
  params: {},
  next: undefined,
  isAwaited: () => true,
  companyTitle: 'Kuyumcu',
  caller: { companyId: 'company-1', apiUserId: 'auditor-1', rights: ['audit'] },
}

const rowsOf = (values: number) =>
  textOf(valueTable(visit, { dataSet: Array.from({ length: values }, (_, at) => at) }))
    .split('<tr>')
    .slice(2)

test('a table of a value has all rows, or says how many are left out', () => {
  expect(rowsOf(2_000).at(-1)).toContain('dataSet.1999')
  const rows = rowsOf(2_345)
  expect(rows).toHaveLength(2_001)
  expect(rows.at(-1)).toContain('and 345 more')
})
