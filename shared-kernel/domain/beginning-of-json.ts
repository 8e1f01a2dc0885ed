import { endOfString } from './strict-json.ts'

interface Bounds {
  /** Members and elements, however deep. */
  readonly values: number
  /** Of what is within one another. */
  readonly depth: number
}

interface Beginning {
  readonly text: string
  readonly isCut: boolean
}

/**
 * A text of JSON as far as it keeps to bounds, and JSON again: what goes beyond them is left out, and what is open is
 * closed. It reads no further, so a text of any size costs as much as one within the bounds.
 */
export function beginningOf(text: string, { values, depth }: Bounds): Beginning {
  const whole = { text, isCut: false }
  const cutAt = (end: number, last: string) => ({
    text: text.slice(0, end) + last + closing.toReversed().join(''),
    isCut: true,
  })
  const closing: string[] = []
  let seen = 1
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    switch (character) {
      case '"':
        index = endOfString(text, index)
        if (index < 0) return whole
        break
      case '{':
      case '[':
        if (closing.length === depth) return cutAt(index, 'null')
        closing.push(character === '{' ? '}' : ']')
        break
      case '}':
      case ']':
        if (closing.pop() !== character) return whole
        break
      case ',':
        if (seen === values) return cutAt(index, '')
        seen++
        break
    }
  }
  return whole
}
