import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { changes } from '#client/changes.ts'
import { type Sarraf, sarraf } from '#client/connect.ts'
import { electronicVoucher } from '#client/electronic-voucher.ts'
import {
  Conflict,
  CredentialsRefused,
  DocumentRejected,
  NotFound,
  NotPermitted,
  OutcomeUnknown,
  ValidationFailed,
} from '#client/errors.ts'
import { pages } from '#client/pages.ts'
import {
  callsOf,
  electronicDealer,
  fault,
  HASTE,
  messagesTo,
  newPhone,
  seller,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Credentials } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { serveForThisTest } from '#test/support/upstream.ts'
import { PERSON } from '#test/support/vouchers.ts'

/** A provider that is only slow is waited for. */
const system = systemForThisFile({
  ...HASTE,
  INTEGRATOR_TIMEOUT_MS: '4000',
  ATTEMPT_DEADLINE_SECONDS: '6',
})

const clientFor = (credentials: Credentials, baseUrl = system.baseUrl): Sarraf =>
  sarraf({ baseUrl, ...credentials })

const purchase = (
  more: { readonly isDraft?: boolean; readonly allowDuplicate?: boolean } = {},
) => ({
  data: { source: 'manual', idNo: PERSON, amount: 5_000, ...more } as const,
})

async function created(client: Sarraf, amount: number) {
  const { data } = purchase({ isDraft: true, allowDuplicate: true })
  const answer = await client.POST('/v1/expenses', { body: { data: { ...data, amount } } })
  return answer.data?.data.id ?? ''
}

