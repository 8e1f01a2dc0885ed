import { type Logger, pino } from 'pino'

export type { Logger }

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

type LogLevel = (typeof logLevels)[number]

const secretNames = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'secretKey',
  'password',
  'secret',
  'code',
]

/** Logs JSON lines to standard output. Secrets are redacted up to three levels deep. */
export function createLogger({ name, level }: { name: string; level: LogLevel }): Logger {
  return pino({ name, level, redact: { paths: secretPaths(), censor } })
}

export const silentLogger: Logger = pino({ level: 'silent' })

const secretPaths = () =>
  secretNames.flatMap((name) => ['', '*', '*.*', '*.*.*'].map((prefix) => `${prefix}["${name}"]`))

/** Keeps an error's `code`, which is in capitals. An SMS code consists of digits. */
function censor(value: unknown, path: readonly string[]): unknown {
  const isErrorCode = typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value)
  return path.at(-1) === 'code' && isErrorCode ? value : '[redacted]'
}
