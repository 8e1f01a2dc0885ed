import { accessSync, constants } from 'node:fs'
import { errorCode } from '#kernel/platform/errors/error-code.ts'

/** What is wrong with an address: the end of a sentence that begins with the setting. It repeats no password. */
class WrongAddress extends Error {
  override readonly name = 'WrongAddress'
}

export interface EventStoreAddress {
  /** Whether the one host is a name under which DNS lists the nodes. */
  readonly isDnsName: boolean
  readonly hosts: readonly { readonly address: string; readonly port: number }[]
  readonly credentials: { readonly username: string; readonly password: string } | undefined
  readonly options: AddressOptions
}

/** Those that count here, as the client names them. */
export interface AddressOptions {
  readonly tls?: boolean
  readonly tlsCAFile?: string
  readonly userCertFile?: string
  readonly userKeyFile?: string
  readonly connectionName?: string
  readonly nodePreference?: NodePreference
  readonly maxDiscoverAttempts?: number
  readonly discoveryInterval?: number
  readonly gossipTimeout?: number
  readonly keepAliveInterval?: number
  readonly keepAliveTimeout?: number
}

const nodePreferences = ['leader', 'follower', 'read_only_replica', 'random'] as const
type NodePreference = (typeof nodePreferences)[number]

const DEFAULT_PORT = 2113

type Reader = (value: string, name: string) => boolean | number | string
const readers: Readonly<Record<keyof AddressOptions, Reader>> = {
  tls: truth,
  tlsCAFile: readableFile,
  userCertFile: readableFile,
  userKeyFile: readableFile,
  connectionName: (value) => value,
  nodePreference: preference,
  maxDiscoverAttempts: wholeNumber,
  discoveryInterval: wholeNumber,
  gossipTimeout: wholeNumber,
  keepAliveInterval: wholeNumber,
  keepAliveTimeout: wholeNumber,
}

/** Options that other guides show, and what to do instead. */
const withoutEffect: Readonly<Record<string, string>> = {
  tlsverifycert: 'name the authority of the server’s certificate with tlsCAFile instead',
  throwonappendfailure: 'leave it out',
  defaultdeadline: 'leave it out and set EVENTSTORE_TIMEOUT_MS',
}

const names = new Map(Object.keys(readers).map((name) => [flat(name), name]))

/** The client takes the names of options in any case, also with hyphens and underscores. */
function flat(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[_-]/g, '')
}

/** EventStoreDB has become KurrentDB: its guides write the same address with either name. */
export const SCHEMES = ['esdb', 'kurrentdb', 'kdb'].flatMap((name) => [name, `${name}+discover`])

/** Whether it is meant as the address of an event store. */
export const isAddress = (url: string): boolean =>
  SCHEMES.some((scheme) => url.trim().toLowerCase().startsWith(`${scheme}://`))

/** Reads `esdb://user:password@host:port,host:port?option=value`; throws WrongAddress. */
export function parseAddress(url: string): EventStoreAddress {
  const match = /^\w+(?<dns>\+discover)?:\/\/(?<rest>.*)$/is.exec(url.trim())
  if (match?.groups === undefined || !isAddress(url)) {
    throw new WrongAddress('must be a URL that starts with esdb:// or kurrentdb://')
  }
  const [authority = '', query = '', ...more] = (match.groups['rest'] ?? '').split('?')
  if (more.length > 0) throw new WrongAddress('has a second question mark: write it as %3F')
  const at = authority.lastIndexOf('@')
  const hosts = hostsIn(authority.slice(at + 1).replace(/\/+$/, ''))
  return {
    isDnsName: match.groups['dns'] !== undefined && hosts.length === 1,
    hosts,
    credentials: at === -1 ? undefined : credentialsIn(authority.slice(0, at)),
    options: optionsIn(query),
  }
}

