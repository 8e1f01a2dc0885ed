import * as fc from 'fast-check'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import type { EventStore, NewEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { happen, histories } from '#test/projections/histories.ts'
import type { HistoryLog } from '#test/projections/history-steps.ts'
import { COMPANY } from '#test/projections/samples.ts'
import { encoded } from '#test/support/stored-events.ts'
import type { Random } from '../world/random.ts'
import type { VirtualTime } from '../world/time.ts'
import { BUSY_FOR_MS, type Plan } from './plan.ts'

/** Events come in bursts. */
const AT_ONCE = 0.6
const SOON_MS = 5

interface Written {
  readonly plan: Plan
  readonly time: VirtualTime
  readonly random: Random
  readonly eventStore: EventStore
  readonly vault: Vault
}

/** What the services write while faults happen: histories as in the tests of the projections, event by event. */
export async function writeHistories({ plan, time, random, eventStore, vault }: Written) {
  const [scripts = []] = fc.sample(histories({ writers: plan.writers, steps: plan.steps }), {
    seed: plan.seed,
    numRuns: 1,
  })
  const events = scripts.reduce((sum, script) => sum + script.length, 0)
  const pauseMs = Math.ceil((2 * BUSY_FOR_MS * scripts.length) / Math.max(events, 1))
  const revisions = new Map<string, bigint>()
  const later = () =>
    new Promise<void>((resolve) => {
      const isAtOnce = random.chance(AT_ONCE)
      time.after(random.integer(0, isAtOnce ? SOON_MS : 2 * pauseMs), resolve)
    })

  async function append(stream: string, event: NewEvent) {
    await later()
    const expected = revisions.get(stream) ?? 'no_stream'
    const { position, revision } = await eventStore.append(stream, [event], expected)
    revisions.set(stream, revision)
    return position
  }

  const log: HistoryLog = {
    append,
    async write<Event extends AnyEvent>(
      family: EventFamily<Event>,
      id: string,
      event: NoInfer<Event>,
      { companyId = COMPANY, ...when } = {},
    ) {
      const stream = `${family.category}-${id}`
      const owner = { purpose: 'customer', person: '10000000146' } as const
      const written = { family, event, stream, companyId, owner, ...when }
      return append(stream, await encoded(vault, written))
    },
  }
  await happen(log, `seed${plan.seed}`, scripts)
}
