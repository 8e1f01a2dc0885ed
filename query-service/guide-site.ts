import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type PreparedContent, preparedContent } from '#kernel/platform/http/prepared-content.ts'
import { hashedPageHeaders, securityHeaders } from '#kernel/platform/http/security-headers.ts'

/** What `npm run docs` writes. */
const builtFolder = join(import.meta.dirname, '../site/dist')

const NOT_BUILT = 'The documents are not built here: npm run docs builds them.\n'
const TEXT = 'text/plain; charset=utf-8'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

interface BuiltFile {
  readonly headers: Readonly<Record<string, string>>
  readonly content: PreparedContent
}

/** `/docs/guide/`: the documents as a site, where they were built. */
export function serveGuideSite(app: FastifyInstance, folder = builtFolder) {
  const site = siteIn(folder)
  app.get('/docs/guide', (_request, reply) => reply.redirect('/docs/guide/'))
  app.get<{ Params: { '*': string } }>('/docs/guide/*', async (request, reply) => {
    const names = site.names()
    if (names === undefined) return reply.code(404).type(TEXT).send(NOT_BUILT)
    const name = request.params['*']
    const wanted = withIndex(name)
    const meant = [`${wanted}.html`, `${wanted}/`].find((one) => names.has(withIndex(one)))
    if (meant !== undefined) return reply.redirect(`/docs/guide/${meant}`)
    if (!names.has(wanted)) return reply.code(404).type(TEXT).send('There is no such page.\n')
    const { headers, content } = site.file(wanted)
    reply.headers(headers)
    return reply.send(await content.answer(request, reply))
  })
}

const withIndex = (name: string) => name.replace(/(^|\/)$/, '$1index.html')

/** The names are listed, so that a path can lead to nothing else; and again after the site was built again. */
function siteIn(folder: string) {
  let builtAt = 0
  let names: ReadonlySet<string> | undefined
  const files = new Map<string, BuiltFile>()

  function listed(): ReadonlySet<string> | undefined {
    const found = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (found === undefined) return undefined
    if (found === builtAt && names !== undefined) return names
    builtAt = found
    files.clear()
    names = new Set(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) =>
          join(parentPath, name)
            .slice(folder.length + 1)
            .split(sep)
            .join('/'),
        ),
    )
    return names
  }

  function file(name: string): BuiltFile {
    const known = files.get(name)
    if (known !== undefined) return known
    const read = builtFile(name, readFileSync(join(folder, name)))
    files.set(name, read)
    return read
  }
  return { names: listed, file }
}

function builtFile(name: string, bytes: Buffer): BuiltFile {
  const isPage = name.endsWith('.html')
  const type = types[extname(name)] ?? TEXT
  const headers = isPage ? hashedPageHeaders(scriptHashes(bytes.toString())) : securityHeaders
  return { headers: { ...headers, 'content-type': type }, content: preparedContent(bytes) }
}

const INLINE_SCRIPT = /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g

/** Of the scripts within the page, which choose between dark and light before it is drawn. */
const scriptHashes = (page: string): readonly string[] =>
  [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )
