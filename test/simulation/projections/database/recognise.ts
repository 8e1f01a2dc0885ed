import { compareStatements } from './compare.ts'
import { schemaStatements } from './schemas.ts'
import type { Known } from './session.ts'
import { sessionStatements } from './sessions.ts'
import { tableStatements } from './tables.ts'

const statements = [
  ...sessionStatements,
  ...tableStatements,
  ...schemaStatements,
  ...compareStatements,
]
const recognised = new Map<string, readonly [known: Known, plain: string]>()

/** What a statement does, and its text on one line. One that is not known fails, so that it is noticed. */
export function recognise(text: string) {
  const before = recognised.get(text)
  if (before !== undefined) return before
  const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').replace(/;$/, '').trim()
  const known = statements.find(([wanted]) => wanted.test(plain))
  if (known === undefined) throw new Error(`the simulated database does not know: ${plain}`)
  const both = [known, plain] as const
  recognised.set(text, both)
  return both
}

/** Statements of sessions that may go on whoever writes: they touch no table. */
export const isAboutSessions = (known: Known) => sessionStatements.includes(known)
