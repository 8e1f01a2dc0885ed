import { expect, onTestFinished, test } from 'vitest'
import { readEDocumentFile } from '#kernel/contract/electronic-vouchers.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { type FileAnswer, route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

const caller = { companyId: 'c', apiUserId: 'desk', rights: ['expenses'] } as const
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, index) => index))

/** A server that answers for the file of a document; gives what a client gets. */
async function fileServed(answer: () => Promise<FileAnswer>, headers = {}) {
  const server = httpServer({
    logger: silentLogger,
    routes: [route(readEDocumentFile, answer)],
    authenticate: () => Promise.resolve(caller),
    missing: () => Promise.resolve([]),
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const path = `/v1/expenses/${'a'.repeat(24)}/e-document/file`
  return fetch(`${url}${path}?format=pdf`, { headers })
}

test.each(['application/pdf', 'application/xml'])(
  'a file is sent byte for byte as %s, without an envelope, and is not cached',
  async (contentType) => {
    const name = 'GPE2026000000042.pdf'
    const answer = await fileServed(() => Promise.resolve({ file: everyByte, name, contentType }))

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="GPE2026000000042.pdf"',
    )
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(everyByte)
  },
)

test('a client that accepts only bytes gets that content type', async () => {
  const bytes = 'application/octet-stream'
  const file = { file: everyByte, name: 'GPE.pdf', contentType: 'application/pdf' }
  const answer = await fileServed(() => Promise.resolve(file), { accept: bytes })

  expect(answer.headers.get('content-type')).toBe(bytes)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(everyByte)
})

test('a missing file is refused in the usual envelope', async () => {
  const answer = await fileServed(() =>
    Promise.resolve(
      reject('E_DOCUMENT_FILE_INVALID', 'The provider has no readable file of the document.'),
    ),
  )

  expect(answer.status).toBe(502)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toMatchObject({
    success: false,
    error: { code: 'E_DOCUMENT_FILE_INVALID' },
  })
})
