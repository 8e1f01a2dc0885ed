import fc from 'fast-check'
import { instance, living } from './key-steps.ts'
import { steps, stepsAmid } from './steps.ts'

const request = fc.constantFrom('request-1', 'request-2')
const SECOND = 1_000
const HOUR = 3_600 * SECOND

const start = steps('restart', instance, async (world, place) => {
  const before = world.instances[place]
  world.instances[place] = await world.start()
  return before?.isCut() === false ? undefined : { is: 'restarted' }
})

const cut = steps('cut off', instance, async (world, place) => {
  world.instances[place]?.cut()
  return { is: 'cut off' }
})

const close = steps('close', instance, async (world, place) => {
  const one = living(world, place)
  await one?.process.close()
  // It ends with its heartbeat, as it does in `main.ts`.
  one?.cut()
  return one && { is: 'closed' }
})

const work = steps('work on', fc.record({ instance, request }), async (world, given) => {
  const one = living(world, given.instance)
  void one?.requests.during(given.request, () => new Promise<void>(() => undefined))
  return undefined
})

const isRunning = steps('is running', fc.record({ instance, request }), async (world, given) => {
  const one = living(world, given.instance)
  const said = await one?.process.isRunning(given.request)
  return one && { is: said === true ? 'running' : 'not running' }
})

const clock = steps('clock', instance, async (world, place) => {
  const one = living(world, place)
  if (one === undefined) return undefined
  const now = await one.clock()
  return { is: 'clock read', said: [now(), one.process.now(), one.process.clockFault()] }
})

const pass = stepsAmid(
  'pass',
  fc.constantFrom(SECOND, 3 * SECOND, 6 * SECOND, 61 * SECOND, 2 * HOUR, 25 * HOUR),
  {
    meanwhile: ({ pass: passTime }, ms) => passTime(ms),
    take: async () => undefined,
  },
)

/** Until the next lease, heartbeat or position is due, or for a while. */
const live = stepsAmid('live', fc.constantFrom(SECOND, SECOND, SECOND, 20 * SECOND), {
  meanwhile: ({ live: liveOn }, ms) => liveOn(ms),
  async take({ settled, instances, held }) {
    await settled()
    const lost = held.filter((one) => one.lost.aborted && !one.isKnownLost)
    for (const one of lost) one.isKnownLost = true
    const beats = instances.map(({ process }) => [process.offsetMs(), process.heartbeatFault()])
    const said = [lost.map((one) => held.indexOf(one)), beats]
    return { is: lost.length === 0 ? 'lived' : 'lease lost', said }
  },
})

/** Of `command.process`, and of time. */
export const processSteps = [
  { arbitrary: start, weight: 2 },
  { arbitrary: cut, weight: 1 },
  { arbitrary: close, weight: 1 },
  { arbitrary: work, weight: 2 },
  { arbitrary: isRunning, weight: 2 },
  { arbitrary: clock, weight: 1 },
  { arbitrary: pass, weight: 4 },
  { arbitrary: live, weight: 5 },
] as const
