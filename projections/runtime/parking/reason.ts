import { DatabaseError } from 'pg'

const LONGEST = 300
/**
 * The id of a record (24 digits) or of a key (more), or a UUID, which may have as many decimal digits in a
 * row as a telephone number.
 */
const ID =
  /(\b(?:(?=\d*[a-f])[\da-f]{24,}|(?=[\d-]*[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b)/
/** They may be a person's number. */
const MANY_DIGITS = /\d[\d ]{7,}\d/g

/**
 * Why an event could not be projected, without personal data. PostgreSQL's messages contain values in
 * quotes or after a colon, a SyntaxError contains the JSON text, and identity numbers, telephone and
 * account numbers are long sequences of digits. Ids of records and keys stay: they say where to look.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return refusalBy(error)
  if (error instanceof SyntaxError) return 'SyntaxError: sealed or stored data is not in its format'
  const { name, message } = error instanceof Error ? error : new Error('thrown')
  const words = message
    .split(ID)
    .map((part) => (ID.test(part) ? part : part.replaceAll(MANY_DIGITS, '…')))
    .join('')
  return `${name === 'Error' ? '' : `${name}: `}${words}`.slice(0, LONGEST)
}

function refusalBy({ code, message, table, column, constraint }: DatabaseError) {
  const places = Object.entries({ table, column, constraint })
    .filter(([, name]) => name !== undefined)
    .map(([kind, name]) => `, ${kind} ${name}`)
  const [words = ''] = message.split(/["':(]/, 1)
  return `PostgreSQL ${code ?? ''}: ${words.trim()}${places.join('')}`.slice(0, LONGEST)
}
