import { Readable } from 'node:stream'
import {
  ANY,
  type AppendToStreamOptions,
  type EventData,
  KurrentDBClient,
  type ReadAllOptions,
  type ReadStreamOptions,
} from '@kurrent/kurrentdb-client'
import { useFormerNames } from './former-errors.ts'

/** What tests take from the former package, by the successor: as other programs use it. */
export * from '@kurrent/kurrentdb-client'

useFormerNames()

/** Of this name it ignores the option, and then expects nothing; deletions and metadata still have it. */
interface Expecting extends Omit<AppendToStreamOptions, 'streamState'> {
  readonly expectedRevision?: AppendToStreamOptions['streamState']
}

export const EventStoreDBClient = {
  connectionString: (address: string) => {
    const client = KurrentDBClient.connectionString(address.replace(/^esdb/, 'kurrentdb'))
    const append = client.appendToStream.bind(client)
    const readStream = client.readStream.bind(client)
    const readAll = client.readAll.bind(client)
    return Object.assign(client, {
      appendToStream: (
        stream: string,
        events: EventData | EventData[],
        { expectedRevision = ANY, ...options }: Expecting = {},
      ) => append(stream, events, { ...options, streamState: expectedRevision }),
      readStream: (stream: string, options?: ReadStreamOptions) =>
        readable(readStream(stream, options)),
      readAll: (options?: ReadAllOptions) => readable(readAll(options)),
    })
  },
}

/** As its reads were: what has `on` and `cancel`. */
function readable<Item>(items: AsyncIterable<Item>) {
  const read = Readable.from(items, { highWaterMark: 1 })
  return Object.assign(read, {
    cancel: async () => {
      read.destroy()
    },
  })
}
