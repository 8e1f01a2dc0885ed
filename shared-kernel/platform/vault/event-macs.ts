import { createHash } from 'node:crypto'
import { categoryOf } from '#kernel/events/category-of.ts'
import { families } from '#kernel/events/families.ts'
import type { EventMacs, EventTexts, NewEvent } from '../event-store/event-store.ts'
import { areEqualSecrets } from '../http/equal-secrets.ts'
import { hmacWith } from './hmac.ts'

const KEY_ID_LENGTH = 8

/** How our streams' names begin, before the first hyphen. */
export const categories: ReadonlySet<string> = new Set(families.map(({ category }) => category))

const streamPrefixes = Array.from(categories, (category) => `${category}-`)

export const isNamedAsOurs = (stream: string) => categories.has(categoryOf(stream))

/** As `eventMacsWith` makes it: other programs have a property of that name, too. */
const OUR_MAC = /^[0-9a-f]{8}\.[\w-]{43}$/

/** For who has no key: an event counts if it has a MAC, whatever that is worth. It signs nothing. */
export const uncheckedMacs: EventMacs = {
  sign: () => {
    throw new Error('there is no key to sign with')
  },
  isNamedAsOurs,
  streamPrefixes,
  isGenuine: ({ metadata: { mac } }) => typeof mac === 'string' && OUR_MAC.test(mac),
}

/**
 * HMAC-SHA-256 over an event and its place. We append at exact revisions only, so an event counts
 * at its place alone: a copy elsewhere, or a change of anything in it, has no valid MAC.
 */
export function eventMacsWith(secret: Buffer): EventMacs {
  const hmac = hmacWith(secret)
  const keyId = createHash('sha256').update(secret).digest('hex').slice(0, KEY_ID_LENGTH)

  const macOf = (
    place: readonly [string, string, string, string],
    { data, metadata }: EventTexts,
  ) => `${keyId}.${hmac(`${JSON.stringify(place).slice(0, -1)},${data},${metadata}]`)}`

  return {
    sign(stream, revision, event) {
      const place = [stream, revision.toString(), event.id, event.type] as const
      return { ...event, metadata: { ...event.metadata, mac: macOf(place, textsOf(event)) } }
    },
    isNamedAsOurs,
    streamPrefixes,
    isGenuine(event, stored) {
      const { mac } = event.metadata
      if (typeof mac !== 'string') return false
      const signed = stored === undefined ? textsOf(event) : withoutMac(stored, mac)
      if (signed === undefined) return false
      const place = [event.stream, event.revision.toString(), event.id, event.type] as const
      return areEqualSecrets(mac, macOf(place, signed))
    },
  }
}

function textsOf({ data, metadata }: NewEvent): EventTexts {
  const { mac: _, ...others } = metadata
  return { data: JSON.stringify(data), metadata: JSON.stringify(others) }
}

/** The texts before they were signed: the MAC is the last of the metadata. */
function withoutMac({ data, metadata }: EventTexts, mac: string): EventTexts | undefined {
  const end = `"mac":"${mac}"}`
  if (!metadata.endsWith(end)) return undefined
  const others = metadata.slice(0, -end.length)
  return { data, metadata: `${others.endsWith(',') ? others.slice(0, -1) : others}}` }
}
