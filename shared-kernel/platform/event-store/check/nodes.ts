import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { type Finding, fault, ok, warning } from '../../checks/finding.ts'
import { answerWithin } from '../../waiting/timing.ts'
import type { AddressOptions, EventStoreAddress } from '../address.ts'

const CONNECT_WITHIN_MS = 2_000
const DAY_MS = 86_400_000
/** An expiry that nobody has planned for is known by then. */
const EXPIRES_SOON_MS = 21 * DAY_MS

export type Host = EventStoreAddress['hosts'][number]

/** Whether a node can be reached, and whether its certificate is the right one; `fault` where a client cannot use it. */
export async function nodeFinding(
  { address, port }: Host,
  { tls = true, tlsCAFile }: AddressOptions,
): Promise<Finding> {
  const at = `${address}:${port}`
  const subject = `node ${at}`
  const refused = await failureOf(connectTcp({ host: address, port }), 'connect')
  if (refused !== undefined) return fault(subject, `no server answers at ${at} (${refused})`)
  const ca = tlsCAFile === undefined ? {} : { ca: readFileSync(tlsCAFile) }
  const socket = connectTls({ ...named(address), port, ...ca, rejectUnauthorized: false })
  try {
    const isTls = await answerWithin(CONNECT_WITHIN_MS, once(socket, 'secureConnect')).then(
      () => true,
      () => false,
    )
    if (!tls) {
      return isTls
        ? fault(subject, `${at} speaks TLS, but the URL says tls=false`)
        : ok(subject, 'answers, without TLS')
    }
    if (!isTls) {
      return fault(subject, `${at} does not speak TLS`, 'add tls=false to the URL if that is meant')
    }
    return certificateFinding(at, socket.authorizationError, socket.getPeerCertificate())
  } finally {
    socket.destroy()
  }
}

function certificateFinding(
  at: string,
  distrust: Error | string | undefined | null,
  certificate: PeerCertificate,
): Finding {
  const subject = `node ${at}`
  const { valid_to: until, valid_from: from, subjectaltname = '' } = certificate
  const code = typeof distrust === 'string' ? distrust : (distrust?.message ?? '')
  switch (code) {
    case '':
      return Date.parse(until) - Date.now() < EXPIRES_SOON_MS
        ? warning(subject, `its certificate expires on ${until}`, 'renew it on the server')
        : ok(subject, `answers, with a trusted certificate until ${until}`)
    case 'CERT_HAS_EXPIRED':
      return fault(
        subject,
        `the certificate of ${at} expired on ${until}`,
        'renew it on the server',
      )
    case 'CERT_NOT_YET_VALID':
      return fault(
        subject,
        `the certificate of ${at} is valid from ${from} only`,
        'compare the clocks of the server and of this machine',
      )
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return fault(
        subject,
        `the certificate of ${at} is for other names (${namesIn(subjectaltname)})`,
        'use one of them in the URL, or issue one for this name',
      )
    default:
      return fault(
        subject,
        `the certificate of ${at} is not trusted (${code})`,
        'name its authority with tlsCAFile',
      )
  }
}

const namesIn = (alternatives: string) =>
  alternatives === '' ? 'none' : alternatives.replaceAll(/(DNS|IP Address):/g, '')

/** TLS allows no IP address as a server name. */
const named = (host: string) => (/^[\d.]+$|:/.test(host) ? { host } : { host, servername: host })

/** Whether an address that the cluster advertises leads anywhere from here. */
export async function advertisedFinding({ address, port }: Host): Promise<Finding> {
  const subject = `advertised address ${address}:${port}`
  const cure = 'make it known here, or let the node advertise another one (AdvertiseHostToClientAs)'
  try {
    await lookup(address)
  } catch {
    return fault(subject, 'its name cannot be resolved here', cure)
  }
  const refused = await failureOf(connectTcp({ host: address, port }), 'connect')
  return refused === undefined
    ? ok(subject, 'can be reached')
    : fault(subject, `no server answers there (${refused})`, cure)
}

async function failureOf(socket: Socket, event: 'connect') {
  try {
    await answerWithin(CONNECT_WITHIN_MS, once(socket, event))
    return undefined
  } catch (error) {
    return errorCode(error) ?? 'no answer'
  } finally {
    socket.destroy()
  }
}
