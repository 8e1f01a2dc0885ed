import { expect, test } from 'vitest'
import { errorCodes } from '#kernel/contract/error-codes.ts'
import { RULES } from '#kernel/domain/rules.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { guideIn } from '#query/guides/guide.ts'

test.each(['en', 'tr'] as const)(
  'the guide in %s names every error code, every rule and every state',
  (language) => {
    const guide = guideIn(language)
    const states = EDocument.properties.state.enum
    expect(states.length).toBeGreaterThan(10)
    for (const name of [...errorCodes, ...RULES, ...states]) expect(guide).toContain(`\`${name}\``)
  },
)

test('the guides have the same sections', () => {
  const sections = (language: 'en' | 'tr') => guideIn(language).match(/^## /gm)?.length
  expect(sections('tr')).toBe(sections('en'))
})
