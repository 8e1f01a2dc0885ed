/** The values of a statement, by the numbers that they have in its text. */
export interface Values {
  readonly text: (place: number) => string
  readonly textOrNull: (place: number) => string | null
  readonly texts: (place: number) => readonly string[]
  readonly numbers: (place: number) => readonly number[]
  readonly number: (place: number) => number
  readonly numberOrNull: (place: number) => number | null
  /** Its own copy. */
  readonly bytes: (place: number) => Buffer
  readonly manyBytes: (place: number) => readonly Buffer[]
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
  const array = (place: number): readonly unknown[] => {
    const value = at(place)
    return Array.isArray(value) ? value : refuse(place, 'an array')
  }
  /** The values of each element, as if it were the only value of a statement. */
  const each = (place: number) => array(place).map((value) => valuesOf([value]))
  return {
    text,
    number,
    textOrNull: (place) => (at(place) === null ? null : text(place)),
    numberOrNull: (place) => (at(place) === null ? null : number(place)),
    texts: (place) => each(place).map((value) => value.text(1)),
    numbers: (place) => each(place).map((value) => value.number(1)),
    manyBytes: (place) => each(place).map((value) => value.bytes(1)),
    bytes(place) {
      const value = at(place)
      return Buffer.isBuffer(value) ? Buffer.from(value) : refuse(place, 'bytes')
    },
  }
}
