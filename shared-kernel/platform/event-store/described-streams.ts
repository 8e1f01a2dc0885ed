import type { EventMacs, StoredEvent } from './event-store.ts'
import type { Reader } from './reader.ts'

const METADATA = '$metadata'
export const TOMBSTONE = '$streamDeleted'

export interface DescriptionSources {
  readonly reader: Pick<Reader, 'filtered'>
  readonly macs: Pick<EventMacs, 'isNamedAsOurs'>
}

/**
 * What an administrator did last to each stream that is named as ours: its metadata, or its tombstone. Sarraf
 * writes neither, so these are few; the store looks through its whole log for them.
 */
export async function describedStreams({
  reader,
  macs,
}: DescriptionSources): Promise<ReadonlyMap<string, StoredEvent>> {
  const found = new Map<string, StoredEvent>()
  await reader.filtered(
    { types: [METADATA, TOMBSTONE] },
    {
      isWanted: ({ stream }) => macs.isNamedAsOurs(describedBy(stream)),
      take: (event) => void found.set(describedBy(event.stream), event),
    },
  )
  return found
}

const describedBy = (stream: string) => (stream.startsWith('$$') ? stream.slice(2) : stream)
