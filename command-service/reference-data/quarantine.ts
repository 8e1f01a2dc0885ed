import { Unavailable } from '#kernel/domain/unavailable.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'

/** Commands would not know what they have to know. */
export class RecordUnread extends Unavailable {
  override readonly name = 'RecordUnread'

  constructor(companyId: string) {
    super(`a record of company ${companyId} cannot be read`, RETRY_AFTER_SECONDS)
  }
}

const RETRY_AFTER_SECONDS = 60

/** Streams whose last record cannot be read; their companies are not served as if it said nothing. */
export interface Quarantine {
  readonly add: (event: StoredEvent) => void
  /** A record that can be read takes the place of all before it. */
  readonly release: (stream: string, companyId: string) => void
  /** The valid keys are not known for certain. */
  readonly holdsKeysOf: (companyId: string) => boolean
  /** Data that commands need is missing. */
  readonly holds: (companyId: string) => boolean
}

const categoriesOfKeys: ReadonlySet<string> = new Set(['company', 'apiKey'])

/** Whether its records determine the valid keys. */
export const isAboutKeys = (stream: string): boolean => categoriesOfKeys.has(categoryOf(stream))

export function newQuarantine(): Quarantine {
  /** Of each stream, by its last record that could be read. */
  const ownerOf = new Map<string, string>()
  /** The companies that wait for each stream. */
  const held = new Map<string, ReadonlySet<string>>()
  const streamsOf = (companyId: string) =>
    [...held].filter(([, companies]) => companies.has(companyId)).map(([stream]) => stream)
  return {
    add: ({ stream, metadata: { companyId: said } }) => {
      const named =
        categoryOf(stream) === 'company' ? stream.slice(companyStream('').length) : undefined
      // A forged record says of which company it is, and may lie.
      const companies = [named, ownerOf.get(stream), named === undefined ? said : undefined]
      const known = companies.filter((one) => typeof one === 'string')
      held.set(stream, new Set([...(held.get(stream) ?? []), ...known]))
    },
    release: (stream, companyId) => {
      ownerOf.set(stream, companyId)
      held.delete(stream)
    },
    holdsKeysOf: (companyId) => streamsOf(companyId).some((stream) => isAboutKeys(stream)),
    holds: (companyId) => streamsOf(companyId).length > 0,
  }
}
