/** Longer ones would not fit into an index of PostgreSQL. */
const MAX_NAME_BYTES = 2000

/** Says what is wrong with it; PostgreSQL keeps neither zero characters nor names of any length. */
export function faultOfName(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.includes('\0')) return 'has a zero character'
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? 'is too long' : undefined
}

export const isStorableName = (name: string) => faultOfName(name) === undefined
