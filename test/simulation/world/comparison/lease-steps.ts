import fc from 'fast-check'
import { instance, living } from './key-steps.ts'
import { steps } from './steps.ts'

const name = fc.constantFrom('process/one', 'process/two')

const take = steps('lease', fc.record({ instance, name }), async (world, given) => {
  const by = living(world, given.instance)
  if (by === undefined) return undefined
  const begun = Promise.withResolvers<AbortSignal>()
  const done = Promise.withResolvers<void>()
  const ended = by.leases.whileHeld(given.name, async (signal) => {
    begun.resolve(signal)
    await done.promise
    return 'worked'
  })
  const lost = await Promise.race([begun.promise, ended])
  if (!(lost instanceof AbortSignal)) return { is: 'lease refused', said: lost }
  const isLeft = world.held.some((other) => other.name === given.name)
  world.held.push({ name: given.name, by, lost, isKnownLost: false, ended, done: done.resolve })
  return { is: isLeft ? 'lease taken over' : 'lease taken' }
})

const end = steps('end of work', fc.nat({ max: 3 }), async ({ held }, place) => {
  const [one] = held.splice(place, 1)
  one?.done()
  const said = await one?.ended
  return one && { is: one.lost.aborted ? 'lost work ended' : 'work ended', said }
})

/** Of `command.lease`. */
export const leaseSteps = [
  { arbitrary: take, weight: 6 },
  { arbitrary: end, weight: 3 },
] as const
