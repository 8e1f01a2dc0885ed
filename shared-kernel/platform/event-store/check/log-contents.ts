import { type Finding, fault, ok, warning } from '../../checks/finding.ts'
import { describedStreams } from '../described-streams.ts'
import { asError } from '../errors.ts'
import type { EventMacs, StoredEvent, StreamRead } from '../event-store.ts'
import { type FilteredRead, readFiltered } from '../filtered-read.ts'
import { findDamagedStreams } from '../find-damaged-streams.ts'
import type { LogFilter } from '../log-request.ts'
import { holdsOurs, isSigned } from '../neighbours.ts'
import { FORWARDS, type StoreClient } from '../store-client.ts'
import { isSystemEvent, resolvedEvent } from '../stored-event.ts'

/** For all of it. A doctor that takes longer is not waited for. */
const LOOK_WITHIN_MS = 120_000
const SILENT_MS = 10_000
/** Each of them is read. */
const MOST_NAMED = 20
const PAGE = 'docs/eventstoredb.md'

type Described = ReadonlyMap<string, StoredEvent>

export interface LogContents {
  /** Streams of ours with an ACL of their own. */
  readonly withOwnAcl: () => Promise<readonly string[]>
  readonly findings: () => AsyncGenerator<Finding>
}

/**
 * What other programs and administrators did to streams that are named as ours. The store sends the events
 * of our categories once; of each only the name and the end of its metadata are looked at.
 */
export function logContents(
  client: StoreClient,
  macs: EventMacs,
  categories: Iterable<string>,
): LogContents {
  const signal = AbortSignal.timeout(LOOK_WITHIN_MS)
  const reading = { client, macs, timeoutMs: SILENT_MS, signal }
  const filtered = (filter: LogFilter, read: FilteredRead) => readFiltered(reading, filter, read)
  const sources = { reader: { filtered }, macs }
  let described: Promise<Described> | undefined
  const known = () => (described ??= describedStreams(sources))
  const readStream = (stream: string, read: StreamRead) => pageOf({ client, macs }, stream, read)

  async function* neighbours() {
    const prefixes = Array.from(categories, (category) => `${category}-`)
    const unsigned = await unsignedIn(filtered, prefixes)
    const named = [...unsigned].slice(0, MOST_NAMED)
    for (const stream of named) {
      yield (await holdsOurs({ readStream }, stream)) ? forgedFinding(stream) : theirs(stream)
    }
    const more = unsigned.size - named.length
    if (more > 0) yield moreFinding(more)
    if (unsigned.size === 0) yield ok('colliding streams', 'no other program uses our names')
  }

  async function* damages() {
    const found = await findDamagedStreams(sources, await known())
    for (const { stream, problem, companyId } of found.slice(0, MOST_NAMED)) {
      yield companyId === undefined
        ? warning(
            `stream ${stream}`,
            `${problem}, and nothing is left of it: it may have been another program's`,
            'let audit -- verify say whether events are missing',
          )
        : fault(`stream ${stream}`, problem, `take it back where that is possible (${PAGE})`)
    }
    if (found.length === 0) yield ok('whole streams', 'none was deleted, cut or tombstoned')
    else if (found.length > MOST_NAMED) {
      const more = `${found.length - MOST_NAMED} more were deleted, cut or tombstoned`
      yield fault('whole streams', more, 'operator -- stuck lists each')
    }
  }

  return {
    withOwnAcl: async () =>
      [...(await known().catch(() => []))]
        .filter(([, { data }]) => data['$acl'] !== undefined)
        .map(([stream]) => stream)
        .slice(0, MOST_NAMED),
    findings: async function* findings() {
      yield* unless('colliding streams', neighbours())
      yield* unless('whole streams', damages())
    },
  }
}

/** What cannot be looked at is a finding, too. */
async function* unless(subject: string, findings: AsyncGenerator<Finding>) {
  try {
    yield* findings
  } catch (error) {
    const reason = `not looked at to the end (${asError(error).message})`
    yield warning(subject, reason, 'give the right to read, or let audit -- verify look')
  }
}

/** The streams named as ours with an event that Sarraf did not sign. */
async function unsignedIn(
  filtered: (filter: LogFilter, read: FilteredRead) => Promise<void>,
  prefixes: readonly string[],
): Promise<ReadonlySet<string>> {
  const streams = new Set<string>()
  await filtered(
    { streams: prefixes },
    {
      isWanted: (event) => {
        if (!isSystemEvent(event) && !isSigned(event)) streams.add(event.stream)
        return false
      },
      take: () => undefined,
    },
  )
  return streams
}

const theirs = (stream: string) =>
  warning(
    `stream ${stream}`,
    'is named as one of ours, but another program writes it: it is left out',
    `let that program use another name, or keep a store for Sarraf alone (${PAGE})`,
  )

const forgedFinding = (stream: string) =>
  fault(
    `stream ${stream}`,
    'another program wrote into it: those events are not signed, and count as forged',
    'take its right to write away, and let audit -- verify name the events',
  )

const moreFinding = (count: number) =>
  warning(
    'colliding streams',
    `${count} more streams have events that Sarraf did not sign`,
    `keep a store for Sarraf alone (${PAGE})`,
  )

async function pageOf(
  { client, macs }: { readonly client: StoreClient; readonly macs: EventMacs },
  stream: string,
  { from = 0n, maxCount }: StreamRead,
): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = []
  const read = { direction: FORWARDS, fromRevision: from, maxCount } as const
  for await (const resolved of client.readStream(stream, read)) {
    const event = resolvedEvent(resolved, macs)
    if (event !== undefined) events.push(event)
  }
  return events
}
