import type { SignedInVisit } from './visit.ts'

/** The same page with other parameters. */
export function addressWith(
  { path, query }: SignedInVisit,
  changed: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams(query)
  next.delete('event')
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}
