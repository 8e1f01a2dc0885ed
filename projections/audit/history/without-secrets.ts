import { familyOf } from './family-of.ts'

/** Replaces a secret: an auditor needs to see that there is one, not its value. */
const hidden = { hidden: true } as const

/** An event's data without credentials: passwords, hashes of API secrets. */
export function withoutSecrets(
  { stream, type }: { readonly stream: string; readonly type: string },
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fields = familyOf(stream)?.types.get(type)?.fields ?? {}
  const shown = Object.entries(data).map(([name, value]) => [
    name,
    fields[name]?.class === 'secret' ? hidden : value,
  ])
  return Object.fromEntries(shown)
}
