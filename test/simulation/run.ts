import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { askAll, clientsOf, recordsOf } from './clients.ts'
import { notDeletedWithin } from './faults.ts'
import { gatewayTo } from './gateway.ts'
import { instancesOf, nameOf } from './instances.ts'
import { brokenInvariants } from './invariants.ts'
import { watchLeaders } from './leaders.ts'
import { decideAll } from './operator.ts'
import type { Moments, Outcome } from './outcome.ts'
import { passUntil } from './pass-until.ts'
import { BUSY_FOR_MS, type Plan } from './plan.ts'
import { unequalFolds } from './second-fold.ts'
import { companies, publishedLists } from './setup.ts'
import { newStory } from './story.ts'
import { wronglyListed } from './waiting.ts'
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

/** So many things of one moment have an order by chance. */
const TURNS = 7

/** Plays a plan to its end, on what was recorded before, and says what was wrong. */
export async function play(plan: Plan, before: readonly StoredEvent[]): Promise<Outcome & Moments> {
  const random = randomFrom(plan.seed)
  const turns = randomFrom(plan.seed)
  const turn = plan.isInAnyOrder ? () => turns.integer(0, TURNS) : undefined
  const time = virtualTime(plan.startsAt, turn)
  simulate({ time, random })
  const story = newStory(time)
  const log = simulatedLog(before)
  const vault = simulatedVault()
  const leaders = watchLeaders(time.now)
  /** Of each event. */
  const writers: string[] = log.events().map(() => 'nobody here')
  const network = networkOf({ time, random, foreseen: disturbancesOf(plan) })
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
    told: story.tell,
    appends: leaders.writes,
    appended(process) {
      while (writers.length < log.events().length) writers.push(process?.name ?? 'an operator')
      ambush('append')(process)
    },
    executed: (process) => ambush('statement')(process),
  }
  const { up, ambush, counts, ambushedUntil } = instancesOf(plan, world, story)
  time.after(CALM_AFTER_MS, () => {
    for (const { heal } of Object.values(providers)) heal()
  })
  time.after(plan.listChangesAt, () => void publishList(world))
  const send = gatewayTo(up, { time, random })
  const clients = clientsOf(plan.clients, { world, send, story })
  // An ambush waits for an append, which may come late.
  const asked = { append: 0, statement: 0 }
  const endsAt = () => calmSince(plan, ambushedUntil()) + QUIET_FOR_MS
  while (time.now() < endsAt() || !clients.haveEnded()) {
    if (!clients.haveEnded()) Object.assign(asked, counts)
    if (time.now() > endsAt() + QUIET_FOR_MS || !(await time.step())) break
  }
  const ended = clients.haveEnded() ? await clients.all : undefined
  const deletedLater = notDeletedWithin(QUIET_FOR_MS, log.events())
  const recordsIn = (companyId: string) => recordsOf(world, companyId)
  const documents = companies.flatMap((companyId) => recordsIn(companyId).documents.all)
  const asking = askAll(send, documents, deletedLater)
  const queried = await passUntil(time, asking)
  await passUntil(time, passedIn(time, ambushedUntil() - time.now()))
  const listed = await wronglyListed(world)
  const undecided = await passUntil(time, decideAll(world, documents))
  const unequal = await passUntil(
    time,
    unequalFolds({ ...world, random }, up, clients.keys, plan.clients),
  )
  const events = log.events().slice(before.length)
  const { answered } = clients
  const refsOf = (idNo: string) =>
    companies.map((companyId) => vault.pseudonym('person', companyId, idNo))
  const faults =
    ended === undefined
      ? ['a client was never answered']
      : await brokenInvariants({
          ended,
          events,
          recordsOf: recordsIn,
          answered,
          plan,
          queried,
          unequal,
          twoAtOnce: leaders.twoAtOnce(),
          listed,
          undecided,
          calmSince: calmSince(plan, ambushedUntil()),
          world,
          refsOf,
          ...providers,
        })
  const asksBank = plan.clients.some(({ wants }) => wants === 'the bank’s bookings')
  for (const [index, { stream, revision, type, storedAt }] of events.entries()) {
    if (stream.startsWith('bank') && !asksBank) continue
    const by = writers[before.length + index]
    story.note(storedAt, `log ${stream.slice(0, 28)}@${revision} ${type} (${by})`)
  }
  return {
    faults,
    steps: time.steps(),
    digest: digestOf(events),
    story: story.lines(),
    appends: asked.append,
    statements: asked.statement,
  }
}

/** An ambush may have waited for the last questions, and what is asked behind them has its time to be answered. */
const passedIn = ({ after }: VirtualTime, restMs: number) =>
  new Promise<void>((resolve) => void after(restMs > 0 ? restMs + SETTLES_IN_MS : 0, resolve))

const providersIn = (world: ProviderWorld) => ({
  integrator: simulatedIntegrator(world),
  bank: simulatedBank(world, BUSY_FOR_MS),
  register: simulatedRegister(world),
})

/** When the last thing that was to go wrong is over. */
const calmSince = ({ startsAt, interruptions, networkFaults }: Plan, ambushedUntil: number) =>
  Math.max(
    ambushedUntil,
    startsAt + CALM_AFTER_MS,
    ...[...interruptions, ...networkFaults].map(({ at, lastsMs }) => startsAt + at + lastsMs),
  )

/** As an operator's program does, which has a network of its own. */
async function publishList({ time, log, vault, appended }: World) {
  const network = networkOf({ time, random: randomFrom(1), foreseen: [] })
  const macs = vault.eventMacs
  const eventStore = eventStoreOn({ time, log, network, macs, logger: silentLogger, appended })
  await importList({ eventStore, vault, now: time.now }, publishedLists[1])
}

const disturbancesOf = ({ networkFaults, startsAt }: Plan): readonly Disturbance[] =>
  networkFaults.map(({ instance, at, lastsMs, ...fault }) => ({
    ...fault,
    process: instance === null ? null : nameOf(instance),
    from: startsAt + at,
    until: startsAt + at + lastsMs,
  }))
