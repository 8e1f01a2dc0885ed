import { check, PERSON } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { field, named, type Play, type Value } from './play.ts'

const persons = [
  'Kamber Uydurukoğlu',
  'Serseri Gezginci',
  'Düşsel Hayalgezer',
  'Masalcı Peri',
] as const satisfies Readonly<Record<Value, string>>

const thresholds: Readonly<Record<Value, number>> = { 0: 0.7, 1: 0.95, 2: 0.75, 3: 0.949 }

/** Nine entries stay, so that the list does not shrink at once. */
const staying = Array.from({ length: 9 }, (_, index) => ({
  id: `b${index}`,
  name: `Bulut ${index}`,
}))

export const playsOfScreening: Readonly<Record<string, Play>> = {
  screeningSettings: async (dealer, system) => {
    await importList(system, 'masak', listOf({ id: 'm', name: 'Düşsel Hayalgezer' }))
    return {
      line: (value) => ({ kind: 'screeningSettings', data: { threshold: thresholds[value] } }),
      read: async () =>
        (await check(dealer.api, { fullName: 'Düşsel Hayalgezen' })).summary.masakCount,
      shows: (value) => (thresholds[value] < 0.9 ? 1 : 0),
    }
  },

  listVersion: (dealer, system) => ({
    tell: async (value) => {
      const list = listOf(...staying, { id: `w${value}`, name: persons[value] })
      await importList(system, 'wanted', list)
    },
    read: async () =>
      Promise.all(
        persons.map(
          async (fullName) => (await check(dealer.api, { fullName })).summary.wantedCount,
        ),
      ),
    shows: (value) => persons.map((_, index) => (index === value ? 1 : 0)),
  }),

  sanctionCheck: (dealer) => {
    const id = recordId()
    return {
      line: (value, checkedAt) => ({
        kind: 'sanctionCheck',
        data: { id, checkedAt, idNo: PERSON, fullName: named(value) },
      }),
      read: () => field(dealer.api.get(`/v1/compliance/sanction-checks/${id}`), 'fullName'),
      shows: named,
    }
  },
}
