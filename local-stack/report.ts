/** The output of `npm start`; the parts' own logs are files. */
export interface Report {
  readonly line: (text: string) => void
  readonly ready: (part: string, tookMs: number) => void
  readonly stopped: (part: string, tookMs: number) => void
  readonly ended: (part: string, exit: Exit) => void
  readonly gaveUp: (part: string, reason: string) => void
  readonly refused: (part: string, reason: string) => void
  readonly welcome: (started: Started) => void
}

interface Exit {
  readonly how: string
  /** As its log says it. */
  readonly reason: string | undefined
  /** How often in a row it exited soon after its start. */
  readonly times: number
}

interface Started {
  readonly baseUrl: string
  readonly tookMs: number
  /** Whether the demo company is in. */
  readonly demo: boolean
}

/** A part that fails repeatedly is reported the first times, then occasionally. */
const MENTION_FIRST = 3
const MENTION_EVERY = 60
const SLOW_STOP_MS = 2_000

export function reportTo(output: NodeJS.WritableStream): Report {
  const line = (text: string) => void output.write(`${text}\n`)
  return {
    line,
    ready: (part, tookMs) => line(`  ${part} is ready (${seconds(tookMs)})`),
    stopped: (part, tookMs) => {
      if (tookMs >= SLOW_STOP_MS) line(`  ${part} took ${seconds(tookMs)} to stop`)
    },
    ended: (part, { how, reason, times }) => {
      if (times > MENTION_FIRST && times % MENTION_EVERY !== 0) return
      const because = reason === undefined ? '' : `: ${reason}`
      line(`  ${part} exited (${how})${because}; restarting it`)
    },
    gaveUp: (part, reason) => line(`  ${part} has ended and is not started again: ${reason}`),
    refused: (part, reason) => line(`  ${part} cannot run now, and is tried again: ${reason}`),
    welcome: ({ baseUrl, tookMs, demo }) => {
      line(`  all of it took ${seconds(tookMs)}`)
      // Programs that start the system wait for this line.
      line(`ready: ${baseUrl}`)
      line('')
      line(demo ? FIRST_STEP_OF_DEMO : FIRST_STEP)
      line(`  ${baseUrl}/docs   the API, and requests to try`)
      line(`  ${baseUrl}/audit  who did what`)
      line(`  ${baseUrl}/console  the day of a company`)
    },
  }
}

const FIRST_STEP_OF_DEMO = '  npm run demo   in a second terminal: a day at the counter'
const FIRST_STEP =
  '  npm run operator -- import FILE   your companies, prices and customers (docs/import.md)'

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
