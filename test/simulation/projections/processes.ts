import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'
import { Registry } from 'prom-client'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import type { ProjectionDefinition } from '#projections/runtime/definition.ts'
import { createProjectionMetrics } from '#projections/runtime/metrics.ts'
import { startProjection } from '#projections/runtime/projection.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import type { Story } from '../story.ts'
import type { Process, VirtualTime } from '../world/time.ts'
import type { SimulatedServer } from './database/server.ts'
import type { Errand, Interruption, Plan } from './plan.ts'

export interface Company {
  readonly plan: Plan
  readonly time: VirtualTime
  readonly story: Story
  readonly vault: Vault
  readonly database: SimulatedServer
  /** The log, for the process that asks. */
  readonly openLog: (logger: Logger) => EventStore
  readonly report: (fault: string) => void
}

export const nameOf = (instance: number) => `instance ${instance}`

const DATABASE_URL = 'postgres://simulated/sarraf'
const SERVING = 'read_model'

/** Of a program that a later release brings: it builds its tables from the beginning. */
const newer: ProjectionDefinition = {
  ...readModels,
  projectorVersions: Object.fromEntries(
    Object.entries(readModels.projectorVersions).map(([name, version]) => [name, version + 1]),
  ),
}

type End = Pick<Interruption, 'how' | 'lastsMs'>

/** The processes of the projections, and those of operators, with what happens to them. */
export function processesOf(company: Company) {
  const { plan, time, story, vault, database, openLog, report } = company
  const living = new Map<Process, () => void>()
  const outside = AsyncLocalStorage.snapshot()
  let errandsUnderWay = 0

  function begin(name: string, clockOffsetMs: number, work: () => void, again: () => void) {
    const process: Process = {
      name,
      isAlive: true,
      isStopping: false,
      suspendedUntil: 0,
      clockOffsetMs,
    }
    living.set(process, again)
    time.within(process, work)
    return process
  }

  function start(instance: number) {
    const planned = plan.instances[instance]
    if (planned === undefined) return
    const name = nameOf(instance)
    const logger = loggerOf(name, story)
    const work = () => {
      const eventStore = openLog(logger)
      startProjection({
        definition: planned.isNewer ? newer : readModels,
        databaseUrl: DATABASE_URL,
        eventStore,
        vault,
        logger,
        metrics: createProjectionMetrics(new Registry(), eventStore.headOfLog),
        maxBatch: plan.maxBatch,
      })
    }
    begin(name, planned.clockOffsetMs, work, () => start(instance))
  }

  function run(errand: Errand) {
    const name = `operator who ${errand.what}`
    const logger = loggerOf(name, story)
    errandsUnderWay += 1
    const process: Process = begin(
      name,
      0,
      () => {
        rebuildTables(errand, logger).then(
          (outcome) => ended(`${name}: ${outcome}`),
          (error: unknown) => ended(`${name}: ${String(error)}`),
        )
      },
      () => run(errand),
    )
    function ended(what: string) {
      if (!living.delete(process)) return
      errandsUnderWay -= 1
      story.tell(what)
    }
  }

  async function rebuildTables({ what }: Errand, logger: Logger) {
    const { outcome, comparison } = await rebuild(
      {
        definition: readModels,
        databaseUrl: DATABASE_URL,
        eventStore: openLog(logger),
        vault,
        logger,
      },
      {
        serving: SERVING,
        from: what === 'goes back' ? 'previous' : 'next',
        acceptDifferences: false,
        stop: new AbortController().signal,
        watch: { enter: () => undefined, move: () => undefined },
      },
    )
    const differences = comparison?.differences ?? 0
    if (differences > 0)
      report(`a rebuild finds ${differences} differences: ${JSON.stringify(comparison?.examples)}`)
    return outcome
  }

  function interrupt(process: Process, { how, lastsMs }: End) {
    const again = living.get(process)
    if (again === undefined) return
    story.tell(`${process.name} ${how} for ${lastsMs} ms`)
    if (how === 'is suspended') {
      process.suspendedUntil = time.now() + lastsMs
      return
    }
    process.isAlive = false
    living.delete(process)
    if (process.name.startsWith('operator')) errandsUnderWay -= 1
    outside(() => {
      if (how === 'dies')
        time.after(2, () => {
          for (const session of database.sessionsOf(process)) database.end(session)
        })
      time.after(lastsMs, again)
    })
  }

  for (const [instance, { startsAt }] of plan.instances.entries())
    time.after(startsAt, () => start(instance))
  for (const one of plan.interruptions) {
    time.after(one.at, () => {
      const process = [...living.keys()].find(({ name }) => name === nameOf(one.instance))
      if (process !== undefined) interrupt(process, one)
    })
  }
  for (const errand of plan.errands) time.after(errand.at, () => run(errand))

  return { interrupt, isBusy: () => errandsUnderWay > 0 }
}

function loggerOf(name: string, story: Story): Logger {
  return pino({ level: 'info' }, { write: (line) => story.tell(`${name} ${wordsOf(line)}`) })
}

function wordsOf(line: string): string {
  const said: { msg?: string; reason?: string; failure?: string; err?: { message?: string } } =
    JSON.parse(line)
  const why = said.reason ?? said.failure ?? said.err?.message
  return why === undefined ? `${said.msg}` : `${said.msg}: ${why}`
}
