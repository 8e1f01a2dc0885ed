/** The values of a statement, by the numbers that they have in its text. */
export interface Values {
  readonly text: (place: number) => string
  readonly textOrNull: (place: number) => string | null
  readonly texts: (place: number) => readonly string[]
  readonly number: (place: number) => number
  readonly numberOrNull: (place: number) => number | null
  /** Its own copy. */
  readonly bytes: (place: number) => Buffer
}

/** Throws where PostgreSQL would have to convert a value, since the model converts none. */
export function valuesOf(values: readonly unknown[]): Values {
  const at = (place: number) => values[place - 1]
  const refuse = (place: number, wanted: string) => {
    throw new TypeError(`$${place} is ${typeof at(place)}, and not ${wanted}`)
  }
  const text = (place: number) => {
    const value = at(place)
    return typeof value === 'string' ? value : refuse(place, 'a text')
  }
  const number = (place: number) => {
    const value = at(place)
    return typeof value === 'number' ? value : refuse(place, 'a number')
  }
  return {
    text,
    number,
    textOrNull: (place) => (at(place) === null ? null : text(place)),
    numberOrNull: (place) => (at(place) === null ? null : number(place)),
    texts(place) {
      const value = at(place)
      return Array.isArray(value) ? value.map(String) : refuse(place, 'an array of texts')
    },
    bytes(place) {
      const value = at(place)
      return Buffer.isBuffer(value) ? Buffer.from(value) : refuse(place, 'bytes')
    },
  }
}
