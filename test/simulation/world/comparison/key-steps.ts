import fc from 'fast-check'
import type { Left } from '#command/event-sourcing/kept-answers.ts'
import { isRefusal, Rejection } from '#kernel/domain/rejection.ts'
import type { Instance } from './instance.ts'
import { steps, stepsAmid } from './steps.ts'
import { INSTANCES, type World } from './world.ts'

const COMPANY = 'company-1'
const key = fc.constantFrom('key-1', 'key-2')
export const instance = fc.nat({ max: INSTANCES - 1 })
export const body = fc.constantFrom('one', 'one', 'one', 'other').map((text) => Buffer.from(text))
const person = fc.constantFrom('10000000146', '10000000214')
const left = fc.constantFrom<Left>('ended', 'nothing', 'perhaps')
/** 0 is the last one. */
const ago = fc.constantFrom(0, 0, 0, 1)

export const ownerOf = (of: string) =>
  ({ companyId: COMPANY, purpose: 'customer', person: of }) as const

/** The instance, unless it is cut off. */
export function living({ instances }: World, place: number): Instance | undefined {
  const one = instances[place]
  return one?.isCut() === false ? one : undefined
}

const begin = steps('begin', fc.record({ instance, key, body }), async (world, given) => {
  const by = living(world, given.instance)
  if (by === undefined) return undefined
  const tries = world.tries.get(given.key) ?? []
  try {
    const begun = await by.answers.begin({ companyId: COMPANY, key: given.key }, given.body)
    if (begun.kind === 'answered') return { is: 'answered', said: begun }
    const { command, lease, mayStand } = begun
    world.tries.set(given.key, [...tries, { commandId: command.id, lease, by }])
    const isKnown = tries.some(({ commandId }) => commandId === command.id)
    const keptFor = world.keptFor.get(given.key)
    world.keptFor.delete(given.key)
    if (keptFor !== undefined && world.vault.destroyed.has(keptFor)) {
      return { is: 'begun as its answer was forgotten', said: begun }
    }
    if (!command.isRepeated) return { is: 'begun', said: begun }
    if (!isKnown) return { is: 'begun after a day', said: begun }
    if (!mayStand) return { is: 'begun again', said: begun }
    return { is: tries.at(-1)?.by === by ? 'gone on' : 'taken over', said: begun }
  } catch (error) {
    if (!(error instanceof Rejection && isRefusal(error))) throw error
    const isOther = error.details.some(({ rule }) => rule === 'mismatch')
    return { is: isOther ? 'mismatch' : 'in progress', said: [error.code, error.details] }
  }
})

/** Requests with keys of their own, or with the same one, share statements. */
const beginTogether = steps(
  'begin together',
  fc.record({
    instance,
    asked: fc.array(fc.record({ key, body }), { minLength: 2, maxLength: 4 }),
  }),
  async (world, given) => {
    const by = living(world, given.instance)
    if (by === undefined) return undefined
    const begun = await Promise.allSettled(
      given.asked.map((one) => by.answers.begin({ companyId: COMPANY, key: one.key }, one.body)),
    )
    for (const [index, one] of begun.entries()) {
      if (one.status === 'rejected' || one.value.kind !== 'mine') continue
      const { command, lease } = one.value
      const asked = given.asked[index]?.key ?? ''
      const tries = world.tries.get(asked) ?? []
      world.tries.set(asked, [...tries, { commandId: command.id, lease, by }])
      world.keptFor.delete(asked)
    }
    return { is: 'begun together', said: begun.map((one) => ('value' in one ? one.value : 'no')) }
  },
)

/** A try of the key, if its instance is not cut off. */
function tryOf({ tries }: World, given: { readonly key: string; readonly ago: number }) {
  const one = tries.get(given.key)?.at(-1 - given.ago)
  return one?.by.isCut() === false ? one : undefined
}

const keep = steps(
  'keep',
  fc.record({ key, ago, person: fc.option(person), status: fc.constantFrom(200, 202, undefined) }),
  async (world, given) => {
    const one = tryOf(world, given)
    if (one === undefined) return undefined
    const { person: of, status } = given
    const ofPerson = of === null ? undefined : await world.vault.keyOf(ownerOf(of))
    const data = { data: { made: one.commandId, name: of } }
    const answer = status === undefined ? data : { ...data, status }
    const command = { id: one.commandId, isRepeated: false }
    await one.by.answers.keep({ companyId: COMPANY, key: given.key }, command, { answer, ofPerson })
    if (ofPerson !== undefined) world.keptFor.set(given.key, ofPerson.id)
    return { is: given.ago === 0 ? 'kept' : 'kept by a slow try' }
  },
)

const release = steps('release', fc.record({ key, ago, left }), async (world, given) => {
  const one = tryOf(world, given)
  if (one === undefined) return undefined
  const request = { companyId: COMPANY, key: given.key }
  await one.by.answers.release(request, one.lease, given.left)
  // What was released already has another lease.
  await one.by.answers.release(request, one.lease, given.left)
  return { is: given.ago === 0 ? `released: ${given.left}` : 'released by a slow try' }
})

const forget = stepsAmid('forget', person, {
  meanwhile: ({ forget: forgetPerson }, of) => forgetPerson(of),
  take: async () => undefined,
})

const purge = steps('purge', instance, async (world, place) => {
  await living(world, place)?.purge()
  return undefined
})

/** Of `vault.idempotency`. */
export const keySteps = [
  { arbitrary: begin, weight: 12 },
  { arbitrary: beginTogether, weight: 2 },
  { arbitrary: keep, weight: 4 },
  { arbitrary: release, weight: 3 },
  { arbitrary: forget, weight: 2 },
  { arbitrary: purge, weight: 1 },
] as const
