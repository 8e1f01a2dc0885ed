import { expect, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { attempt } from '#projections/webhooks/sending/attempt.ts'

const due = {
  endpointId: '1',
  position: logPosition(1n),
  webhookId: 'one',
  record: 'customer 1',
  type: 'sarraf.customer.CustomerRecorded.v1',
  body: '{}',
  attempts: 0,
}

const outcomeAt = async (url: string, allowPrivate = false) => {
  const endpoint = { id: '1', revision: 0n, companyId: '1', url, eventTypes: [], isEnabled: true }
  const { signal } = new AbortController()
  return attempt({ ...endpoint, secrets: ['c2VjcmV0'] }, due, { allowPrivate, signal })
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
  expect(await outcomeAt('http://127.0.0.1:1/', true)).toEqual({
    outcome: 'connection',
    status: null,
  })
})
