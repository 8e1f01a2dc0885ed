import { expect, test } from 'vitest'
import { VoucherContent } from '#kernel/contract/expense-vouchers.ts'
import { checkBody } from '#kernel/contract/validation.ts'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { rulesByField } from './rules-by-field.ts'

const values = {
  amount: parseStrictJson(`0.${'1'.repeat(900_000)}`),
  idNo: '😀'.repeat(225_000),
  serial: 'İ'.repeat(450_000),
  attribute: `a${' '.repeat(900_000)}a`,
  bankTransactionId: 'F'.repeat(900_000),
}

/** Far less than it takes to compare that number of digits, or to look at each character of a number. */
const LIMIT_MS = 4

test.each(Object.entries(values))(
  'a megabyte in %s is refused without being read',
  (field, value) => {
    const data = { source: 'manual', [field]: value }
    const refusals = Array.from({ length: 5 }, () => {
      const began = performance.now()
      const faults = rulesByField(checkBody(VoucherContent, { data }))
      return { rule: faults[`data.${field}`], ms: performance.now() - began }
    })
    expect(['format', 'maxLength', 'pattern', 'mismatch']).toContain(refusals[0]?.rule)
    expect(Math.min(...refusals.map(({ ms }) => ms))).toBeLessThan(LIMIT_MS)
  },
)
