import { DatabaseError } from 'pg'

const LONGEST = 300

/**
 * Why an event could not be projected, without personal data. PostgreSQL's messages contain values in
 * quotes or after a colon, a SyntaxError contains the JSON text, and identity numbers, telephone and
 * account numbers are long sequences of digits.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return refusalBy(error)
  if (error instanceof SyntaxError) return 'SyntaxError: sealed or stored data is not in its format'
  const { name, message } = error instanceof Error ? error : new Error('thrown')
  const words = message.replaceAll(/[\d ]{9,}/g, '…')
  return `${name === 'Error' ? '' : `${name}: `}${words}`.slice(0, LONGEST)
}

function refusalBy({ code, message, table, column, constraint }: DatabaseError) {
  const places = Object.entries({ table, column, constraint })
    .filter(([, name]) => name !== undefined)
    .map(([kind, name]) => `, ${kind} ${name}`)
  const [words = ''] = message.split(/["':(]/, 1)
  return `PostgreSQL ${code ?? ''}: ${words.trim()}${places.join('')}`.slice(0, LONGEST)
}
