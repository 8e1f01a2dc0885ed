import type { YearRange } from './birth-years.ts'
import type { Facts } from './facts.ts'
import { growingUint32 } from './growing-numbers.ts'

/** The facts of many entries, two numbers each: few combinations are very frequent. */
export function factColumns() {
  const years = places<readonly YearRange[]>()
  const countries = places<readonly string[]>()

  return {
    add(facts: Facts) {
      years.add(facts.birthYears.join(' '), facts.birthYears)
      countries.add(facts.countries.join(' '), facts.countries)
    },

    build(): (entry: number) => Facts {
      const yearsOf = years.build()
      const countriesOf = countries.build()
      return (entry) => ({
        birthYears: yearsOf(entry) ?? [],
        countries: countriesOf(entry) ?? [],
      })
    },
  }
}

/** Values of many entries, each different one kept once. */
function places<Value>() {
  const known = new Map<string, number>()
  const values: Value[] = []
  const placeOf = growingUint32()
  return {
    add(key: string, value: Value) {
      const place = known.get(key) ?? values.push(value) - 1
      known.set(key, place)
      placeOf.push(place)
    },
    build(): (entry: number) => Value | undefined {
      const placeAt = placeOf.done()
      return (entry) => values[placeAt[entry] ?? -1]
    },
  }
}
