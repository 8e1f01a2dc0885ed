/** A text, taken apart at its brackets. */
export interface Bracketed {
  /** What stands outside, in pieces between the brackets. */
  readonly outside: readonly string[]
  /** What stands inside, with the brackets within; each after the piece of the same place. */
  readonly inside: readonly string[]
}

const OPENING = new Set('([{（［')
const CLOSING = new Set(')]}）］')

/** A bracket without its other half is left out, or closed where the text ends. */
export function bracketed(text: string): Bracketed {
  const outside: string[] = []
  const inside: string[] = []
  let depth = 0
  let piece = ''
  for (const letter of text) {
    if (OPENING.has(letter) && depth++ === 0) {
      outside.push(piece)
      piece = ''
    } else if (CLOSING.has(letter) && depth === 0) {
      piece += ' '
    } else if (CLOSING.has(letter) && --depth === 0) {
      inside.push(piece)
      piece = ''
    } else piece += letter
  }
  if (depth === 0) outside.push(piece)
  else inside.push(piece)
  return { outside, inside }
}

/** Parts of a text between marks that stand in no brackets. */
export function splitOutside(text: string, mark: RegExp): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const letter of text) {
    if (OPENING.has(letter)) depth += 1
    if (CLOSING.has(letter)) depth = Math.max(0, depth - 1)
    if (depth === 0 && mark.test(letter)) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
}

/** `a) … b) …`, where the letter stands in no brackets. */
export function itemsIn(text: string): readonly string[] {
  const items: string[] = []
  let depth = 0
  let item = ''
  for (const letter of text) {
    const label = depth === 0 && letter === ')' ? /(?:^|[\s;,])\p{L}$/u.exec(item) : null
    if (label !== null) {
      items.push(item.slice(0, label.index))
      item = ''
      continue
    }
    if (OPENING.has(letter)) depth += 1
    if (CLOSING.has(letter)) depth = Math.max(0, depth - 1)
    item += letter
  }
  return [...items, item]
}

/** Without the brackets that have no other half. */
export function withWholeBrackets(text: string): string {
  const letters = Array.from(text)
  const open: number[] = []
  for (const [at, letter] of letters.entries()) {
    if (OPENING.has(letter)) open.push(at)
    else if (CLOSING.has(letter) && open.pop() === undefined) letters[at] = ' '
  }
  for (const at of open) letters[at] = ' '
  return letters.join('')
}
