import { DatabaseError } from 'pg'

const LONGEST = 300
/** A record's id, which may begin or end in as many digits as a telephone number. */
const RECORD_ID = /(\b(?=[\da-f]*[a-f])[\da-f]{24}\b)/
/** They may be a person's number. */
const MANY_DIGITS = /[\d ]{9,}/g

/**
 * Why an event could not be projected, without personal data. PostgreSQL's messages contain values in
 * quotes or after a colon, a SyntaxError contains the JSON text, and identity numbers, telephone and
 * account numbers are long sequences of digits. Ids of records stay: they say where to look.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return refusalBy(error)
  if (error instanceof SyntaxError) return 'SyntaxError: sealed or stored data is not in its format'
  const { name, message } = error instanceof Error ? error : new Error('thrown')
  const words = message
    .split(RECORD_ID)
    .map((part) => (RECORD_ID.test(part) ? part : part.replaceAll(MANY_DIGITS, '…')))
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
