import { silentLogger } from '#kernel/platform/process/logger.ts'
import { companies } from '#test/projections/history-steps.ts'
import type { Outcome } from '../outcome.ts'
import { passUntil } from '../pass-until.ts'
import { newStory } from '../story.ts'
import { eventStoreOn } from '../world/event-store.ts'
import { simulate } from '../world/globals.ts'
import { simulatedLog } from '../world/log.ts'
import { type Disturbance, networkOf } from '../world/network.ts'
import { randomFrom } from '../world/random.ts'
import { type VirtualTime, virtualTime } from '../world/time.ts'
import { simulatedVault } from '../world/vault.ts'
import { reach } from './database/client.ts'
import { simulatedServer } from './database/server.ts'
import type { Session } from './database/session.ts'
import { digestOf, faultsInTables, isCaughtUp } from './judge.ts'
import { type Ambush, BUSY_FOR_MS, type Plan, STARTS_AT } from './plan.ts'
import { nameOf, processesOf } from './processes.ts'
import { followLists } from './readers.ts'
import { watch } from './watch.ts'
import { writeHistories } from './writing.ts'

/** Faults have ended by then. */
const CALM_AFTER_MS = BUSY_FOR_MS + 7_000
/** So long everybody may need to have everything right again. */
const RIGHT_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 500
const MOST_FAULTS = 5

/** Plays a plan to its end, and says what was wrong. */
export async function play(plan: Plan): Promise<Outcome> {
  const random = randomFrom(plan.seed)
  const time = virtualTime(STARTS_AT)
  simulate({ time, random })
  const story = newStory(time)
  const found = new Set<string>()
  const report = (fault: string) => {
    if (!found.has(fault)) story.tell(`WRONG ${fault}`)
    found.add(fault)
  }
  const log = simulatedLog()
  const vault = simulatedVault()
  const network = networkOf({ time, random, foreseen: disturbancesOf(plan) })
  const watching = watch(report)
  let statements = 0
  const database = simulatedServer({
    time,
    random,
    happened: (happening) => {
      const { kind, session, schema, checkpoint } = happening
      const who = session.process?.name ?? 'somebody'
      if (kind === 'term') story.tell(`${who} begins a term of ${checkpoint} in ${schema}`)
      watching.happened(happening)
    },
    committed: watching.committed,
    notified: watching.notified,
    crashed: () => story.tell('the database crashes'),
    executed: (session) => ambush(session),
  })
  reach({ server: database, network, time })
  const connected = { log, time, macs: vault.eventMacs }
  const openLog = (logger: typeof silentLogger) => eventStoreOn({ ...connected, network, logger })
  const processes = processesOf({ plan, time, story, vault, database, openLog, report })

  /** Told in the middle of the database's work: what is begun then is not part of it. */
  function ambush(session: Session) {
    statements += 1
    for (const one of plan.ambushes) if (one.statement === statements) spring(one, session)
  }

  function spring({ how, lastsMs }: Ambush, session: Session) {
    const { process } = session
    const soon = (work: () => void) => time.within(undefined, () => time.after(0, work))
    if (how === 'the database crashes') return void soon(() => database.crash(lastsMs))
    if (process === undefined) return undefined
    if (how !== 'loses the answer')
      return void soon(() => processes.interrupt(process, { how, lastsMs }))
    story.tell(`${process.name} loses an answer of the database`)
    const from = time.now()
    const until = from + 1
    return network.disturb({
      peer: 'database',
      process: process.name,
      how: 'losesAnswers',
      from,
      until,
    })
  }

  for (const { at, lastsMs } of plan.databaseCrashes) time.after(at, () => database.crash(lastsMs))
  const undisturbed = networkOf({ time, random, foreseen: [] })
  const eventStore = eventStoreOn({ ...connected, network: undisturbed, logger: silentLogger })
  const writing = writeHistories({ plan, time, random, eventStore, vault })
  const readers = followLists({ time, state: database.state, companies, report })

  let hasWritten = false
  writing.then(
    () => (hasWritten = true),
    (error: unknown) => report(`what is written cannot be: ${String(error)}`),
  )
  const isRight = () =>
    hasWritten && !processes.isBusy() && isCaughtUp(database.state(), log.events().at(-1)?.position)
  await passUntilRight(time, isRight)
  if (!isRight()) report('the tables are not at the end of the log, or an operator still waits')
  await passUntil(time, readers.end())
  const wrong = await passUntil(
    time,
    faultsInTables({ state: database.state(), eventStore, vault }),
  )
  for (const fault of wrong) report(fault)
  for (const { storedAt, stream, revision, type } of log.events())
    story.note(storedAt, `log ${stream.slice(0, 28)}@${revision} ${type}`)
  return {
    faults: [...found].slice(0, MOST_FAULTS),
    steps: time.steps(),
    digest: digestOf(database.state(), log.events()),
    story: story.lines(),
  }
}

async function passUntilRight(time: VirtualTime, isRight: () => boolean) {
  const startsAt = time.now()
  let lookAt = startsAt + CALM_AFTER_MS
  while (time.now() < startsAt + CALM_AFTER_MS + RIGHT_WITHIN_MS) {
    if (!(await time.step())) return
    if (time.now() < lookAt) continue
    if (isRight()) return
    lookAt = time.now() + LOOK_EVERY_MS
  }
}

const disturbancesOf = ({ networkFaults }: Plan): readonly Disturbance[] =>
  networkFaults.map(({ instance, at, lastsMs, ...fault }) => ({
    ...fault,
    process: instance === null ? null : nameOf(instance),
    from: STARTS_AT + at,
    until: STARTS_AT + at + lastsMs,
  }))
