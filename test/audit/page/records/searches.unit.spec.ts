import { expect, test } from 'vitest'
import { keptSearches } from '#audit/page/records/searches.ts'

/** What the page hears when a person is forgotten. */
function forgetting() {
  const listeners: ((ids: readonly string[]) => void)[] = []
  return {
    destroyed: {
      subscribe: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    },
    forget: () => {
      for (const tell of listeners) tell(['someone'])
    },
  }
}

const searchOf = (companyId: string, value: string) => ({
  companyId,
  value,
  found: [],
  areAll: true,
})

test('many searches of one company drop no search of another', () => {
  const searches = keptSearches()
  const { destroyed } = forgetting()
  const ofBravo = searches.keep(searchOf('bravo', 'Ayşe'), destroyed)
  const first = searches.keep(searchOf('alpha', '0'), destroyed)
  for (let at = 1; at <= 300; at++) searches.keep(searchOf('alpha', String(at)), destroyed)
  expect(searches.of('bravo', ofBravo)?.value).toBe('Ayşe')
  expect(searches.of('alpha', first)).toBeUndefined()
})

test('a company reads its own searches only, and none once a person is forgotten', () => {
  const searches = keptSearches()
  const { destroyed, forget } = forgetting()
  const id = searches.keep(searchOf('alpha', 'Ayşe'), destroyed)
  expect(searches.of('bravo', id)).toBeUndefined()
  expect(searches.of('alpha', id)?.value).toBe('Ayşe')
  forget()
  expect(searches.of('alpha', id)).toBeUndefined()
})
