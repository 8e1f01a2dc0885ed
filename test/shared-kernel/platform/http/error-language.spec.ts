import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { readVoucher } from '#kernel/contract/expense-vouchers.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

let url: string
const id = (letter: string) => `/v1/expenses/${letter.repeat(24)}`

/** What becomes of the voucher with each id. */
const outcomes: Readonly<Record<string, () => Promise<never>>> = {
  a: async () => reject('CONFLICT', 'A finalized voucher cannot be deleted.'),
  b: () => Promise.reject(new Error('of ours')),
  c: () => Promise.reject(new Unavailable('too busy', 3)),
}

beforeAll(async () => {
  const server = httpServer({
    logger: silentLogger,
    routes: [
      route(readVoucher, async ({ params }) => {
        await outcomes[params.id.charAt(0)]?.()
        return { data: { id: params.id } }
      }),
    ],
    authenticate: ({ authorization }) =>
      authorization === undefined
        ? reject(
            'AUTH_INVALID_CREDENTIALS',
            'The credentials are missing, wrong or no longer valid.',
          )
        : Promise.resolve({
            companyId: 'c',
            apiUserId: 'desk',
            rights: authorization === 'desk' ? ['expenses'] : ['kmts'],
          }),
    missing: () => Promise.resolve([]),
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
  return () => server.close()
})

async function answerTo(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url + path, { headers: { authorization: 'desk', ...headers } })
  const body: unknown = await answer.json()
  return {
    status: answer.status,
    language: answer.headers.get('content-language'),
    vary: answer.headers.get('vary'),
    body,
  }
}

const errors: readonly (readonly [path: string, english: string, inTurkish: string])[] = [
  [id('a'), 'A finalized voucher cannot be deleted.', 'Kesinleşmiş bir gider pusulası silinemez.'],
  [
    id('b'),
    'An internal error occurred. Please quote the trace id.',
    'Bir iç hata oluştu. Destek isterken traceId değerini bildirin.',
  ],
  [
    id('c'),
    'The service cannot do this now, and has changed nothing. Try again later.',
    'Servis bu işlemi şu anda yapamıyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
  ],
  [
    `${id('d')}?wrong=1`,
    'The request is invalid; details lists every fault.',
    'İstek geçersiz; details alanında her hata belirtilmiştir.',
  ],
  ['/v1/nothing', 'No such endpoint.', 'Böyle bir uç nokta yok.'],
  ['/v1/%zz', 'No such endpoint.', 'Böyle bir uç nokta yok.'],
]

test.each(errors)(
  'the error of %s is said in the caller’s language',
  async (path, english, said) => {
    const inTurkish = await answerTo(path, { 'accept-language': 'tr-TR,tr;q=0.9,en;q=0.8' })
    const inEnglish = await answerTo(path, { 'accept-language': 'en' })
    const { traceId: _, ...failure } = Object(inEnglish.body)

    expect(inTurkish).toMatchObject({ language: 'tr', vary: 'accept-language' })
    expect(inEnglish).toMatchObject({ language: 'en', vary: 'accept-language' })
    expect(inEnglish.body).toMatchObject({ error: { message: english } })
    // Nothing but the message differs: codes, fields, rules and status are for programs.
    expect(inTurkish).toMatchObject({
      status: inEnglish.status,
      body: { ...failure, error: { ...failure.error, message: said } },
    })
  },
)

test.each(['de', 'tr;q=0', '*', 'garbage;;;q', ''])(
  'who accepts %o reads English, as without the header',
  async (accepted) => {
    const { language, body } = await answerTo(id('a'), { 'accept-language': accepted })
    expect(language).toBe('en')
    expect(body).toMatchObject({ error: { message: 'A finalized voucher cannot be deleted.' } })
  },
)

test('a missing right and missing credentials are said in Turkish', async () => {
  const turkish = { 'accept-language': 'tr' }
  const withoutRight = await answerTo(id('d'), { ...turkish, authorization: 'other' })
  expect(withoutRight.body).toMatchObject({
    error: { code: 'AUTH_FORBIDDEN', message: 'Bu anahtarın expenses yetkisi yok.' },
  })
  const anonymous = await fetch(url + id('d'), { headers: turkish })
  expect(await anonymous.json()).toMatchObject({
    error: { message: 'Kimlik bilgileri eksik, yanlış ya da artık geçerli değil.' },
  })
})

test('an answer that is no error has no language', async () => {
  expect(await answerTo(id('d'), { 'accept-language': 'tr' })).toMatchObject({
    status: 200,
    language: null,
    vary: null,
  })
})

test('what Node refuses by itself is said in Turkish where the headers were read', async () => {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end('GET / HTTP/1.1\r\nAccept-Language: tr\r\nExpect: the moon\r\nHost: a\r\n\r\n')
  const answer = await text(socket)

  expect(answer).toContain('content-language: tr')
  expect(answer).toContain('Expect başlığındaki beklenti karşılanamıyor.')
})
