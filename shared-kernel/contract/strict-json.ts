const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/** `JSON.parse`, but an object that has a key twice is not JSON, because the meant value is unknown. */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (membersWritten(text) !== membersIn(value)) throw new SyntaxError('a key is there twice')
  return value
}

/** Counts the colons outside of strings; the text is JSON. */
function membersWritten(text: string): number {
  let members = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === COLON) members++
    if (character === QUOTE) index = endOfString(text, index)
  }
  return members
}

function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (index - before) % 2 === 0
}

/** Not by recursion: JSON may be nested deeper than calls may be. */
function membersIn(value: unknown): number {
  const waiting = [value]
  let members = 0
  for (const one of waiting) {
    if (typeof one !== 'object' || one === null) continue
    const values = Object.values(one)
    if (!Array.isArray(one)) members += values.length
    for (const inner of values) waiting.push(inner)
  }
  return members
}
