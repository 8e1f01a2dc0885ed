import type { Addresses } from './addresses.ts'
import { type PartName, type Parts, partsIn, type StackPart } from './part-kinds.ts'
import type { Report } from './report.ts'
import type { StackSettings } from './settings.ts'
import { stopInOrder } from './shutdown.ts'
import { lastFailure, lastLines, lastWords, logFileOf } from './supervisor/logs.ts'
import {
  type Part,
  type PartEvents,
  supervisedPart,
  WrongSettingsOfPart,
} from './supervisor/part.ts'
import { readyOnce } from './supervisor/ready-once.ts'
import { removeStackFile, writeStackFile } from './supervisor/stack-file.ts'

export interface Stack {
  /** Resolves when every part is ready. The stack file is there as soon as the stores are: commands mend what keeps the others. */
  readonly start: () => Promise<void>
  /** Reports to the gateway what the start still waits for; empty when it is complete. */
  readonly announce: (starting: readonly string[]) => void
  readonly stop: () => Promise<void>
}

/** All parts as one unit that starts, stays up and stops. */
export function stackOf(
  definitions: readonly StackPart[],
  {
    settings,
    addresses,
    report,
  }: { settings: StackSettings; addresses: Addresses; report: Report },
): Stack {
  let published = false
  let isUp = false
  let starting: readonly string[] = ['start']
  const refused = new Map<string, string>()
  const wasReady = readyOnce(settings.folder, settings)
  const informGateway = () => {
    const gateway = parts.get('gateway')?.process()
    const waiting = Array.from(refused, ([part, reason]) => `${part}: ${reason}`)
    if (gateway?.connected) gateway.send({ starting, waiting }, () => undefined)
  }
  const publish = () => {
    if (!published) return
    const pids = pidsOf(definitions, parts)
    writeStackFile(settings.folder, { ...contentOf(settings, addresses), pids })
  }
  const launched = (name: string) => {
    if (name === 'gateway') informGateway()
    publish()
  }
  const parts: Parts = new Map(
    definitions.map((definition) => {
      const reporting = { folder: settings.folder, report, isUp: () => isUp }
      const exits = reportedExits(definition, reporting)
      const events = { launched, ...exits, ...keptRefusals(refused, informGateway, reporting) }
      return [definition.name, supervisedPart(definition, events, wasReady)]
    }),
  )
  return {
    start: async () => {
      const stores = new Set<PartName>(definitions.map(({ name }) => name).filter(isStore))
      await startInOrder(definitions, parts, async (part, definition) => {
        await startAndReport(part, { folder: settings.folder, report, names: partsIn(definition) })
        stores.delete(part.name)
        if (stores.size > 0 || published) return
        published = true
        publish()
      })
      isUp = true
    },
    announce: (next) => {
      starting = next
      informGateway()
    },
    stop: async () => {
      published = false
      isUp = false
      await stopInOrder(parts, report)
      removeStackFile(settings.folder)
    },
  }
}

interface Reporting {
  readonly folder: string
  readonly report: Report
  readonly isUp: () => boolean
}

/** Each part of a process by its name. */
const reportedExits = (
  definition: StackPart,
  { folder, report, isUp }: Reporting,
): Pick<PartEvents, 'ended' | 'gaveUp'> => ({
  ended: (_, how, times) => {
    const names = partsIn(definition)
    const reason = names.flatMap((name) => lastFailure(logFileOf(folder, name)) ?? [])[0]
    for (const name of names) report.ended(name, { how, reason, times })
  },
  gaveUp: (log) => {
    if (!isUp()) return
    for (const name of partsIn(definition)) report.gaveUp(name, lastWords(logFileOf(folder, log)))
  },
})

/** Keeps why a part cannot run now, until it can. */
const keptRefusals = (
  refused: Map<string, string>,
  changed: () => void,
  { folder, report }: Reporting,
): Pick<PartEvents, 'refused' | 'ready'> => ({
  refused(name) {
    const reason = lastWords(logFileOf(folder, name))
    refused.set(name, reason)
    report.refused(name, reason)
    changed()
  },
  ready(name) {
    refused.delete(name)
    changed()
  },
})

const isStore = (name: PartName) => name === 'postgres' || name === 'eventStore'

/** Starts each part as soon as its dependencies are ready. */
async function startInOrder(
  definitions: readonly StackPart[],
  parts: Parts,
  startOne: (part: Part<PartName>, definition: StackPart) => Promise<void>,
) {
  const started = new Map<PartName, Promise<void>>()
  for (const definition of definitions) {
    const { name, after } = definition
    const part = parts.get(name)
    const needed = Promise.all(after.map(async (other) => started.get(other)))
    if (part !== undefined)
      started.set(
        name,
        needed.then(() => startOne(part, definition)),
      )
  }
  await Promise.all(started.values())
}

interface StartedPart {
  readonly folder: string
  readonly report: Report
  /** Its own name, or those of the parts that share it. */
  readonly names: readonly PartName[]
}

async function startAndReport(part: Part<PartName>, { folder, report, names }: StartedPart) {
  const since = Date.now()
  try {
    await part.start()
  } catch (error) {
    const own = logFileOf(folder, part.name)
    if (error instanceof WrongSettingsOfPart) throw new WrongSettingsOfPart(lastWords(own))
    const reason = error instanceof Error ? error.message : String(error)
    const logs = new Set([own, ...names.map((name) => logFileOf(folder, name))])
    const ends = [...logs].map((log) => `its log ${log} ends with:\n${lastLines(log, 12)}`)
    throw new Error(`${reason}; ${ends.join('\n')}`, { cause: error })
  }
  for (const name of names) report.ready(name, Date.now() - since)
}

/** A process stands there under the name of each part in it. */
function pidsOf(definitions: readonly StackPart[], parts: Parts): Readonly<Record<string, number>> {
  const pids = definitions.flatMap((definition) => {
    const pid = parts.get(definition.name)?.process()?.pid
    return pid === undefined ? [] : partsIn(definition).map((name) => [name, pid] as const)
  })
  return Object.fromEntries(pids)
}

function contentOf(
  { providers, attemptDeadlineSeconds, sanctionSources }: StackSettings,
  addresses: Addresses,
) {
  const {
    baseUrl,
    commandUrl,
    queryUrl,
    eventStoreUrl,
    databaseUrl,
    databases,
    sandboxUrl,
    feedUrl,
    kafkaBrokers,
  } = addresses
  return {
    baseUrl,
    commandUrl,
    queryUrl,
    eventStoreUrl,
    databaseUrl,
    databases,
    sandboxUrl,
    integratorUrl: providers.INTEGRATOR_URL ?? sandboxUrl,
    attemptDeadlineSeconds,
    sanctionSources,
    kafkaBrokers,
    feedUrl,
  }
}
