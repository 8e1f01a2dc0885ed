import { AsyncLocalStorage } from 'node:async_hooks'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Answer } from '#test/support/system-client.ts'
import { type DocumentInLog, documentsAmong } from '#test/system/answers/documents-in-log.ts'
import type { Told } from '#test/system/answers/obedient-client.ts'
import { faultsOf } from './faults.ts'
import type { Answered } from './faults-in-log.ts'
import { gatewayTo, lost, type Upstream } from './gateway.ts'
import { BUSY_FOR_MS, type Interruption, type Plan, type PlannedClient } from './plan.ts'
import { COMPANY_ID, passUntil } from './setup.ts'
import { newStory, type Story } from './story.ts'
import { pursue } from './wishes.ts'
import { simulatedDatabase } from './world/database.ts'
import { simulate } from './world/globals.ts'
import { startInstance, type World } from './world/instance.ts'
import { simulatedIntegrator } from './world/integrator.ts'
import { digestOf, simulatedLog } from './world/log.ts'
import { networkOf } from './world/network.ts'
import { randomFrom } from './world/random.ts'
import { type Process, virtualTime } from './world/time.ts'
import { simulatedVault } from './world/vault.ts'

export interface Outcome {
  /** What may not be; empty when all is well. */
  readonly faults: readonly string[]
  readonly steps: number
  /** Of the log: the same seed gives the same one. */
  readonly digest: string
  readonly story: readonly string[]
}

export interface Ended {
  readonly client: PlannedClient
  /** Of each step. */
  readonly told: readonly Told[]
}

type Send = ReturnType<typeof gatewayTo>

/** Faults have ended by then, and the last client has given up. */
const CALM_AFTER_MS = BUSY_FOR_MS + 20_000
const QUIET_FOR_MS = 30_000
const RESTARTED_AFTER_MS = 1_000

/** Plays a plan to its end, on what was recorded before, and says what was wrong. */
export async function play(plan: Plan, before: readonly StoredEvent[]): Promise<Outcome> {
  const random = randomFrom(plan.seed)
  const time = virtualTime(plan.startsAt)
  simulate({ time, random })
  const story = newStory(time)
  const log = simulatedLog(before)
  const vault = simulatedVault()
  const { startsAt } = plan
  const network = networkOf({
    time,
    random,
    disturbances: plan.networkFaults.map(({ instance, at, lastsMs, ...fault }) => ({
      ...fault,
      process: instance === null ? null : nameOf(instance),
      from: startsAt + at,
      until: startsAt + at + lastsMs,
    })),
  })
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
  const documents = () => documentsAmong(log.events(), { vault, companyId: COMPANY_ID })
  const uuidOf = (voucherId: string) =>
    log
      .stream(`expenseVoucher-${voucherId}`)
      .flatMap(({ data: { uuid } }) => (typeof uuid === 'string' ? [uuid] : []))
      .at(-1)
  const answered: Answered[] = []
  const keysSent = new Set<number>()
  let toldSoFar = 0
  const clients = plan.clients.map(async (client): Promise<Ended> => {
    const { place } = client
    const counter = {
      key: crypto.randomUUID(),
      send: async (request: Parameters<typeof send>[0]) => {
        const answer = await send(request)
        const isRepeated = client.hasKey && (client.clicksTwice || keysSent.has(place))
        keysSent.add(place)
        answered.push({ ...answeredBy(answer), isRepeated })
        story.tell(`client ${place} (${client.wants}) ← ${answer.status} ${wordsOf(answer)}`)
        return answer
      },
      lists: (kind: 'voucher' | 'invoice', idNo: string, id: string | null | undefined) => {
        const there = documents()
          .of(kind, idNo)
          .filter(({ stage }) => stage === 'there')
        return id == null ? there.length > 0 : there.some((one) => one.id === id)
      },
      voucherOf: (idNo: string) => documents().of('voucher', idNo)[0]?.id,
      codeFor: (id: string) => integrator.books.get(uuidOf(id) ?? '')?.code ?? undefined,
    }
    await new Promise<void>((resolve) => void time.after(client.at, resolve))
    const told = await pursue(client, counter)
    story.tell(
      `client ${place} (${client.wants}) heard at last: ${told.map(({ last }) => last).join()}`,
    )
    toldSoFar += 1
    return { client, told }
  })
  const all = Promise.all(clients)
  all.catch(() => undefined)
  const endsAt = startsAt + CALM_AFTER_MS + QUIET_FOR_MS
  while (time.now() < endsAt || toldSoFar < plan.clients.length) {
    if (time.now() > endsAt + QUIET_FOR_MS || !(await time.step())) break
  }
  const ended = toldSoFar === plan.clients.length ? await all : undefined
  await passUntil(time, askAll(send, documents().all))
  const events = log.events().slice(before.length)
  const faults =
    ended === undefined
      ? ['a client was never answered']
      : faultsOf({ ended, events, documents: documents(), integrator, vault, answered, plan })
  for (const event of events)
    story.note(event.storedAt, `log ${event.stream.slice(0, 28)}@${event.revision} ${event.type}`)
  return { faults, steps: time.steps(), digest: digestOf(events), story: story.lines() }
}

