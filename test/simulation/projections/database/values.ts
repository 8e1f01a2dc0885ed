/** The elements of an array as PostgreSQL writes it. */
export function elementsOf(literal: string): readonly (string | null)[] {
  const elements: (string | null)[] = []
  for (let at = 1; at < literal.length - 1; at++) {
    if (literal[at] === ',') continue
    if (literal[at] !== '"') {
      const end = endOfBare(literal, at)
      const bare = literal.slice(at, end)
      elements.push(bare === 'NULL' ? null : bare)
      at = end - 1
      continue
    }
    let text = ''
    for (at += 1; literal[at] !== '"'; at++) {
      if (literal[at] === '\\') at += 1
      text += literal[at]
    }
    elements.push(text)
  }
  return elements
}

function endOfBare(literal: string, from: number): number {
  const comma = literal.indexOf(',', from)
  return comma === -1 ? literal.length - 1 : comma
}

/** A value as the driver gives it for a column of this type. */
export function valueOf(type: string, text: string | null): unknown {
  if (text === null) return null
  switch (type) {
    case 'text':
    case 'numeric':
      return text
    case 'bigint':
      return BigInt(text).toString()
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true' || text === 't'
    case 'jsonb':
      return JSON.parse(text)
    case 'text[]':
      return elementsOf(text)
    case 'timestamptz':
      return instant(text)
    default:
      if (type.startsWith('numeric')) return text
      throw new Error(`the simulated database does not know the type ${type}`)
  }
}

/** `2026-11-20T09:45:00.500Z` is answered as `2026-11-20 09:45:00.5+00`. */
function instant(text: string): string {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00(?::?00)?)$/.exec(text) ?? []
  if (day === undefined) throw new Error(`the simulated database does not know the instant ${text}`)
  const digits = fraction.replace(/0+$/, '')
  return `${day} ${time}${digits === '' ? '' : `.${digits}`}+00`
}
