import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressed = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
} as const

type Encoding = keyof typeof compressed

/** The highest one takes a second for a document, and saves little more. */
const BROTLI_QUALITY = 9
/** In seconds. A release may change the documents. */
const FRESH_SECONDS = 300

/** What is the same for every caller: compressed at most once, and sent only to who does not have it. */
export interface PreparedContent {
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | undefined>
}

export function preparedContent(content: string | Buffer): PreparedContent {
  const plain = Buffer.from(content)
  const digest = hash('sha256', plain, 'base64url')
  const encoded = new Map<Encoding, Promise<Buffer>>()

  function encodedAs(encoding: Encoding): Promise<Buffer> {
    const known = encoded.get(encoding)
    if (known !== undefined) return known
    const made = compressed[encoding](plain)
    encoded.set(encoding, made)
    return made
  }

  return {
    async answer({ headers }, reply) {
      const encoding = encodingFor(headers['accept-encoding'])
      reply.headers({
        etag: `"${digest}${encoding === undefined ? '' : `-${encoding}`}"`,
        vary: 'accept-encoding',
        'cache-control': `public, max-age=${FRESH_SECONDS}`,
      })
      if (headers['if-none-match']?.includes(digest) === true) {
        reply.code(304)
        return undefined
      }
      if (encoding === undefined) return plain
      reply.header('content-encoding', encoding)
      return encodedAs(encoding)
    },
  }
}

/** Undefined: as it is. */
function encodingFor(accepted: string | undefined): Encoding | undefined {
  const names = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q\s*=\s*0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : undefined
}
