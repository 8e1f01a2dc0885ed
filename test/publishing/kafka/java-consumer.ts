import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A record as Kafka's own Java client read it. */
export interface ReadRecord {
  readonly place: string
  readonly key: string
  readonly headers: ReadonlyMap<string, string>
  readonly value: string
}

const EVENT_TOPICS =
  'sarraf[.](customers|bank-transactions|invoices|expense-vouchers|kmts-verifications|sanction-checks)[.]v1'

/** The topics of current states. */
export const STATE_TOPICS = 'sarraf[.][a-z-]+[.]state[.]v1'

const LOOK_EVERY_MS = 100
/** A consumer that has begun is at the end when it says nothing for so long. */
const SILENT_FOR_MS = 4_000
/** It joins a group first, which takes seconds of a busy machine. */
const BEGINS_WITHIN_MS = 60_000

/**
 * Kafka's own console consumer over all topics of the feed, from their beginning, seeing only what
 * is committed. After a broker's crash it may be given records again: their places tell. It goes on until
 * it is closed, or until it has come to the end.
 */
export function readWithJava(
  libraries: string,
  brokers: string,
  { untilTheEnd = false, topics = EVENT_TOPICS } = {},
) {
  const records = new Map<string, ReadRecord>()
  const options = {
    'bootstrap-server': brokers,
    include: topics,
    group: `test-${randomUUID()}`,
    'isolation-level': 'read_committed',
  }
  const properties = ['key', 'headers', 'partition', 'offset'].flatMap((name) => [
    '--formatter-property',
    `print.${name}=true`,
  ])
  const child = spawn(
    'java',
    [
      '-Xmx128m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=off',
      '-classpath',
      `${libraries}/*`,
      'org.apache.kafka.tools.consumer.ConsoleConsumer',
      '--from-beginning',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      '--command-property',
      'metadata.max.age.ms=1000',
      ...properties,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // Only then is all of its output read.
  const ended = once(child, 'close')
  let silentMs = 0
  const looking = setInterval(() => {
    silentMs += LOOK_EVERY_MS
    const patienceMs = records.size === 0 ? BEGINS_WITHIN_MS : SILENT_FOR_MS
    if (untilTheEnd && silentMs > patienceMs) child.kill('SIGKILL')
  }, LOOK_EVERY_MS)
  child.once('exit', () => clearInterval(looking))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const record = recordOf(line)
    records.set(record.place, record)
    silentMs = 0
  })
  return {
    records: () => [...records.values()],
    count: () => records.size,
    ended,
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** `Partition:0\tOffset:3\tce_id:…,ce_type:…\tkey\tvalue` */
function recordOf(line: string): ReadRecord {
  const [partition, offset, headersText = '', key = '', value = ''] = line.split('\t')
  const headers = new Map(
    headersText.split(',').map((header) => {
      const colon = header.indexOf(':')
      return [header.slice(0, colon), header.slice(colon + 1)] as const
    }),
  )
  const noun = headers.get('ce_type')?.split('.')[1]
  return { place: `${noun} ${partition} ${offset}`, key, headers, value }
}