test('lists are read page by page, and changes since a cursor', async () => {
  const { credentials } = await newDealer(system)
  const client = clientFor(credentials)
  const ids = [await created(client, 100), await created(client, 200), await created(client, 300)]
  const list = pages((query) => client.GET('/v1/expenses', { params: { query } }), { pageSize: 2 })
  const listed: string[] = []
  for await (const { id } of list) listed.push(id)
  expect(listed).toEqual(ids)
  const sizes: number[] = []
  for await (const page of list.byPage()) sizes.push(page.length)
  expect(sizes).toEqual([2, 1])

  const following = (since?: string) =>
    changes((query) => client.GET('/v1/expenses', { params: { query } }), { since, pageSize: 2 })
  const changed = async (since?: string) => {
    const seen: { id: string; updatedAt: string; deletedAt: string | null }[] = []
    for await (const change of following(since)) seen.push(change)
    return seen
  }
  const all = await changed()
  expect(all.map(({ id }) => id)).toEqual(ids)
  ids.push(await created(client, 400))
  expect((await changed(all[1]?.updatedAt)).map(({ id }) => id)).toEqual(ids.slice(2))

  const path = { id: ids[0] ?? '' }
  await client.DELETE('/v1/expenses/{id}', { params: { path } })
  const deletions: string[] = []
  for await (const page of following(all.at(-1)?.updatedAt).byPage()) {
    deletions.push(...page.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  }
  expect(deletions).toEqual([ids[0]])
})

test('a refusal is an error of its code', async () => {
  const { credentials } = await newDealer(system)
  const client = clientFor(credentials)
  const wrong = clientFor({ ...credentials, secretKey: 'another secret, long enough' })
  const path = { id: 'f'.repeat(24) }

  await expect(client.GET('/v1/expenses/{id}', { params: { path } })).rejects.toThrow(NotFound)
  await expect(wrong.GET('/v1/expenses')).rejects.toThrow(NotPermitted)
  await expect(wrong.GET('/v1/expenses')).rejects.toThrow(CredentialsRefused)
  await client.POST('/v1/expenses', { body: purchase() })
  const twice = client.POST('/v1/expenses', { body: purchase() })
  await expect(twice).rejects.toThrow(Conflict)
  const tooMuch = { data: { ...purchase().data, amount: -1 } }
  await expect(client.POST('/v1/expenses', { body: tooMuch })).rejects.toMatchObject({
    name: ValidationFailed.name,
    status: 400,
    details: [{ field: 'data.amount', rule: 'minimum' }],
    traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a creation whose answer is lost is repeated and done once; another write is not repeated', async () => {
  const { credentials } = await newDealer(system)
  let writes = 0
  const between = await serveForThisTest((request, response) => {
    const isLost = request.method !== 'GET' && writes++ % 2 === 0
    passedOn(request).then(
      ({ status, json }) => {
        if (isLost) return request.socket.destroy()
        return response.writeHead(status, { 'content-type': 'application/json' }).end(json)
      },
      () => response.destroy(),
    )
  })
  const client = clientFor(credentials, between)

  const { data } = await client.POST('/v1/expenses', { body: purchase({ isDraft: true }) })
  const list = await client.GET('/v1/expenses')
  expect(list.data?.data.map(({ id }) => id)).toEqual([data?.data.id])
  expect(writes).toBe(2)

  const path = { id: data?.data.id ?? '' }
  await expect(client.DELETE('/v1/expenses/{id}', { params: { path } })).rejects.toThrow(
    OutcomeUnknown,
  )
  expect(writes).toBe(3)
})

async function passedOn(request: IncomingMessage) {
  const { url = '', method = '', headers } = request
  const body = await text(request)
  const answer = await fetch(system.baseUrl + url, {
    method,
    headers: { 'content-type': 'application/json', ...pick(headers) },
    ...(body === '' ? {} : { body }),
  })
  return { status: answer.status, json: await answer.text() }
}

const pick = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(
    ['authorization', 'idempotency-key'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const haste = { patienceMs: 20_000, askEveryMs: 50 }

/** An electronic voucher of a new company, for which only the code is missing. */
async function voucherBeforeCode() {
  const { credentials } = await electronicDealer(system)
  const client = clientFor(credentials)
  const phone = newPhone()
  const data = { ...purchase({ isDraft: true, allowDuplicate: true }).data, ...seller(phone) }
  const made = await client.POST('/v1/expenses', {
    body: { data },
    headers: { 'idempotency-key': randomUUID() },
  })
  const id = made.data?.data.id ?? ''
  const voucher = electronicVoucher(client, id, haste)
  expect((await voucher.prepare()).eDocument.state).toBe('prepared')
  expect((await voucher.sms()).eDocument.state).toBe('verification_pending')
  const [message] = await messagesTo(system, phone)
  return { client, id, voucher, code: message?.code ?? 'no code' }
}

test('an electronic voucher is sent, also when the answer to its confirmation is lost', async () => {
  const { voucher, code } = await voucherBeforeCode()

  await expect(voucher.confirm('0000')).rejects.toThrow(DocumentRejected)
  await fault(system, 'voucher.submit', 'accept-then-timeout')
  const sent = await voucher.confirm(code)

  expect(sent).toMatchObject({ isFinalized: true, eDocument: { state: 'sent' } })
})

test('a confirmation during another one waits for its outcome, and is not sent again', async () => {
  const { client, id, voucher, code } = await voucherBeforeCode()
  const calls = async () => (await callsOf(system, 'voucher.submit')).length
  const before = await calls()
  // Long enough for the other confirmation to come, also on a busy machine.
  await fault(system, 'voucher.submit', 'slow', 2_000)
  const other = electronicVoucher(client, id, haste).confirm(code)
  await expect.poll(calls).toBeGreaterThan(before)

  expect((await voucher.confirm(code)).eDocument.state).toBe('sent')
  expect((await other).eDocument.state).toBe('sent')
})

test('a refusal that was asked for because its answer was lost says why', async () => {
  const { voucher, code } = await voucherBeforeCode()
  await fault(system, 'voucher.submit', 'reject-then-timeout')

  await expect(voucher.confirm(code)).rejects.toMatchObject({
    name: DocumentRejected.name,
    code: 'E_DOCUMENT_REJECTED',
    message: expect.stringMatching(/\w/),
    details: [{ state: 'failed', errorCode: expect.stringMatching(/^[A-Z_]+$/) }],
    traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
