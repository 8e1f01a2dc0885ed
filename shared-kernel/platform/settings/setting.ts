import { isIP } from 'node:net'
import { type TSchema, Type } from 'typebox'

/** One environment variable, declared once for every process that reads it. */
export interface Setting<Schema extends TSchema = TSchema> {
  readonly name: string
  /** One plain sentence, for docs/settings.md. */
  readonly meaning: string
  /** What a value must be, for the error line. */
  readonly allowed: string
  readonly schema: Schema
  /** What is wrong with a value, where that can be said more exactly: the rest of the error line. */
  readonly fault?: (text: string) => string | undefined
  /** A secret may be in a file instead, which the variable `<NAME>_FILE` names. */
  readonly secret?: boolean
  /** The value if the variable is not set or empty; without it the variable is required. */
  readonly default?: string | number | boolean | null
}

interface Options<Value> {
  readonly meaning: string
  readonly default?: Value
  readonly secret?: boolean
}

interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
}

export function integer(name: string, options: Options<number> & Bounds) {
  const { minimum = 0, maximum, ...rest } = options
  return {
    name,
    ...rest,
    allowed:
      maximum === undefined
        ? `an integer of at least ${minimum}`
        : `an integer from ${minimum} to ${maximum}`,
    schema: Type.Integer({ minimum, maximum: maximum ?? Number.MAX_SAFE_INTEGER }),
  }
}

export const port = (name: string, options: Options<number>) =>
  integer(name, { ...options, minimum: 1, maximum: 65_535 })

export const text = (name: string, options: Options<string>) => ({
  name,
  ...options,
  allowed: 'text',
  schema: Type.String(),
})

export const boolean = (name: string, options: Options<boolean>) => ({
  name,
  ...options,
  allowed: 'true or false',
  schema: Type.Boolean(),
})

export const oneOf = <const Choice extends string>(
  name: string,
  { choices, ...options }: Options<Choice> & { readonly choices: readonly Choice[] },
) => ({
  name,
  ...options,
  allowed: `one of ${choices.join(', ')}`,
  schema: Type.Enum([...choices]),
})

/**
 * Protocols are written with their colon: `['http:', 'https:']`. An HTTP address has no user and password: no
 * call sends them from there, and errors quote the address.
 */
export function url(
  name: string,
  { protocols, ...options }: Options<string> & { readonly protocols: readonly string[] },
) {
  const starts = protocols.map((protocol) => `${protocol}//`)
  const isHttp = starts.includes('http://')
  return {
    name,
    ...options,
    allowed: `a URL that starts with ${starts.join(' or ')}${isHttp ? ', without user and password' : ''}`,
    schema: Type.Refine(
      Type.String(),
      (value) =>
        starts.some((start) => value.startsWith(start)) &&
        isUrl(value) &&
        !(isHttp && USER_INFORMATION.test(value)),
    ),
  }
}

const USER_INFORMATION = /^[a-z+]+:\/\/[^/?#]*@/i

/** A cluster's address lists several hosts, and that of a Unix socket a user without one: no URLs by the standard. */
const isUrl = (value: string) =>
  URL.canParse(
    value
      .replace(/^([a-z+]+:\/\/(?:[^@/]*@)?[^,/?]*),[^/?]*/, '$1')
      .replace(/^(postgres(?:ql)?:\/\/[^@/]*@)(?=[/?])/, '$1localhost'),
  )

/** IP addresses and ranges of them, or the words for the private ones. */
export const addresses = (name: string, { meaning }: { meaning: string }) => ({
  name,
  meaning,
  allowed:
    'a list of IP addresses, ranges (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`',
  schema: Type.Decode(
    Type.Refine(Type.String(), (value) => listed(value).every(isAddress)),
    listed,
  ),
})

/** Hosts as a browser names them in `Origin`: the port only if it is not the protocol's own. */
export const hosts = (name: string, { meaning }: { meaning: string }) => ({
  name,
  meaning,
  allowed: 'a list of hosts, `name` or `name:port`',
  schema: Type.Decode(
    Type.Refine(Type.String(), (value) =>
      listed(value).every((host) =>
        /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i.test(host),
      ),
    ),
    (value) => listed(value).map((host) => host.toLowerCase()),
  ),
})

const listed = (value: string): readonly string[] => value.split(',').map((part) => part.trim())

const addressWords: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddress(value: string): boolean {
  if (addressWords.has(value)) return true
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  const isPrefix =
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  return version !== 0 && rest.length === 0 && isPrefix
}

/** A secret of that many bytes in hexadecimal digits. It has no default. */
export const secretHex = (
  name: string,
  { bytes, meaning }: { bytes: number; meaning: string },
) => ({
  name,
  meaning,
  secret: true,
  allowed: `${bytes * 2} hexadecimal digits`,
  schema: Type.Decode(
    Type.String({ pattern: `^[0-9a-fA-F]{${bytes * 2}}$` }),
    (digits): Buffer => Buffer.from(digits, 'hex'),
  ),
})

/** The same setting, but optional. */
export const orNull = <Schema extends TSchema>(setting: Setting<Schema>) => ({
  ...setting,
  schema: Type.Union([setting.schema, Type.Null()]),
  default: null,
})

/** The same setting, but without its default. */
export function required<Schema extends TSchema>(setting: Setting<Schema>): Setting<Schema> {
  const { default: _, ...rest } = setting
  return rest
}
