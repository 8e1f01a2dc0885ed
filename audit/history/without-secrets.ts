import { familyOf } from '#kernel/events/family-of.ts'

/** Replaces a secret: an auditor needs to see that there is one, not its value. */
export const hidden = { hidden: true } as const

interface EventType {
  readonly stream: string
  readonly type: string
}

export const isSecret = ({ stream, type }: EventType, field: string): boolean =>
  familyOf(stream)?.types.get(type)?.fields[field]?.class === 'secret'

/** An event's data without credentials: passwords, hashes of API secrets. */
export const withoutSecrets = (
  event: EventType,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isSecret(event, name) ? hidden : value]),
  )
