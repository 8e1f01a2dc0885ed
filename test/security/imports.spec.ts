import { expect, test } from 'vitest'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

test.each([101, 40_000])('a line that nests %i deep is a fault of that line', async (depth) => {
  const companyId = recordId()
  const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const company = JSON.stringify({
    kind: 'company',
    data: { id: companyId, title: 'Kapalıçarşı Sarraf', taxNumber: '4840847211' },
  })
  const session = {
    companyId,
    id: recordId(),
    idNo: '10000000146',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    dataSet: 'DEEP',
  }
  const line = JSON.stringify({ kind: 'idvSession', data: session }).replace('"DEEP"', deep)

  expect(await importing(system(), [company, line])).toEqual({
    faults: ['line 2: json: is nested more than 100 deep'],
  })
})
