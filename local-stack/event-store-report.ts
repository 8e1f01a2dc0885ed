import { pause } from '#kernel/platform/waiting/timing.ts'

const LOOK_EVERY_MS = 2_000
const REPEAT_AFTER_MS = 60_000

interface Watch {
  /** The address of an event store that is not embedded. */
  readonly elsewhere: string | null
  readonly commandUrl: string
  readonly line: (text: string) => void
  readonly stop: AbortSignal
}

/** While the system starts: says why its event store cannot be used, at once and then every minute. */
export async function reportEventStore(watch: Watch): Promise<void> {
  let said: { readonly reason: string; readonly at: number } | undefined
  while (!watch.stop.aborted) {
    const reason = await reasonNow(watch)
    const isNew =
      said === undefined ||
      withoutDetails(reason) !== withoutDetails(said.reason) ||
      Date.now() - said.at >= REPEAT_AFTER_MS
    if (reason !== undefined && isNew && !watch.stop.aborted) {
      watch.line(`  waiting for the event store: ${reason}`)
      said = { reason, at: Date.now() }
    }
    await pause(LOOK_EVERY_MS, watch.stop)
  }
}

/** The client's own words come last, in brackets. They differ from one attempt to the next. */
const withoutDetails = (reason: string | undefined) => reason?.replace(/ \([^]*\)$/, '')

async function reasonNow({ elsewhere, commandUrl }: Watch): Promise<string | undefined> {
  try {
    const fault = elsewhere === null ? undefined : await faultOf(elsewhere)
    return fault ?? (await anotherLogIn(commandUrl))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The client of the log is loaded only where the log is elsewhere. */
async function faultOf(url: string): Promise<string | undefined> {
  const { diagnose } = await import('#kernel/platform/event-store/diagnose.ts')
  return diagnose(url)
}

/** What the command service says of a log that is not its own. */
async function anotherLogIn(commandUrl: string): Promise<string | undefined> {
  const answer = await fetch(`${commandUrl}/health/ready`).catch(() => undefined)
  return /(?:anotherLog|logSetBack): [^"]*/.exec((await answer?.text()) ?? '')?.[0]
}
