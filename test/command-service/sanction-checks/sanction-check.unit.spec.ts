import { expect, test } from 'vitest'
import { recordCheck } from '#command/sanction-checks/check.ts'
import { type CheckContent, sanctionCheck } from '#command/sanction-checks/sanction-check.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import { specificationOf } from '#test/support/decider-spec.ts'

const given = specificationOf(sanctionCheck)

const content: CheckContent = {
  checkId: '5c0000000000000000000001',
  source: 'api',
  personRef: 'ref-1',
  checkedAt: '2026-11-20T09:45:00.123Z',
  wantedQuery: true,
  pepQuery: true,
  isError: false,
  hasResult: true,
  lists: [{ list: 'masak', version: null }],
  masakCount: 0,
  wantedCount: 0,
  pepCount: 0,
  hasCustomer: false,
  customerEventCount: 0,
  customerId: null,
  threshold: '0.8',
  method: 'names-4',
  query: { idNo: '10000000146', fullName: null, surname: null },
  matches: { masak: [], wanted: [], pep: [] },
}
const record = recordCheck(content)
const checked = { type: 'SanctionsChecked', data: content } as const

test('a check is recorded', () => given().when(record).records(checked))
test('a check is recorded once', () => given(checked).when(record).recordsNothing())
test('a check keeps the matches of its time', () => {
  expect(fold(sanctionCheck, [checked])).toEqual({ status: 'checked', content })
})
test('a search of the panel is not a check of the API', () =>
  given({ ...checked, data: { ...content, source: 'panel' } })
    .when(record)
    .rejects('CONFLICT'))
