import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookRefused } from '#client/webhooks.ts'
import { shownSecret, signatureHeaders } from '#publishing/webhooks/sending/signature.ts'

const [newest = '', oldest = ''] = [0, 1].map(() => randomBytes(32).toString('base64'))
const event = { type: 'sarraf.invoice.InvoiceIssued.v1', subject: 'a', data: { text: 'Kalpakçı' } }
const body = JSON.stringify(event)
const now = () => Math.floor(Date.now() / 1_000)

const sent = (timestamp = now(), secrets = [newest, oldest]) => ({
  body,
  headers: signatureHeaders({ id: 'msg_1', timestamp, body }, secrets),
  secret: shownSecret(newest),
})

test('a call that Sarraf signed is an event with its id, as text and as bytes', async () => {
  const call = sent()
  expect(await verifyWebhook(call)).toEqual({ ...event, id: 'msg_1' })
  const bytes = { ...call, body: Buffer.from(body), headers: new Headers(call.headers) }
  expect(await verifyWebhook(bytes)).toEqual({ ...event, id: 'msg_1' })
})

test('while a secret is replaced, either side may still have the old one alone', async () => {
  const secret = [shownSecret(newest), shownSecret(oldest)]
  await verifyWebhook({ ...sent(), secret: shownSecret(oldest) })
  await verifyWebhook({ ...sent(now(), [oldest]), secret })
  await expect(verifyWebhook(sent(now(), [oldest]))).rejects.toThrow(WebhookRefused)
})

test('names of headers may be written in any way', async () => {
  const headers = Object.fromEntries(
    Object.entries(sent().headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  expect(await verifyWebhook({ ...sent(), headers })).toMatchObject({ id: 'msg_1' })
})

test.each([
  ['another body', { body: `${body} ` }],
  ['a body written again', { body: JSON.stringify(event, null, 1) }],
  ['no headers', { headers: {} }],
  ['another id', { headers: { ...sent().headers, 'webhook-id': 'msg_2' } }],
  ['another time', { headers: { ...sent().headers, 'webhook-timestamp': String(now() - 1) } }],
  ['no time', { headers: { ...sent().headers, 'webhook-timestamp': '1e9' } }],
  ['no signature', { headers: { ...sent().headers, 'webhook-signature': '' } }],
  ['a broken signature', { headers: { ...sent().headers, 'webhook-signature': 'v1,*' } }],
  ['an empty signature', { headers: { ...sent().headers, 'webhook-signature': 'v1,' } }],
  ['another secret', { secret: shownSecret(randomBytes(32).toString('base64')) }],
  ['an old call', sent(now() - 301)],
  ['a call of the future', sent(now() + 302)],
])('%s is refused', async (_what, wrong) => {
  await expect(verifyWebhook({ ...sent(), ...wrong })).rejects.toThrow(WebhookRefused)
})

test('the tolerance is the receiver’s choice', async () => {
  await verifyWebhook({ ...sent(now() - 3_000), toleranceSeconds: 3_600 })
  await expect(verifyWebhook({ ...sent(now() - 60), toleranceSeconds: 30 })).rejects.toThrow(
    WebhookRefused,
  )
})

test('a parsed body, and a secret that is none, are faults of the program', async () => {
  // @ts-expect-error: what a parser of bodies hands over.
  await expect(verifyWebhook({ ...sent(), body: event })).rejects.toThrow(TypeError)
  for (const secret of ['', 'whsec_', 'whsec_*']) {
    await expect(verifyWebhook({ ...sent(), secret })).rejects.toThrow(TypeError)
  }
})
