import { DatabaseError } from 'pg'

const LONGEST = 300

/**
 * Why an event could not be shown, in words that name nobody: values stand in PostgreSQL's messages
 * in quotes or behind a colon, what JSON could not parse stands in a SyntaxError, and identity
 * numbers, telephones and accounts are long rows of digits.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return refusalBy(error)
  if (error instanceof SyntaxError)
    return 'SyntaxError: what was sealed or written is not in its format'
  const { name, message } = error instanceof Error ? error : new Error('thrown')
  const told = message.replaceAll(/[\d ]{9,}/g, '…')
  return `${name === 'Error' ? '' : `${name}: `}${told}`.slice(0, LONGEST)
}

function refusalBy({ code, message, table, column, constraint }: DatabaseError) {
  const places = Object.entries({ table, column, constraint })
    .filter(([, name]) => name !== undefined)
    .map(([kind, name]) => `, ${kind} ${name}`)
  const [told = ''] = message.split(/["':(]/, 1)
  return `PostgreSQL ${code ?? ''}: ${told.trim()}${places.join('')}`.slice(0, LONGEST)
}
