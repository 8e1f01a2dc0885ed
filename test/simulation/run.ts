import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { askAll, clientsOf, recordsOf } from './clients.ts'
import { notDeletedWithin } from './faults.ts'
import { gatewayTo } from './gateway.ts'
import { instancesOf, nameOf } from './instances.ts'
import { brokenInvariants } from './invariants.ts'
import type { Outcome } from './outcome.ts'
import { passUntil } from './pass-until.ts'
import { BUSY_FOR_MS, type Plan } from './plan.ts'
import { unequalFolds } from './second-fold.ts'
import { COMPANY_ID, publishedLists } from './setup.ts'
import { newStory } from './story.ts'
import { simulatedBank } from './world/bank.ts'
import { simulatedDatabase } from './world/database.ts'
import { eventStoreOn } from './world/event-store.ts'
import { simulate } from './world/globals.ts'
import type { World } from './world/instance.ts'
import { simulatedIntegrator } from './world/integrator.ts'
import { importList } from './world/lists.ts'
import { digestOf, simulatedLog } from './world/log.ts'
import { type Disturbance, networkOf } from './world/network.ts'
import type { ProviderWorld } from './world/provider.ts'
import { randomFrom } from './world/random.ts'
import { readersOf } from './world/readers.ts'
import { simulatedRegister } from './world/register.ts'
import { settings } from './world/settings.ts'
import { type VirtualTime, virtualTime } from './world/time.ts'
import { simulatedVault } from './world/vault.ts'

/** Faults have ended by then, and the last client has given up. */
const CALM_AFTER_MS = BUSY_FOR_MS + 20_000
const QUIET_FOR_MS = 30_000
const SETTLES_IN_MS = 5_000

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
  const providers = providersIn({ time, random, mischief: plan.mischief, told: story.tell })
  const database = simulatedDatabase({
    now: time.now,
    losesAnswers(count) {
      const areLost = plan.lostAnswers.includes(count)
      if (areLost) story.tell('the database dies before the disk has an answer')
      return areLost
    },
  })
  const world: World = {
    time,
    network,
    log,
    database,
    ...providers,
    readers: readersOf({ time, log }, { lagMs: plan.readsLagMs, patienceMs: settings.readWaitMs }),
    vault,
    companyId: COMPANY_ID,
    told: story.tell,
    appended: (process) => ambush(process),
  }
  const { up, ambush, ambushedUntil } = instancesOf(plan, world, story)
  time.after(CALM_AFTER_MS, () => {
    for (const { heal } of Object.values(providers)) heal()
  })
  time.after(plan.listChangesAt, () => void publishList(world))
  const send = gatewayTo(up, { time, random })
  const clients = clientsOf(plan.clients, { world, send, story })
  const endsAt = plan.startsAt + CALM_AFTER_MS + QUIET_FOR_MS
  while (time.now() < endsAt || !clients.haveEnded()) {
    if (time.now() > endsAt + QUIET_FOR_MS || !(await time.step())) break
  }
  const ended = clients.haveEnded() ? await clients.all : undefined
  const deletedLater = notDeletedWithin(QUIET_FOR_MS, log.events())
  const asking = askAll(send, recordsOf(world).documents.all, deletedLater)
  const queried = await passUntil(time, asking)
  await passUntil(time, passedIn(time, ambushedUntil() - time.now()))
  const unequal = await passUntil(
    time,
    unequalFolds({ ...world, random }, up, clients.keys, plan.clients),
  )
  const events = log.events().slice(before.length)
  const { answered } = clients
  const records = recordsOf(world)
  const refOf = (idNo: string) => vault.pseudonym('person', COMPANY_ID, idNo)
  const faults =
    ended === undefined
      ? ['a client was never answered']
      : await brokenInvariants({
          ended,
          events,
          records,
          answered,
          plan,
          queried,
          unequal,
          world,
          refOf,
          ...providers,
        })
  for (const event of events)
    story.note(event.storedAt, `log ${event.stream.slice(0, 28)}@${event.revision} ${event.type}`)
  return { faults, steps: time.steps(), digest: digestOf(events), story: story.lines() }
}

/** An ambush may have waited for the last questions, and what is asked behind them has its time to be answered. */
const passedIn = ({ after }: VirtualTime, restMs: number) =>
  new Promise<void>((resolve) => void after(restMs > 0 ? restMs + SETTLES_IN_MS : 0, resolve))

const providersIn = (world: ProviderWorld) => ({
  integrator: simulatedIntegrator(world),
  bank: simulatedBank(world, BUSY_FOR_MS),
  register: simulatedRegister(world),
})

/** As an operator's program does, which has a network of its own. */
async function publishList({ time, log, vault }: World) {
  const network = networkOf({ time, random: randomFrom(1), disturbances: [] })
  const macs = vault.eventMacs
  const eventStore = eventStoreOn({ time, log, network, macs, logger: silentLogger })
  await importList({ eventStore, vault, now: time.now }, publishedLists[1])
}

const disturbancesOf = ({ networkFaults, startsAt }: Plan): readonly Disturbance[] =>
  networkFaults.map(({ instance, at, lastsMs, ...fault }) => ({
    ...fault,
    process: instance === null ? null : nameOf(instance),
    from: startsAt + at,
    until: startsAt + at + lastsMs,
  }))
