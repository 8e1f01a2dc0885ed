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

/**
 * Kafka's own console consumer over all topics of the feed, from their beginning, seeing only what
 * is committed. After a broker's crash it may be given records again: their places tell.
 */
export function readWithJava(
  libraries: string,
  brokers: string,
  { endAfterMs = 0, topics = EVENT_TOPICS } = {},
) {
  const records = new Map<string, ReadRecord>()
  const options = {
    'bootstrap-server': brokers,
    include: topics,
    group: `test-${randomUUID()}`,
    'isolation-level': 'read_committed',
    ...(endAfterMs > 0 && { 'timeout-ms': String(endAfterMs) }),
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
  const exited = once(child, 'exit')
  createInterface({ input: child.stdout }).on('line', (line) => {
    const record = recordOf(line)
    records.set(record.place, record)
  })
  return {
    records: () => [...records.values()],
    count: () => records.size,
    ended: exited,
    close: async () => {
      child.kill('SIGKILL')
      await exited
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