function credentialsIn(text: string) {
  const [username = '', password = '', ...more] = text.split(':')
  if (username === '' || password === '') {
    throw new WrongAddress('has an @ without user and password before it, as in user:password@host')
  }
  if (more.length > 0 || /[@/]/.test(text)) {
    throw new WrongAddress(
      'has a special character in user or password: write : as %3A, @ as %40, / as %2F',
    )
  }
  return {
    username: unescaped(username, 'user or password'),
    password: unescaped(password, 'user or password'),
  }
}

function hostsIn(text: string) {
  return text.split(',').map((written) => {
    const host = written.trim()
    if (host.includes('[') || host.split(':').length > 2) {
      throw new WrongAddress('names a host by an IPv6 address, which the client does not take')
    }
    const [, address = '', port] = /^([\w.~-]+)(?::(\d{1,5}))?$/.exec(host) ?? []
    if (address === '' || Number(port) > 65_535 || Number(port) === 0) {
      throw new WrongAddress('has a host that is no name or address with a port from 1 to 65535')
    }
    return { address, port: port === undefined ? DEFAULT_PORT : Number(port) }
  })
}

function optionsIn(query: string): AddressOptions {
  const options: Record<string, boolean | number | string> = {}
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const [written = '', value = '', ...more] = pair.split('=')
    const name = knownOption(written, value.trim())
    if (name === undefined) continue
    if (name in options) throw new WrongAddress(`has the option ${name} twice`)
    if (value.trim() === '' || more.length > 0) {
      throw new WrongAddress(`has the option ${name} without one value`)
    }
    options[name] = readers[name](unescaped(value.trim(), `the option ${name}`), name)
  }
  return consistent(options)
}

/** Undefined for one that says what is so anyway. */
function knownOption(written: string, value: string): keyof AddressOptions | undefined {
  const known = names.get(flat(written))
  if (known !== undefined && isOption(known)) return known
  if (flat(written) === 'tlsverifycert' && value === 'true') return undefined
  const instead = withoutEffect[flat(written)]
  if (instead !== undefined) {
    throw new WrongAddress(`has the option ${written.trim()}, which has no effect: ${instead}`)
  }
  const printable = /^[\w-]{1,40}$/.test(written.trim()) ? written.trim() : 'with that name'
  throw new WrongAddress(
    `has an unknown option (${printable}): the options are ${Object.keys(readers).join(', ')}`,
  )
}

const isOption = (name: string): name is keyof AddressOptions => Object.hasOwn(readers, name)

function consistent(options: AddressOptions): AddressOptions {
  if ((options.userCertFile === undefined) !== (options.userKeyFile === undefined)) {
    throw new WrongAddress('has one of userCertFile and userKeyFile: they belong together')
  }
  if (options.tls === false && options.tlsCAFile !== undefined) {
    throw new WrongAddress('has the option tlsCAFile, which has no effect with tls=false')
  }
  return options
}

function truth(value: string, name: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  throw new WrongAddress(`has the option ${name}, which must be true or false`)
}

function wholeNumber(value: string, name: string): number {
  if (/^-1$|^\d{1,9}$/.test(value)) return Number(value)
  throw new WrongAddress(`has the option ${name}, which must be a whole number`)
}

function preference(value: string, name: string): NodePreference {
  const found = nodePreferences.find((known) => flat(known) === flat(value))
  if (found !== undefined) return found
  throw new WrongAddress(`has the option ${name}, which must be ${nodePreferences.join(' or ')}`)
}

function readableFile(value: string, name: string): string {
  try {
    accessSync(value, constants.R_OK)
    return value
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    throw new WrongAddress(`has the option ${name}, whose file ${value} cannot be read (${code})`)
  }
}

function unescaped(text: string, where: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new WrongAddress(`has a % in ${where} that begins no escape: write it as %25`)
  }
}

/** What is wrong with an address, for the line that names its setting; undefined if nothing is. */
export function addressFault(url: string): string | undefined {
  try {
    parseAddress(url)
    return undefined
  } catch (error) {
    if (error instanceof WrongAddress) return error.message
    throw error
  }
}
