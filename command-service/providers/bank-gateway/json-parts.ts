import { endOfString } from '#kernel/domain/strict-json.ts'

/** A member of a JSON object: its name, and its value as it is written. */
export interface WrittenMember {
  readonly name: string
  readonly value: string
}

/** The elements of a JSON array as they are written; none for other JSON. The text must be JSON. */
export const elementsOf = (text: string): readonly string[] =>
  text.startsWith('[') ? partsOf(text) : []

/** The members of a JSON object, in order and with repeated names; none for other JSON. The text must be JSON. */
export const membersOf = (text: string): readonly WrittenMember[] =>
  text.startsWith('{') ? partsOf(text).map(memberIn) : []

function memberIn(part: string): WrittenMember {
  const end = endOfString(part, 0) + 1
  const name: unknown = JSON.parse(part.slice(0, end))
  return { name: String(name), value: part.slice(part.indexOf(':', end) + 1).trim() }
}

/** Not by recursion: JSON may be nested deeper than calls may be. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 1
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ',' && depth === 1) {
      parts.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  const last = text.slice(start, text.lastIndexOf(text.startsWith('{') ? '}' : ']')).trim()
  return last === '' ? parts : [...parts, last]
}