/** Somebody looks at each voucher in the end: the status asks the integrator about an unknown outcome. */
async function askAll(send: Send, documents: readonly DocumentInLog[]) {
  for (const { kind, id } of documents) {
    if (kind === 'voucher')
      await send({ method: 'GET', path: `/v1/expenses/${id}/e-document/status` })
  }
}

const answeredBy = ({ status, headers, requestId, error }: Answer) => ({
  requestId,
  isForLater: status === 503 && headers['retry-after'] !== undefined,
  message: error?.message ?? '',
})

const nameOf = (instance: number) => `instance ${instance}`

function wordsOf({ error, headers }: Answer): string {
  if (error === undefined) return ''
  const named = error.details.flatMap(({ field, rule, existingId = '' }) => [
    field,
    rule,
    existingId,
  ])
  const wait = headers['retry-after']
  return [
    error.code,
    ...named,
    ...(wait === undefined ? [] : [`later: ${wait.toString()} s`]),
  ].join(' ')
}

/** Starts the instances, and lets happen to them what is planned. */
function instancesOf(plan: Plan, world: World, story: Story) {
  const { time } = world
  const up = new Set<Upstream>()
  const living = new Map<number, Process>()
  const outside = AsyncLocalStorage.snapshot()

  function start(instance: number) {
    const process: Process = {
      name: nameOf(instance),
      isAlive: true,
      suspendedUntil: 0,
      clockOffsetMs: plan.clockOffsetsMs[instance] ?? 0,
    }
    living.set(instance, process)
    time
      .within(process, () => startInstance(world))
      .then(
        (server) => {
          if (process.isAlive) up.add({ process, server, awaited: new Set() })
          return story.tell(`${process.name} is ready`)
        },
        (error: unknown) => {
          story.tell(`${process.name} does not start: ${String(error)}`)
          process.isAlive = false
          time.within(undefined, () => time.after(RESTARTED_AFTER_MS, () => start(instance)))
        },
      )
  }

  function interrupt({ instance, how, lastsMs }: Omit<Interruption, 'at'>) {
    const process = living.get(instance)
    if (process?.isAlive !== true) return
    story.tell(`${process.name} ${how} for ${lastsMs} ms`)
    if (how === 'is suspended') {
      process.suspendedUntil = time.now() + lastsMs
      return
    }
    process.isAlive = false
    for (const upstream of up) {
      if (upstream.process !== process) continue
      up.delete(upstream)
      for (const answer of upstream.awaited) answer(lost())
    }
    outside(() => time.after(lastsMs, () => start(instance)))
  }

  /** Told in the middle of an instance's work: what is begun then is not part of it. */
  let appends = 0
  function ambush(process: Process | undefined) {
    appends += 1
    const [instance] = [...living].find(([, one]) => one === process) ?? []
    const now = time.now()
    if (process === undefined || instance === undefined) return
    for (const { append, how, lastsMs } of plan.ambushes) {
      if (append !== appends) continue
      if (how === 'dies' || how === 'is suspended') {
        interrupt({ instance, how, lastsMs })
        continue
      }
      story.tell(`log ${how} for ${lastsMs} ms (${instance})`)
      const until = now + lastsMs
      world.network.disturb({ peer: 'log', process: process.name, how, from: now, until })
    }
  }

  for (const instance of plan.clockOffsetsMs.keys()) start(instance)
  for (const one of plan.interruptions) time.after(one.at, () => interrupt(one))
  return { up, ambush }
}
