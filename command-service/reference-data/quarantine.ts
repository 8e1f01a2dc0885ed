import { Unavailable } from '#kernel/domain/unavailable.ts'
import { categoryOf } from '#kernel/platform/event-codec.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

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
  readonly release: (stream: string) => void
  /** The valid keys are not known for certain. */
  readonly holdsKeysOf: (companyId: string) => boolean
  /** Data that commands need is missing. */
  readonly holds: (companyId: string) => boolean
}

const categoriesOfKeys: ReadonlySet<string> = new Set(['company', 'apiKey'])

/** Whether its records determine the valid keys. */
export const isAboutKeys = (stream: string): boolean => categoriesOfKeys.has(categoryOf(stream))

export function newQuarantine(): Quarantine {
  const companyOf = new Map<string, string>()
  const streamsOf = (companyId: string) =>
    [...companyOf].filter(([, owner]) => owner === companyId).map(([stream]) => stream)
  return {
    add: ({ stream, metadata: { companyId } }) => {
      const named = categoryOf(stream) === 'company' ? stream.slice('company-'.length) : companyId
      if (typeof named === 'string') companyOf.set(stream, named)
    },
    release: (stream) => void companyOf.delete(stream),
    holdsKeysOf: (companyId) => streamsOf(companyId).some((stream) => isAboutKeys(stream)),
    holds: (companyId) => streamsOf(companyId).length > 0,
  }
}
