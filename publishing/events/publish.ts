import { categoryOf } from '#kernel/events/category-of.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeWithoutKeys, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { catalogue, dimensions } from './catalogue.ts'
import { personRefs } from './person-ref.ts'
import type { PersonRef, Publication, PublicEvent } from './public-event.ts'

const families = [...catalogue, ...dimensions]

/** The streams that contain public events. */
export const streamPrefixes: readonly string[] = families.map(({ category }) => `${category}-`)

/**
 * The public events of a batch of stored events, in order. Encrypted fields stay encrypted: no
 * person's key is loaded.
 */
export async function publicationsOf(
  vault: Pick<Vault, 'keyOf' | 'pseudonym'>,
  stored: readonly PlacedEvent[],
): Promise<readonly Publication[]> {
  const recorded = decodeWithoutKeys(decoderOf, stored)
  const personRef = await personRefs(
    vault,
    recorded.map(({ metadata }) => metadata.companyId),
  )
  return recorded.flatMap((one) => {
    const event = publicEventOf(one, personRef)
    return event === undefined ? [] : [{ event, recorded: one }]
  })
}

/** Undefined if the event is not published. */
function publicEventOf(
  { event, metadata: { companyId }, stream }: Recorded<AnyEvent>,
  personRef: PersonRef,
): PublicEvent | undefined {
  return byCategory.get(categoryOf(stream))?.publish(event, { companyId, personRef })
}

const byCategory = new Map(families.map((family) => [family.category, family]))

const decoderOf = (stream: string) => byCategory.get(categoryOf(stream))
