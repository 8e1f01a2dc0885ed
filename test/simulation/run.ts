import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { askAll, clientsOf, documentsOf } from './clients.ts'
import { faultsOf } from './faults.ts'
import { gatewayTo } from './gateway.ts'
import { instancesOf, nameOf } from './instances.ts'
import type { Outcome } from './outcome.ts'
import { passUntil } from './pass-until.ts'
import { BUSY_FOR_MS, type Plan } from './plan.ts'
import { unequalFolds } from './second-fold.ts'
import { COMPANY_ID } from './setup.ts'
import { newStory } from './story.ts'
import { wronglyListed } from './waiting.ts'
import { simulatedDatabase } from './world/database.ts'
import { simulate } from './world/globals.ts'
import type { World } from './world/instance.ts'
import { simulatedIntegrator } from './world/integrator.ts'
import { digestOf, simulatedLog } from './world/log.ts'
import { type Disturbance, networkOf } from './world/network.ts'
import { randomFrom } from './world/random.ts'
import { virtualTime } from './world/time.ts'
import { simulatedVault } from './world/vault.ts'

/** Faults have ended by then, and the last client has given up. */
const CALM_AFTER_MS = BUSY_FOR_MS + 20_000
const QUIET_FOR_MS = 30_000

/** Plays a plan to its end, on what was recorded before, and says what was wrong. */
export async function play(plan: Plan, before: readonly StoredEvent[]): Promise<Outcome> {
  const random = randomFrom(plan.seed)
  const time = virtualTime(plan.startsAt)
  simulate({ time, random })
  const story = newStory(time)
  const log = simulatedLog(before)
  const vault = simulatedVault()
  const network = networkOf({ time, random, disturbances: disturbancesOf(plan) })
  for (const { at, peer, how, lastsMs, instance } of plan.networkFaults) {
    time.after(at, () => story.tell(`${peer} ${how} for ${lastsMs} ms (${instance ?? 'all'})`))
  }
  const integrator = simulatedIntegrator({
    time,
    random,
    mischief: plan.mischief,
    told: story.tell,
  })
  const database = simulatedDatabase({ now: time.now })
  const world: World = {
    time,
    network,
    log,
    database,
    integrator,
    vault,
    companyId: COMPANY_ID,
    told: story.tell,
    appended: (process) => ambush(process),
  }
  const { up, ambush } = instancesOf(plan, world, story)
  time.after(CALM_AFTER_MS, integrator.heal)
  const send = gatewayTo(up, { time, random })
  const clients = clientsOf(plan.clients, { world, send, story })
  const endsAt = plan.startsAt + CALM_AFTER_MS + QUIET_FOR_MS
  while (time.now() < endsAt || !clients.haveEnded()) {
    if (time.now() > endsAt + QUIET_FOR_MS || !(await time.step())) break
  }
  const ended = clients.haveEnded() ? await clients.all : undefined
  await passUntil(time, askAll(send, documentsOf(world).all))
  const unequal = await passUntil(time, unequalFolds({ ...world, random }, up, plan.clients))
  const events = log.events().slice(before.length)
  const { answered } = clients
  const documents = documentsOf(world)
  const faults =
    ended === undefined
      ? ['a client was never answered']
      : [
          ...faultsOf({ ended, events, documents, integrator, vault, answered, plan }),
          ...(await wronglyListed(world)),
          ...unequal,
        ]
  for (const event of events)
    story.note(event.storedAt, `log ${event.stream.slice(0, 28)}@${event.revision} ${event.type}`)
  return { faults, steps: time.steps(), digest: digestOf(events), story: story.lines() }
}

const disturbancesOf = ({ networkFaults, startsAt }: Plan): readonly Disturbance[] =>
  networkFaults.map(({ instance, at, lastsMs, ...fault }) => ({
    ...fault,
    process: instance === null ? null : nameOf(instance),
    from: startsAt + at,
    until: startsAt + at + lastsMs,
  }))
