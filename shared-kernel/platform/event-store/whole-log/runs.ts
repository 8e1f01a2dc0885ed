import type { LogEvent } from './log-event.ts'

const MAX_RUN_EVENTS = 500
/** Half of a server's default limit for one append. */
const MAX_RUN_BYTES = 512 * 1024

/** Groups consecutive events of one stream, so that one append can carry them. */
export async function* runsOf(
  events: AsyncIterable<LogEvent>,
): AsyncGenerator<readonly LogEvent[]> {
  let run: LogEvent[] = []
  let bytes = 0
  for await (const event of events) {
    const size = sizeOf(event)
    const goesOn = follows(run.at(-1), event)
    if (
      run.length > 0 &&
      (!goesOn || run.length >= MAX_RUN_EVENTS || bytes + size > MAX_RUN_BYTES)
    ) {
      yield run
      run = []
      bytes = 0
    }
    run.push(event)
    bytes += size
  }
  if (run.length > 0) yield run
}

const follows = (last: LogEvent | undefined, event: LogEvent) =>
  event.stream === last?.stream && event.revision === last.revision + 1n

const sizeOf = ({ data, metadata, type }: LogEvent) =>
  data.length + metadata.length + 2 * type.length
