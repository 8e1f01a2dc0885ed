/** The limit of a PostgreSQL index. */
const MAX_NAME_BYTES = 2000

/** Why PostgreSQL cannot store the name; undefined if it can. */
export function faultOfName(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.includes('\0')) return 'has a zero character'
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? 'is too long' : undefined
}

export const isStorableName = (name: string) => faultOfName(name) === undefined
