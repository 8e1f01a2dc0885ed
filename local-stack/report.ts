/** What whoever ran `npm start` gets to read; the parts' own logs are files. */
export interface Report {
  readonly line: (text: string) => void
  readonly ready: (part: string, tookMs: number) => void
  readonly ended: (part: string, how: string, times: number) => void
}

/** A part that keeps failing is mentioned at first, then once in a while. */
const MENTION_FIRST = 3
const MENTION_EVERY = 60

export function reportTo(output: NodeJS.WritableStream): Report {
  const line = (text: string) => void output.write(`${text}\n`)
  return {
    line,
    ready: (part, tookMs) => line(`  ${part} is ready (${(tookMs / 1_000).toFixed(1)} s)`),
    ended: (part, how, times) => {
      if (times > MENTION_FIRST && times % MENTION_EVERY !== 0) return
      line(`  ${part} has ended (${how}); it is started again`)
    },
  }
}
