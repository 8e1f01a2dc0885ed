import { AsyncLocalStorage } from 'node:async_hooks'
import { lost, type Upstream } from './gateway.ts'
import type { Interruption, Plan } from './plan.ts'
import type { Story } from './story.ts'
import { startInstance, type World } from './world/instance.ts'
import type { Process } from './world/time.ts'

const RESTARTED_AFTER_MS = 1_000

export const nameOf = (instance: number) => `instance ${instance}`

/** Starts the instances, and lets happen to them what is planned. */
export function instancesOf(plan: Plan, world: World, story: Story) {
  const { time } = world
  const up = new Set<Upstream>()
  const stopping = new Map<Process, Upstream>()
  const living = new Map<number, Process>()
  const gone = new Set<number>()
  const outside = AsyncLocalStorage.snapshot()

  function start(instance: number) {
    const process: Process = {
      name: nameOf(instance),
      isAlive: true,
      isStopping: false,
      suspendedUntil: 0,
      clockOffsetMs: plan.clockOffsetsMs[instance] ?? 0,
    }
    living.set(instance, process)
    time
      .within(process, () => startInstance(world))
      .then(
        (started) => {
          if (process.isAlive) up.add({ ...started, process, awaited: new Set() })
          return story.tell(`${process.name} is ready`)
        },
        (error: unknown) => {
          story.tell(`${process.name} does not start: ${String(error)}`)
          process.isAlive = false
          time.within(undefined, () => time.after(RESTARTED_AFTER_MS, () => start(instance)))
        },
      )
  }

  /** An instance with a name of its own takes the place of the last one. */
  function replace() {
    if (up.size > 0 || [...living.values()].some(({ isAlive }) => isAlive)) return
    start(Math.max(...living.keys()) + 1)
  }

  function interrupt({ instance, how, lastsMs }: Omit<Interruption, 'at'>) {
    const process = living.get(instance)
    if (process?.isAlive !== true) return
    story.tell(`${process.name} ${how} for ${lastsMs} ms`)
    if (how === 'is suspended') {
      process.suspendedUntil = time.now() + lastsMs
      return
    }
    if (how === 'dies for good') gone.add(instance)
    const upstream = stopping.get(process) ?? [...up].find((one) => one.process === process)
    const over = () => end(process, upstream, { instance, lastsMs })
    if (how !== 'stops' || upstream === undefined) return over()
    if (stopping.has(process)) return
    up.delete(upstream)
    process.isStopping = true
    stopping.set(process, upstream)
    void time.within(process, () => upstream.stop().then(over, over))
  }

  function end(
    process: Process,
    upstream: Upstream | undefined,
    { instance, lastsMs }: Pick<Interruption, 'instance' | 'lastsMs'>,
  ) {
    if (!process.isAlive) return
    process.isAlive = false
    stopping.delete(process)
    if (upstream !== undefined) up.delete(upstream)
    for (const answer of upstream?.awaited ?? []) answer(lost())
    outside(() => time.after(lastsMs, () => (gone.has(instance) ? replace() : start(instance))))
  }

  const counts = { append: 0, statement: 0 }
  let ambushedUntil = time.now()
  const begins = plan.startsAt + Math.min(...plan.clients.map(({ at }) => at))

  /** Told in the middle of an instance's work: what is begun then is not part of it. */
  const ambush = (after: keyof typeof counts) => (process: Process | undefined) => {
    const [instance] = [...living].find(([, one]) => one === process) ?? []
    const now = time.now()
    if (process === undefined || instance === undefined || now < begins) return
    counts[after] += 1
    for (const { how, lastsMs, ...when } of plan.ambushes) {
      if (when[after] !== counts[after]) continue
      ambushedUntil = Math.max(ambushedUntil, now + lastsMs)
      if (how === 'dies' || how === 'is suspended') {
        interrupt({ instance, how, lastsMs })
        continue
      }
      const peer = after === 'append' ? 'log' : 'database'
      story.tell(`${peer} ${how} for ${lastsMs} ms (${instance})`)
      const until = now + lastsMs
      world.network.disturb({ peer, process: process.name, how, from: now, until })
    }
  }

  for (const instance of plan.clockOffsetsMs.keys()) start(instance)
  for (const one of plan.interruptions) time.after(one.at, () => interrupt(one))
  return { up, ambush, counts, ambushedUntil: () => ambushedUntil }
}
