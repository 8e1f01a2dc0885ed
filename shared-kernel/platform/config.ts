export type Environment = Readonly<Record<string, string | undefined>>

/** A setting is missing or wrong; the message is one line that names the variable, never its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

interface WithDefault<Default> {
  /** Used when the variable is not set or empty; without one the variable is required. */
  readonly default?: Default
}

export interface Settings {
  integer<Default extends number | null = never>(
    name: string,
    options?: WithDefault<Default> & { readonly minimum?: number; readonly maximum?: number },
  ): number | Default
  port<Default extends number | null = never>(
    name: string,
    options?: WithDefault<Default>,
  ): number | Default
  text<Default extends string | null = never>(
    name: string,
    options?: WithDefault<Default>,
  ): string | Default
  /** Protocols are written with their colon: `['http:', 'https:']`. */
  url<Default extends string | null = never>(
    name: string,
    options: WithDefault<Default> & { readonly protocols: readonly string[] },
  ): string | Default
  oneOf<const Choice extends string, Default extends Choice | null = never>(
    name: string,
    choices: readonly Choice[],
    options?: WithDefault<Default>,
  ): Choice | Default
  boolean<Default extends boolean | null = never>(
    name: string,
    options?: WithDefault<Default>,
  ): boolean | Default
  /** That many bytes, written as hexadecimal digits. Secrets have no default. */
  secretHex(name: string, bytes: number): Buffer
  /** The same for one that may be missing. */
  secretHexOrNull(name: string, bytes: number): Buffer | null
}

/** Reads typed settings out of an environment, once, at the start of a process. */
export function settingsFrom(environment: Environment): Settings {
  const given = (name: string) => environment[name]?.trim() ?? ''
  const read = <Value, Default>(
    name: string,
    { default: fallback }: WithDefault<Default>,
    [allowed, parse]: [string, (text: string) => Value | undefined],
  ): Value | Default => {
    const text = given(name)
    if (text === '' && fallback !== undefined) return fallback
    const value = text === '' ? undefined : parse(text)
    if (value !== undefined) return value
    throw new ConfigurationError(
      `${name} must be ${allowed}${text === '' ? '; it is not set' : ''}`,
    )
  }
  const integer: Settings['integer'] = (name, options = {}) => {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = options
    return read(name, options, integerBetween(minimum, maximum))
  }
  return {
    integer,
    port: (name, options = {}) => read(name, options, integerBetween(1, 65_535)),
    text: (name, options = {}) => read(name, options, ['a text', (text) => text]),
    url: (name, options) => read(name, options, urlWith(options.protocols)),
    oneOf: (name, choices, options = {}) => read(name, options, choiceOf(choices)),
    boolean: (name, options = {}) => read(name, options, ['true or false', truthValue]),
    secretHex: (name, bytes) => read(name, {}, hexOf(bytes)),
    secretHexOrNull: (name, bytes) => read(name, { default: null }, hexOf(bytes)),
  }
}

/** What `read` makes of this process's environment; a wrong one ends the process with one line. */
export function readSettingsOrExit<Config>(read: (settings: Settings) => Config): Config {
  try {
    return read(settingsFrom(process.env))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

function integerBetween(
  minimum: number,
  maximum: number,
): [string, (text: string) => number | undefined] {
  const allowed =
    maximum === Number.MAX_SAFE_INTEGER
      ? `an integer of at least ${minimum}`
      : `an integer from ${minimum} to ${maximum}`
  return [
    allowed,
    (text) => {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : undefined
    },
  ]
}

function urlWith(protocols: readonly string[]): [string, (text: string) => string | undefined] {
  return [
    `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    (text) => {
      // A cluster's address lists several hosts, which the URL standard does not know.
      const oneHost = text.replace(/^([a-z+]+:\/\/(?:[^@/]*@)?[^,/?]*),[^/?]*/, '$1')
      const fits = protocols.some((protocol) => text.startsWith(`${protocol}//`))
      return fits && URL.canParse(oneHost) ? text : undefined
    },
  ]
}

function choiceOf<Choice extends string>(
  choices: readonly Choice[],
): [string, (text: string) => Choice | undefined] {
  return [`one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text)]
}

const truthValue = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)

function hexOf(bytes: number): [string, (text: string) => Buffer | undefined] {
  const form = new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`)
  return [
    `${bytes * 2} hexadecimal digits`,
    (text) => (form.test(text) ? Buffer.from(text, 'hex') : undefined),
  ]
}
