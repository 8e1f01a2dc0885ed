import { expect, test } from 'vitest'
import { errorCodes } from '#kernel/contract/error-codes.ts'
import { RULES } from '#kernel/domain/rules.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { guideIn } from '#query/guides/guide.ts'
import { faultModes, operationNames } from '#stack/sandbox/operations/names.ts'

test.each(['en', 'tr'] as const)(
  'the guide in %s names every error code, every rule and every state',
  (language) => {
    const guide = guideIn(language)
    const states = EDocument.properties.state.enum
    expect(states.length).toBeGreaterThan(10)
    for (const name of [...errorCodes, ...RULES, ...states]) expect(guide).toContain(`\`${name}\``)
  },
)

/** What a reader would type or look for: codes, fields, values, whole examples. */
const typed = (language: 'en' | 'tr') => {
  const examples = guideIn(language).match(/^```sh\n[^]*?^```$/gm) ?? []
  const names =
    guideIn(language)
      .replaceAll(/^```[^]*?^```$/gm, '')
      .match(/`[^`]+`/g) ?? []
  return [...examples, ...new Set(names)].toSorted()
}

test('the guides name the same in both languages', () => {
  expect(typed('en').length).toBeGreaterThan(150)
  expect(typed('tr')).toEqual(typed('en'))
})

test('the guide says what the sandbox can let fail', () => {
  for (const name of [...operationNames, ...faultModes])
    expect(typed('en')).toContain(`\`${name}\``)
})

test('the guides have the same sections', () => {
  const sections = (language: 'en' | 'tr') => guideIn(language).match(/^## /gm)?.length
  expect(sections('tr')).toBe(sections('en'))
})
