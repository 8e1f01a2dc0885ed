import type { Addresses } from './addresses.ts'
import type { PartName, Parts, StackPart } from './part-kinds.ts'
import type { Report } from './report.ts'
import type { StackSettings } from './settings.ts'
import { stopInOrder } from './shutdown.ts'
import { lastLines, lastWords, logFileOf } from './supervisor/logs.ts'
import { type Part, supervisedPart, WrongSettingsOfPart } from './supervisor/part.ts'
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
  const informGateway = () => {
    const gateway = parts.get('gateway')?.process()
    if (gateway?.connected) gateway.send({ starting }, () => undefined)
  }
  const publish = () => {
    if (published) writeStackFile(settings.folder, contentOf(settings, addresses, parts))
  }
  const events = {
    launched: (name: string) => {
      if (name === 'gateway') informGateway()
      publish()
    },
    ended: report.ended,
    gaveUp: (name: string) => {
      if (isUp) report.gaveUp(name, lastWords(logFileOf(settings.folder, name)))
    },
  }
  const parts: Parts = new Map(
    definitions.map((definition) => [definition.name, supervisedPart(definition, events)]),
  )
  return {
    start: async () => {
      const stores = new Set<PartName>(definitions.map(({ name }) => name).filter(isStore))
      await startInOrder(definitions, parts, async (part) => {
        await startAndReport(part, settings.folder, report)
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

const isStore = (name: PartName) => name === 'postgres' || name === 'eventStore'

/** Starts each part as soon as its dependencies are ready. */
async function startInOrder(
  definitions: readonly StackPart[],
  parts: Parts,
  startOne: (part: Part<PartName>) => Promise<void>,
) {
  const started = new Map<PartName, Promise<void>>()
  for (const { name, after } of definitions) {
    const part = parts.get(name)
    const needed = Promise.all(after.map(async (other) => started.get(other)))
    if (part !== undefined)
      started.set(
        name,
        needed.then(() => startOne(part)),
      )
  }
  await Promise.all(started.values())
}

async function startAndReport(part: Part<PartName>, folder: string, report: Report) {
  const since = Date.now()
  try {
    await part.start()
  } catch (error) {
    const log = logFileOf(folder, part.name)
    if (error instanceof WrongSettingsOfPart) throw new WrongSettingsOfPart(lastWords(log))
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}; its log ${log} ends with:\n${lastLines(log, 12)}`, { cause: error })
  }
  report.ready(part.name, Date.now() - since)
}

function contentOf(
  { providers, attemptDeadlineSeconds, sanctionSources }: StackSettings,
  addresses: Addresses,
  parts: Parts,
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
  const pids = [...parts.values()].flatMap((part) => {
    const pid = part.process()?.pid
    return pid === undefined ? [] : [[part.name, pid] as const]
  })
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
    pids: Object.fromEntries(pids),
  }
}
