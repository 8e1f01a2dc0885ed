import type { EventMacs, StoredEvent } from './event-store.ts'
import type { Reader } from './reader.ts'
import { damageIn, type StreamDamage } from './stream-damage.ts'

const METADATA = '$metadata'
const TOMBSTONE = '$streamDeleted'
/** With more prefixes the store is asked for whole categories. */
const MAX_STREAMS_OF_A_READ = 32

interface Sources {
  readonly reader: Pick<Reader, 'filtered'>
  readonly macs: Pick<EventMacs, 'isNamedAsOurs'>
}

/** Looks through what the store keeps of deletions and limits. A stream whose metadata were taken back is whole again. */
export async function findDamagedStreams({
  reader,
  macs,
}: Sources): Promise<readonly StreamDamage[]> {
  const found = new Map<string, StreamDamage>()
  await reader.filtered(
    { types: [METADATA, TOMBSTONE] },
    {
      isWanted: ({ stream }) => macs.isNamedAsOurs(describedBy(stream)),
      take: (event) => note(found, event),
    },
  )
  if (found.size === 0) return []
  const withoutOurs = new Set<string>()
  await reader.filtered(
    { streams: prefixesOf([...found.keys()]) },
    {
      isWanted: ({ stream, type }) => found.has(stream) && type !== TOMBSTONE,
      take: (event) => {
        const damage = found.get(event.stream)
        const { stream, position, isGenuine, metadata } = event
        if (!isGenuine) withoutOurs.add(stream)
        else if (damage !== undefined)
          found.set(stream, { ...damage, position, companyId: String(metadata['companyId']) })
      },
    },
  )
  const isTheirs = ({ stream, companyId }: StreamDamage) =>
    companyId === undefined && withoutOurs.has(stream)
  return [...found.values()].filter((damage) => !isTheirs(damage))
}

const describedBy = (stream: string) => (stream.startsWith('$$') ? stream.slice(2) : stream)

function note(found: Map<string, StreamDamage>, { stream, type, data, position }: StoredEvent) {
  const described = describedBy(stream)
  const problem = type === TOMBSTONE ? 'it was tombstoned' : damageIn(data)
  if (problem === undefined) found.delete(described)
  else found.set(described, { stream: described, problem, position, companyId: undefined })
}

const prefixesOf = (streams: readonly string[]) =>
  streams.length <= MAX_STREAMS_OF_A_READ
    ? streams
    : [...new Set(streams.map((stream) => stream.slice(0, stream.indexOf('-') + 1)))]
