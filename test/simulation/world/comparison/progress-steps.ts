import fc from 'fast-check'
import { publishPosition } from '#command/reference-data/followers.ts'
import { isRefusal, Rejection } from '#kernel/domain/rejection.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
import { body, instance, living } from './key-steps.ts'
import { steps } from './steps.ts'
import type { Follower } from './world.ts'

const COMPANY = 'company-1'
const name = fc.constantFrom('one', 'two')
const position = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(logPosition)
const lastEvent = fc.record({
  id: fc.constantFrom('a', 'b'),
  stream: fc.constant('expenseVoucher-1'),
  revision: fc.bigInt({ min: 0n, max: 9n }),
  position: fc.constant(logPosition(0n)),
})
const place = fc.record({ position, lastEvent: fc.option(lastEvent, { nil: undefined }) })

/** Keys that the two kinds of JSON put in another order. */
const names = fc.constantFrom('b', 'a', 'B', 'aa', 'é', '😀', '2', '10', '')
const state = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, -1.5, 1e21, 'İş', '\n"'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  ),
})).value

const load = steps('load', fc.record({ instance, name }), async (world, given) => {
  const one = living(world, given.instance)
  const said = await one?.states.load(given.name)
  return one && { is: said === undefined ? 'nothing saved' : 'state loaded', said }
})

const save = steps('save', fc.record({ instance, name, place, state }), async (world, given) => {
  await living(world, given.instance)?.states.save(given.name, given)
  return undefined
})

const places = steps('places', instance, async (world, place_) => {
  const said = await living(world, place_)?.states.places()
  return said && { is: 'places', said: said.map((one) => world.named(one)).toSorted() }
})

const equal = fc.record({ companyId: fc.constantFrom(COMPANY, 'company-2'), hash: body })
const record = fc.constantFrom('record-1', 'record-2')

const note = steps('note', fc.record({ instance, equal, record }), async (world, given) => {
  await living(world, given.instance)?.inDoubt.note(given.equal, given.record)
  return undefined
})

const inDoubt = steps('in doubt', fc.record({ instance, equal }), async (world, given) => {
  const said = await living(world, given.instance)?.inDoubt.of(given.equal)
  return said && { is: said.length === 0 ? 'not in doubt' : 'in doubt', said: said.toSorted() }
})

const settle = steps('settle', fc.record({ instance, equal, record }), async (world, given) => {
  await living(world, given.instance)?.inDoubt.settle(given.equal, given.record)
  return undefined
})

const follow = steps('follow', fc.record({ instance, name, position }), async (world, given) => {
  const one = living(world, given.instance)
  const running = world.followers.get(given.name)
  if (one === undefined || running !== undefined) return undefined
  const at = () => follower.position
  const { pool } = one
  const publishing = publishPosition({
    pool,
    logger,
    name: given.name,
    position: at,
    lastTaken: at,
  })
  const follower: Follower = { position: given.position, close: publishing.close }
  world.followers.set(given.name, follower)
  await world.settled()
  return { is: 'follower began' }
})

/** It is published as the follower lives on. */
const move = steps('move', fc.record({ name, position }), async (world, given) => {
  const follower = world.followers.get(given.name)
  if (follower !== undefined) follower.position = given.position
  return undefined
})

const unfollow = steps('unfollow', name, async (world, given) => {
  const follower = world.followers.get(given)
  world.followers.delete(given)
  await follower?.close()
  return follower && { is: 'follower ended' }
})

const followers = steps('followers', instance, async (world, place_) => {
  const said = await living(world, place_)?.followers()
  const sorted = said?.toSorted((one, other) => one.name.localeCompare(other.name))
  return sorted && { is: sorted.length === 0 ? 'nobody follows' : 'followers', said: sorted }
})

const limit = steps('count', fc.record({ instance, user: name }), async (world, given) => {
  const one = living(world, given.instance)
  if (one === undefined) return undefined
  const caller = { companyId: COMPANY, apiUserId: given.user, rights: [] }
  try {
    for (let query = 0; query < QUERIES; query++) await one.limits.take(caller)
    return { is: 'permitted' }
  } catch (error) {
    if (!(error instanceof Rejection && isRefusal(error))) throw error
    return { is: 'limited', said: [error.code, error.details] }
  }
})

/** Half of those that a caller may make in a minute. */
const QUERIES = 5

/** Of all other tables. */
export const progressSteps = [
  { arbitrary: load, weight: 3 },
  { arbitrary: save, weight: 3 },
  { arbitrary: places, weight: 1 },
  { arbitrary: note, weight: 3 },
  { arbitrary: inDoubt, weight: 3 },
  { arbitrary: settle, weight: 1 },
  { arbitrary: follow, weight: 2 },
  { arbitrary: move, weight: 2 },
  { arbitrary: unfollow, weight: 1 },
  { arbitrary: followers, weight: 3 },
  { arbitrary: limit, weight: 2 },
] as const
