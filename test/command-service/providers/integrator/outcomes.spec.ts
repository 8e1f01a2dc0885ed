import { expect, test } from 'vitest'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { freePort } from '#stack/free-port.ts'
import { answering, hanging, providerForThisTest, resetting } from '../provider.ts'
import { callNames, callOf, calls, goodAnswers, outcomeAt, uuid } from './calls.ts'

test.each(callNames)('%s: a good answer is done', async (name) => {
  const [said, answer] = goodAnswers[name]
  const { outcome } = await outcomeAt(name, answering(200, said))
  expect(outcome).toEqual({ kind: 'done', answer })
})

test.each(callNames)('%s: a uuid in capitals is the same document', async (name) => {
  const said = { ...goodAnswers[name][0], uuid: uuid.toUpperCase() }
  const { outcome } = await outcomeAt(name, answering(201, said))
  expect(outcome).toMatchObject({ kind: 'done' })
})

test.each(callNames)('%s: a refusal with a reason is explicit', async (name) => {
  for (const status of [400, 404, 409, 422]) {
    const said = { code: 'SAYS_NO', message: `because of ${status}` }
    const { outcome } = await outcomeAt(name, answering(status, said))
    expect(outcome).toEqual({
      kind: 'refused',
      errorCode: 'SAYS_NO',
      errorMessage: `because of ${status}`,
      errors: [],
    })
  }
})

test.each(callNames)('%s: a forbidden or rate-limited call was not processed', async (name) => {
  for (const status of [401, 403, 429]) {
    const refused = await outcomeAt(name, answering(status, { code: 'WAIT', message: 'later' }))
    expect(refused.outcome).toEqual({
      kind: 'notTaken',
      errorCode: 'WAIT',
      errorMessage: 'later',
      ...(status === 429 && { isLimit: true }),
    })
    const untold = await outcomeAt(name, answering(status, '<html>'))
    expect(untold.outcome).toMatchObject({ kind: 'notTaken', errorCode: `HTTP_${status}` })
  }
})

test.each(callNames)(
  '%s: after a server error the outcome is unknown, with any content',
  async (name) => {
    for (const status of [500, 502, 503, 504]) {
      const said = { ...goodAnswers[name][0], code: 'CODE_WRONG', message: 'no' }
      const { outcome } = await outcomeAt(name, answering(status, said))
      expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'SERVER_ERROR' })
    }
  },
)

test.each(callNames)('%s: an unreadable answer is unknown', async (name) => {
  const [said] = goodAnswers[name]
  const unreadable: readonly (readonly [number, unknown])[] = [
    [200, ''],
    [200, '<html>OK</html>'],
    [200, '{"uuid":'],
    [200, null],
    [200, []],
    [200, {}],
    [200, { ...said, uuid: '00000000-0000-4000-8000-000000000000' }],
    [200, { ...said, uuid: undefined }],
    [200, { code: 'OK', message: 'fine' }],
    [204, ''],
    [302, said],
    [304, ''],
    [400, 'Bad Request'],
    [404, '<html>nginx</html>'],
    [404, { message: 'Route not found', statusCode: 404 }],
    [409, { code: '', message: 'x' }],
    [422, { code: 'X' }],
    [422, { code: 7, message: 'x' }],
    [408, { code: 'X', message: 'x' }],
    [418, { code: 'X', message: 'x' }],
  ]
  for (const [status, body] of unreadable) {
    const { outcome } = await outcomeAt(name, answering(status, body))
    expect([status, body, outcome]).toMatchObject([
      status,
      body,
      { kind: 'unknown', errorCode: 'UNREADABLE' },
    ])
  }
})

test.each(callNames)('%s: an answer that is too long to be one is unknown', async (name) => {
  const said = { ...goodAnswers[name][0], more: 'x'.repeat(1_048_576) }
  const { outcome } = await outcomeAt(name, answering(200, said))
  expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
})

test.each(callNames)(
  '%s: no answer in time, or a lost connection, is unknown; it is sent once',
  async (name) => {
    const late = await outcomeAt(name, hanging, 600)
    expect(late.outcome).toMatchObject({ kind: 'unknown', errorCode: 'TIMEOUT' })
    expect(late.received).toHaveLength(1)
    const lost = await outcomeAt(name, resetting)
    expect(lost.outcome).toMatchObject({ kind: 'unknown', errorCode: 'CONNECTION' })
    expect(lost.received).toHaveLength(1)
  },
)

test.each(callNames)(
  '%s: a refused connection and a call aborted by a stopping service are unknown',
  async (name) => {
    const nobody = httpIntegrator({
      url: `http://127.0.0.1:${await freePort()}`,
      timeoutMs: 5_000,
    })
    expect(await calls[name](nobody)).toMatchObject({ kind: 'unknown', errorCode: 'CONNECTION' })
    const stopping = new AbortController()
    const { url } = await providerForThisTest(() => stopping.abort())
    const integrator = httpIntegrator({ url, timeoutMs: 5_000 })
    expect(await calls[name](integrator, callOf({ signal: stopping.signal }))).toMatchObject({
      kind: 'unknown',
      errorCode: 'ABORTED',
    })
  },
)
