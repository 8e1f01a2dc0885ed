import { expect, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { type Attempting, attempt } from '#publishing/webhooks/sending/attempt.ts'

const due = {
  endpointId: '1',
  position: logPosition(1n),
  webhookId: 'one',
  record: 'customer 1',
  type: 'sarraf.customer.CustomerRecorded.v1',
  body: '{}',
  attempts: 0,
}

async function knownNames(name: string) {
  if (name === 'localhost') return ['::1', '127.0.0.1']
  throw new Error(`nobody knows ${name}`)
}

const outcomeAt = async (url: string, options: Partial<Attempting> = {}) => {
  const endpoint = {
    id: '1',
    revision: 0n,
    companyId: '1',
    url,
    eventTypes: [],
    isEnabled: true,
    isGivenUp: false,
  }
  const { signal } = new AbortController()
  return attempt({ ...endpoint, secrets: ['c2VjcmV0'] }, due, {
    allowPrivate: false,
    signal,
    resolve: knownNames,
    ...options,
  })
}

test.each([
  ['https://127.0.0.1/', 'notPublic'],
  ['https://[::1]:9090/metrics', 'notPublic'],
  ['https://169.254.169.254/latest/meta-data', 'notPublic'],
  ['https://localhost/', 'notPublic'],
  ['https://2130706433/', 'notPublic'],
  ['http://93.184.215.14/', 'notHttps'],
  ['https://hooks.invalid/', 'notFound'],
])('no call goes to %s: %s', async (url, outcome) => {
  expect(await outcomeAt(url)).toEqual({ outcome, status: null })
})

test('a setting allows private addresses and plain HTTP', async () => {
  // Nothing listens at the first port.
  expect(await outcomeAt('http://127.0.0.1:1/', { allowPrivate: true })).toEqual({
    outcome: 'connection',
    status: null,
  })
})

test('a name that has turned private after it was recorded is refused', async () => {
  const resolve = async () => ['93.184.215.14', '10.0.0.1']
  expect(await outcomeAt('https://hooks.example/', { resolve })).toEqual({
    outcome: 'notPublic',
    status: null,
  })
})

test('a name server that does not answer is waited for no longer than an answer', async () => {
  const resolve = () => new Promise<never>(() => undefined)
  expect(await outcomeAt('https://hooks.example/', { resolve, timeoutMs: 20 })).toEqual({
    outcome: 'notFound',
    status: null,
  })
})
