import { accessSync, constants } from 'node:fs'
import { errorCode } from '#kernel/platform/errors/error-code.ts'

/** The parameters of an address that name files, as libpq has them. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey']

/** One line for the first file of the address that cannot be read. */
export function unreadableFile(databaseUrl: string): string | undefined {
  const parameters = new URLSearchParams(databaseUrl.split('?')[1])
  for (const parameter of FILES) {
    const file = parameters.get(parameter)
    const code = file === null ? undefined : whyUnreadable(file)
    if (code !== undefined) {
      return `DATABASE_URL: the file that ${parameter} names cannot be read (${code})`
    }
  }
  return undefined
}

function whyUnreadable(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** One line for a connection that was refused because of TLS; undefined for any other error. */
export function tlsFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message === 'The server does not support SSL connections') {
    return 'DATABASE_URL: the address asks for TLS (sslmode), and the server does not offer it'
  }
  const code = codeOf(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `DATABASE_URL: the certificate of the server is for another host (${error.message}): use a name that it has`
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `DATABASE_URL: the certificate of the server is not valid today (${code})`
  }
  if (!UNTRUSTED.has(code)) return undefined
  return `DATABASE_URL: the certificate of the server is not trusted (${code}): name its authority with sslrootcert`
}

/** What Node says of a certificate whose authority it does not know. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const codeOf = (error: unknown) => errorCode(error) ?? 'unknown'
