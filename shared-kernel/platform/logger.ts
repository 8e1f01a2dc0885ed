import { type DestinationStream, type Logger, pino } from 'pino'

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

const MAX_WAITING_CHARACTERS = 4096
const WRITTEN_AFTER_MS = 100

/** Logs JSON lines to standard output. Secrets are redacted up to three levels deep. */
export function createLogger({ name, level }: { name: string; level: LogLevel }): Logger {
  return pino({ name, level, redact: { paths: secretPaths(), censor } }, bufferedOutput())
}

/** For lines of few fixed fields that hold no secret: to search each of them for secrets takes longer. */
export const withoutRedaction = (logger: Logger): Logger =>
  logger.child({}, { redact: { paths: [] } })

/**
 * Writes several lines at once. A warning is written at once, with the lines before it, and so is
 * everything when the process exits; a killed process loses what it has logged in the last moment.
 */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({ sync: true })
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const written = lines
    lines = ''
    output.write(written)
  }
  process.on('exit', flush)
  const stream = {
    // Pino sets the level of each line before it writes the line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: pino.levels.values['info'] ?? 0,
    write(line: string) {
      lines += line
      const isUrgent = stream.lastLevel >= (pino.levels.values['warn'] ?? 0)
      if (isUrgent || lines.length >= MAX_WAITING_CHARACTERS) flush()
      else timer ??= setTimeout(flush, WRITTEN_AFTER_MS).unref()
    },
  }
  return stream
}

export const silentLogger: Logger = pino({ level: 'silent' })

const secretPaths = () =>
  secretNames.flatMap((name) => ['', '*', '*.*', '*.*.*'].map((prefix) => `${prefix}["${name}"]`))

/** Keeps an error's `code`, which is in capitals. An SMS code consists of digits. */
function censor(value: unknown, path: readonly string[]): unknown {
  const isErrorCode = typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value)
  return path.at(-1) === 'code' && isErrorCode ? value : '[redacted]'
}
