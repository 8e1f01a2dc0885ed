import { jsonLine } from '../cli/json-line.ts'

/** One thing that was looked at. No text holds a password. */
export interface Finding {
  /** What: `PostgreSQL`, `node 10.0.0.1:2113`. */
  readonly subject: string
  /** A warning: it works, but not well, or not for long. */
  readonly verdict: 'ok' | 'warning' | 'fault'
  readonly found: string
  /** What to do. */
  readonly cure?: string
}

export const ok = (subject: string, found: string): Finding => ({ subject, verdict: 'ok', found })

export const warning = (subject: string, found: string, cure: string): Finding => ({
  subject,
  verdict: 'warning',
  found,
  cure,
})

export const fault = (subject: string, found: string, cure?: string): Finding => ({
  subject,
  verdict: 'fault',
  found,
  ...(cure !== undefined && { cure }),
})

/** Whether another clock agrees with this machine's: it may be ahead by that much. */
export function clockFinding(
  subject: string,
  aheadMs: number,
  { toleranceMs, decimals }: { readonly toleranceMs: number; readonly decimals: number },
): Finding {
  if (Math.abs(aheadMs) <= toleranceMs) return ok(subject, 'agrees with that of this machine')
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(decimals)
  return warning(
    subject,
    `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s`,
    'let both follow a time server (NTP)',
  )
}

/** Begins with the subject's setting, as lines of a failed start do: `DATABASE_URL: what is wrong: what to do`. */
export function faultInWords(subject: string, line: string): Finding {
  const [, found = line, cure] = /^(.*?): ([a-z][^:]* .*)$/s.exec(line) ?? []
  return fault(subject, found, cure)
}

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

/** A line for each as it is found; as JSON, one object behind them. Returns the exit code: 0, or 1 for any fault. */
export async function reportFindings(
  findings: AsyncIterable<Finding>,
  stdout: NodeJS.WritableStream,
  { json }: { readonly json: boolean },
): Promise<number> {
  const all: Finding[] = []
  for await (const finding of findings) {
    all.push(finding)
    const { verdict, subject, found, cure } = finding
    stdout.write(
      `${marks[verdict]}  ${subject}: ${found}${cure === undefined ? '' : `. ${capital(cure)}`}\n`,
    )
  }
  const faults = all.filter(({ verdict }) => verdict === 'fault').length
  const warnings = all.filter(({ verdict }) => verdict === 'warning').length
  stdout.write(
    json
      ? jsonLine({ ok: faults === 0, faults, warnings, findings: all })
      : `${all.length} looked at, ${faults} faults, ${warnings} warnings\n`,
  )
  return faults === 0 ? 0 : 1
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
