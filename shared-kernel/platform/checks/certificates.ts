import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Registry } from 'prom-client'
import { exposeLabelled } from '../process/gauge.ts'

/** Where a certificate is found: in a file of ours, or at a server that shows it. */
type CertificateSource =
  | { readonly file: string }
  | { readonly host: string; readonly port: number; readonly protocol: 'postgresql' | 'tls' }

const ANSWER_WITHIN_MS = 2_000
const READ_EVERY_MS = 3_600_000
/** A server that is started again must not count as lost for an hour. */
const TRY_AGAIN_MS = 60_000
const fileParameters = new Set(['sslrootcert', 'sslcert', 'tlscafile', 'usercertfile'])

/** When the certificates end that connections to these addresses depend on. */
export function exposeCertificates(
  registry: Registry,
  urls: readonly string[],
  now = () => performance.now(),
): void {
  const places = urls.flatMap(placesIn)
  let dueAt = Number.NEGATIVE_INFINITY
  let reading: ReturnType<typeof readAll>
  async function readAll() {
    dueAt = now() + READ_EVERY_MS
    const ends = await Promise.all(places.map((place) => endOf(place).catch(() => Number.NaN)))
    if (ends.some(Number.isNaN)) dueAt = now() + TRY_AGAIN_MS
    return places.map((place, index) => {
      return [{ certificate: nameOf(place) }, ends[index] ?? Number.NaN] as const
    })
  }
  const metric = {
    name: 'sarraf_certificate_expiry_timestamp_seconds',
    help: 'When a certificate ends, read once an hour; NaN while it cannot be read',
    labelNames: ['certificate'] as const,
  }
  exposeLabelled(registry, metric, () => {
    if (now() >= dueAt) reading = readAll()
    return reading
  })
}

const nameOf = (place: CertificateSource) =>
  'file' in place ? place.file : `${place.host}:${place.port}`

/** A cluster's address lists its hosts; that of a Unix socket has none, and needs no certificate. */
function placesIn(address: string): readonly CertificateSource[] {
  const [, protocol = '', hosts = '', query = ''] =
    /^(\w+)(?:\+\w+)?:\/\/(?:[^@/]*@)?([^/?]*)[^?]*(\?.*)?$/.exec(address) ?? []
  const parameters = new URLSearchParams(query)
  const files = [...parameters].flatMap(([name, file]) =>
    fileParameters.has(name.toLowerCase().replaceAll(/[_-]/g, '')) ? [file] : [],
  )
  const isPostgres = protocol.startsWith('postgres')
  const isSecure = isPostgres
    ? !['disable', null].includes(parameters.get('sslmode'))
    : parameters.get('tls') !== 'false'
  const isSocket = hosts === '' || parameters.get('host')?.startsWith('/') === true
  const servers = isSocket ? [] : hosts.split(',').map((host) => hostOf(host, isPostgres))
  return [...files.map((file) => ({ file })), ...(isSecure ? servers : [])]
}

function hostOf(written: string, isPostgres: boolean): CertificateSource {
  const { hostname: host, port } = new URL(`tcp://${written}`)
  return isPostgres
    ? { host, port: Number(port || 5432), protocol: 'postgresql' }
    : { host, port: Number(port || 2113), protocol: 'tls' }
}

const endOf = (place: CertificateSource): Promise<number> =>
  'file' in place ? endInFile(place.file) : endAtServer(place)

/** The first to end, in a file of several. */
async function endInFile(file: string): Promise<number> {
  const text = await readFile(file, 'utf8')
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (certificates.length === 0) return Number.NaN
  return Math.min(...certificates.map((one) => secondsOf(new X509Certificate(one).validTo)))
}

/** Nothing is sent, so it does not matter here whether the certificate is trusted. */
async function endAtServer({ host, port, protocol }: Exclude<CertificateSource, { file: string }>) {
  const socket = connectTcp(port, host)
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('no answer')))
  socket.on('error', () => undefined)
  try {
    if (protocol === 'postgresql') {
      socket.write(SSL_REQUEST)
      await once(socket, 'data')
    }
    const servername = isIP(host) === 0 ? host : ''
    const secure: TLSSocket = connectTls({ socket, servername, rejectUnauthorized: false })
    await once(secure, 'secureConnect')
    return secondsOf(secure.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}

/** PostgreSQL begins TLS when it is asked to. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

const secondsOf = (moment: string) => Date.parse(moment) / 1_000
