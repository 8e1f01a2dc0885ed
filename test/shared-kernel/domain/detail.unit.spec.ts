import { expect, expectTypeOf, test } from 'vitest'
import { type Detail, detail, PAIRS, type RuleOf, schemaFault } from '#kernel/domain/detail.ts'
import type { Rejection } from '#kernel/domain/rejection.ts'
import { guideIn } from '#query/guides/guide.ts'

test('an item without field and rule is none: every refusal takes items that this one file makes', () => {
  expectTypeOf<Rejection['details'][number]>().toEqualTypeOf<Detail>()
  expectTypeOf<{ readonly state: string }>().not.toExtend<Detail>()
  expectTypeOf<{ readonly field: string; readonly rule: string }>().not.toExtend<Detail>()
  expectTypeOf(detail).parameter(0).toEqualTypeOf<keyof typeof PAIRS>()
})

test('a field breaks only the rules that are listed for it', () => {
  expectTypeOf<RuleOf<'Authorization'>>().toEqualTypeOf<'attempts'>()
  expectTypeOf<RuleOf<'request'>>().toEqualTypeOf<'unavailable' | 'rateLimit' | 'unknown'>()
})

test('an item is written with its field and rule first, and with nothing that was not given', () => {
  const items = [
    detail('id', 'busy', { state: 'dispatching' }),
    detail('data.bankTransactionId', 'duplicate', { existingId: null }),
    schemaFault('filter[status]', 'enum'),
  ]
  expect(JSON.parse(JSON.stringify(items))).toStrictEqual([
    { field: 'id', rule: 'busy', state: 'dispatching' },
    { field: 'data.bankTransactionId', rule: 'duplicate', existingId: null },
    { field: 'filter[status]', rule: 'enum' },
  ])
})

test.each(['en', 'tr'] as const)(
  'the guide in %s lists every pair of field and rule',
  (language) => {
    const guide = guideIn(language)
    for (const [field, rules] of Object.entries(PAIRS)) {
      const listed = rules.map((rule) => `\`${rule}\``).join(', ')
      expect(guide).toContain(`| \`${field}\` | ${listed} |`)
    }
  },
)
