import { type DescriptionSources, describedStreams, TOMBSTONE } from './described-streams.ts'
import type { StoredEvent } from './event-store.ts'
import { damageIn, type StreamDamage } from './stream-damage.ts'

/** With more prefixes the store is asked for whole categories. */
const MAX_STREAMS_OF_A_READ = 32

/** Looks through what the store keeps of deletions and limits. A stream whose metadata were taken back is whole again. */
export async function findDamagedStreams(
  sources: DescriptionSources,
  known?: ReadonlyMap<string, StoredEvent>,
): Promise<readonly StreamDamage[]> {
  const described = known ?? (await describedStreams(sources))
  const found = new Map<string, StreamDamage>([...described].flatMap(damageOf))
  if (found.size === 0) return []
  const withoutOurs = new Set<string>()
  await sources.reader.filtered(
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

function damageOf([stream, { type, data, position }]: readonly [string, StoredEvent]) {
  const problem = type === TOMBSTONE ? 'it was tombstoned' : damageIn(data)
  const damage = { stream, position, companyId: undefined }
  return problem === undefined ? [] : [[stream, { ...damage, problem }] as const]
}

const prefixesOf = (streams: readonly string[]) =>
  streams.length <= MAX_STREAMS_OF_A_READ
    ? streams
    : [...new Set(streams.map((stream) => stream.slice(0, stream.indexOf('-') + 1)))]
