import type { Facts } from './facts.ts'
import { growingUint32 } from './growing-numbers.ts'

/** The facts of many entries, two numbers each. */
export function factColumns() {
  const years = growingUint32()
  const countries = growingUint32()
  const places = new Map<string, number>()

  return {
    add({ birthYears: [first, last] = [0, 0], countries: codes }: Facts) {
      years.push((first << 16) | last)
      const list = codes.join(' ')
      const place = places.get(list) ?? places.size
      places.set(list, place)
      countries.push(place)
    },

    build(): (entry: number) => Facts {
      const packedYears = years.done()
      const countryPlaces = countries.done()
      const lists = [...places.keys()].map((list) => (list === '' ? [] : list.split(' ')))
      return (entry) => {
        const packed = packedYears[entry] ?? 0
        return {
          birthYears: packed === 0 ? undefined : [packed >>> 16, packed & 0xffff],
          countries: lists[countryPlaces[entry] ?? -1] ?? [],
        }
      }
    },
  }
}
