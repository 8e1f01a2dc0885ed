import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { exposeMissingEvents } from '#kernel/platform/process/metrics.ts'
import { relayForThisTest } from './relay.ts'
import { newEvents, storeForThisTest } from './support.ts'

/** The option of a request to read that asks for everything to come, too, in its bytes. */
const SUBSCRIPTION = Buffer.from([0x32, 0])

/** A follower of a stream of four events: it is not given the third one, and the second one only when it reads again. */
export async function followerOfLeftOutEvents(url: string) {
  const relay = await relayForThisTest(Number(new URL(url).port))
  const store = storeForThisTest(relay.url, { standstillMs: 400 })
  const registry = new Registry()
  exposeMissingEvents(registry, store.standstills)
  const stream = `happening-${randomUUID()}`
  const [first, once, twice, last] = newEvents(4)
  if (!first || !once || !twice || !last) throw new Error('four events')
  await storeForThisTest(url).append(stream, [first, once, twice, last], 'no_stream')
  let times = 0
  relay.changeRead = (answer, request) =>
    request.includes(SUBSCRIPTION) &&
    (answer.includes(twice.id) || (answer.includes(once.id) && times++ === 0))
      ? undefined
      : answer
  const seen: string[] = []
  store.subscribe({
    name: 'happenings',
    after: BEFORE_THE_LOG,
    streamPrefixes: [stream],
    maxBatch: 10,
    handle: async (events) => void seen.push(...events.map(({ id }) => id)),
  })
  return { store, registry, stream, seen, given: [first.id, once.id, last.id] }
}
