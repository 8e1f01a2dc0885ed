import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { type FailureLine, repeatedLines } from './repeated-lines.ts'

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

interface LoggerSettings {
  readonly name: string
  readonly level: LogLevel
  /** A file descriptor; by default standard output. */
  readonly output?: number
}

const STANDARD_OUTPUT = 1

/** Logs JSON lines. Secrets are redacted up to three levels deep. */
export function createLogger({ name, level, output = STANDARD_OUTPUT }: LoggerSettings): Logger {
  const redact = { paths: secretPaths(), censor }
  return pino(
    { name, level, redact, hooks: { logMethod: leavingOutRepetitions() } },
    bufferedOutput(output),
  )
}

const REPEATED_EVERY_MS = 60_000
/** Fields that name a part of the system, in a line or in the logger that writes it. */
const PARTS = ['subscription', 'follower', 'endpoint', 'projection', 'accountId', 'part', 'service']
/** Each of them is a fault of its own, to be found by its request. */
const EACH_IS_WRITTEN: ReadonlySet<string> = new Set(['request failed', 'page failed'])

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Of warnings and errors that carry an error. */
function leavingOutRepetitions(): LogMethod {
  const writers = new WeakMap<FailureLine, Logger>()
  const repeated = repeatedLines({
    everyMs: REPEATED_EVERY_MS,
    ended: (line, times) =>
      writers.get(line)?.info({ ...times, part: line.part }, `no longer: ${line.message}`),
  })
  return function writeUnlessRepeated(args, method, level) {
    const [fields, message]: readonly unknown[] = args
    const line = level < WARNING ? undefined : failureIn(this, { fields, message, level })
    if (line === undefined) return method.apply(this, args)
    writers.set(line, this)
    const leftOut = repeated.leftOutBefore(line)
    if (leftOut === undefined) return
    if (leftOut === 0) return method.apply(this, args)
    return method.apply(this, [{ ...Object(fields), repeated: leftOut }, line.message])
  }
}

const WARNING = pino.levels.values['warn'] ?? 0

function failureIn(
  logger: Logger,
  { fields, message, level }: { fields: unknown; message: unknown; level: number },
): FailureLine | undefined {
  if (typeof message !== 'string' || EACH_IS_WRITTEN.has(message)) return undefined
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return undefined
  if (!(fields.err instanceof Error)) return undefined
  const named = new Map<string, unknown>(Object.entries({ ...logger.bindings(), ...fields }))
  const part = PARTS.map((name) => named.get(name))
    .filter((value) => typeof value === 'string')
    .join(' ')
  return { level, message, error: fields.err, part }
}

/** For lines of few fixed fields that hold no secret: to search each of them for secrets takes longer. */
export const withoutRedaction = (logger: Logger): Logger =>
  logger.child({}, { redact: { paths: [] } })

/**
 * Writes several lines at once. A warning is written at once, with the lines before it, and so is
 * everything when the process exits; a killed process loses what it has logged in the last moment.
 */
function bufferedOutput(descriptor: number): DestinationStream {
  const output = pino.destination({ sync: true, dest: descriptor })
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
