import type { Entry } from './carried.ts'

const MAX_RUN_EVENTS = 500
/** Half of a server's default limit for one append. */
const MAX_RUN_BYTES = 512 * 1024

/** Groups consecutive events of one stream, so that one append can carry them. */
export async function* runsOf(entries: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[]> {
  let run: Entry[] = []
  let bytes = 0
  for await (const entry of entries) {
    const size = sizeOf(entry)
    const goesOn = follows(run.at(-1), entry)
    if (
      run.length > 0 &&
      (!goesOn || run.length >= MAX_RUN_EVENTS || bytes + size > MAX_RUN_BYTES)
    ) {
      yield run
      run = []
      bytes = 0
    }
    run.push(entry)
    bytes += size
  }
  if (run.length > 0) yield run
}

const follows = (last: Entry | undefined, entry: Entry) =>
  last?.carrying === 'append' &&
  entry.carrying === 'append' &&
  entry.event.stream === last.event.stream &&
  entry.event.revision === last.event.revision + 1n

const sizeOf = ({ event }: Entry) =>
  event.data.length + event.metadata.length + 2 * event.type.length
