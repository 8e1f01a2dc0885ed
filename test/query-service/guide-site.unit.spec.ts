import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveGuideSite } from '#query/guide-site.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const PAGE =
  '<html><script id="dark">choose()</script><script src="/a.js"></script><p>Running</p></html>'

async function served({ isBuilt }: { readonly isBuilt: boolean }) {
  const parent = await temporaryFolder('site')
  const folder = join(parent, 'dist')
  await writeFile(join(parent, 'secret.html'), 'not for readers')
  if (isBuilt) {
    await mkdir(join(folder, 'adr'), { recursive: true })
    await writeFile(join(folder, 'index.html'), '<p>Documents</p>')
    await writeFile(join(folder, 'running.html'), PAGE)
    await writeFile(join(folder, 'adr/index.html'), '<p>Decisions</p>')
    await writeFile(join(folder, 'app.js'), 'start()')
  }
  const app = Fastify()
  serveGuideSite(app, folder)
  onTestFinished(() => app.close())
  return { folder, get: (url: string, headers = {}) => app.inject({ url, headers }) }
}

test('where the documents were not built, one line says how to', async () => {
  const { get } = await served({ isBuilt: false })
  const answer = await get('/docs/guide/')
  expect([answer.statusCode, answer.body]).toEqual([
    404,
    'The documents are not built here: npm run docs builds them.\n',
  ])
})

test('a page runs the scripts within it and no others', async () => {
  const { get } = await served({ isBuilt: true })
  const { headers, body } = await get('/docs/guide/running.html')
  expect(body).toBe(PAGE)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  // printf 'choose()' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain(
    "script-src 'self' 'sha256-pdOmvvglje0xmB57l7Hx65m6LfOdwcBqoRzE95Twu/s=';",
  )
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test.each([
  ['/docs/guide/', '<p>Documents</p>'],
  ['/docs/guide/adr/', '<p>Decisions</p>'],
  ['/docs/guide/app.js', 'start()'],
])('%s is served', async (url, content) => {
  const { get } = await served({ isBuilt: true })
  expect(await get(url)).toMatchObject({ statusCode: 200, body: content })
})

test.each([
  ['/docs/guide', '/docs/guide/'],
  ['/docs/guide/running', '/docs/guide/running.html'],
  ['/docs/guide/adr', '/docs/guide/adr/'],
])('%s leads to %s', async (url, location) => {
  const { get } = await served({ isBuilt: true })
  expect(await get(url)).toMatchObject({ statusCode: 302, headers: { location } })
})

test('what a reader has is not sent again', async () => {
  const { get } = await served({ isBuilt: true })
  const { headers } = await get('/docs/guide/running.html')
  const again = await get('/docs/guide/running.html', { 'if-none-match': headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  '/docs/guide/../secret.html',
  '/docs/guide/%2e%2e/secret.html',
  '/docs/guide/..%2fsecret.html',
  '/docs/guide/adr/..%5c..%5csecret.html',
  '/docs/guide//etc/passwd',
  '/docs/guide/%00',
  '/docs/guide/running.html/',
])('nothing else can be read: %s', async (url) => {
  const { get } = await served({ isBuilt: true })
  const { statusCode, body } = await get(url)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('not for readers')
})

test('a site that is built again is served as it is now', async () => {
  const { folder, get } = await served({ isBuilt: true })
  await get('/docs/guide/running.html')
  await writeFile(join(folder, 'running.html'), '<p>Later</p>')
  await new Promise((resolve) => setTimeout(resolve, 10))
  await writeFile(join(folder, 'index.html'), '<p>Documents</p>')
  expect((await get('/docs/guide/running.html')).body).toBe('<p>Later</p>')
})
