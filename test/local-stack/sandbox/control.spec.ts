import { expect, test } from 'vitest'
import { bodyOf, post, put, sandboxForThisTest, send } from '#test/support/running-sandbox.ts'

const uuid = '4f6d1c1e-2e8b-4f0e-9a59-2d8a4b1f9d11'

test('the messages to a phone are shown newest first', async () => {
  const { url, state } = await sandboxForThisTest()
  const message = { phone: '905321234567', documentUuid: uuid, sentAt: '2026-11-20T09:45:00.000Z' }
  state.messages.send({ ...message, code: '111111' })
  state.messages.send({ ...message, code: '222222' })
  state.messages.send({ ...message, code: '333333', phone: '905550000000' })

  expect(await bodyOf(`${url}/__sandbox/sms?phone=905321234567`)).toEqual({
    messages: [
      { ...message, code: '222222' },
      { ...message, code: '111111' },
    ],
  })
})

test('a document is shown as it is now, with every submission that arrived for it', async () => {
  const { url, state } = await sandboxForThisTest()
  const document = { uuid, kind: 'voucher', number: null, state: 'draft' } as const
  const call = { at: '2026-11-20T09:45:00.000Z', requestId: null }
  state.documents.save(document)
  state.documents.save({ ...document, number: 'EGP2026000000001', state: 'accepted' })
  state.calls.record({ ...call, operation: 'voucher.prepare', uuid })
  state.calls.record({ ...call, operation: 'voucher.submit', uuid })
  state.calls.record({ ...call, operation: 'voucher.submit', uuid })
  state.calls.record({ ...call, operation: 'voucher.submit', uuid: 'another' })

  expect(await bodyOf(`${url}/__sandbox/documents/${uuid}`)).toEqual({
    ...document,
    number: 'EGP2026000000001',
    state: 'accepted',
    submissions: 2,
  })
  expect((await fetch(`${url}/__sandbox/documents/unknown`)).status).toBe(404)
})

test('the lookup finds a registered taxpayer and no other number', async () => {
  const { url } = await sandboxForThisTest()
  await put(`${url}/__sandbox/taxpayers/4840847211`, { eInvoice: true, title: 'Kuyumcu A.Ş.' })

  expect(await bodyOf(`${url}/taxpayers/4840847211`)).toEqual({
    taxNumber: '4840847211',
    eInvoice: true,
    title: 'Kuyumcu A.Ş.',
  })
  expect(await bodyOf(`${url}/taxpayers/0843118681`)).toEqual({
    taxNumber: '0843118681',
    eInvoice: false,
    title: null,
  })

  await put(`${url}/__sandbox/taxpayers/4840847211`, { eInvoice: false })
  expect(await bodyOf(`${url}/taxpayers/4840847211`)).toMatchObject({ eInvoice: false })
})

test('every call is listed in the order of arrival, with its request id', async () => {
  const { url } = await sandboxForThisTest()
  await fetch(`${url}/taxpayers/4840847211`, {
    headers: { 'x-request-id': uuid, authorization: `Basic ${btoa('any:thing')}` },
  })
  await fetch(`${url}/taxpayers/4840847211`)

  const calls = [
    { operation: 'taxpayer.lookup', uuid: null, requestId: uuid },
    { operation: 'taxpayer.lookup', uuid: null, requestId: null },
  ]
  const listed = await bodyOf(`${url}/__sandbox/calls?operation=taxpayer.lookup`)
  expect(listed).toMatchObject({ calls })
  expect(listed).toHaveProperty('calls.0.at', expect.stringMatching(/^\d{4}-.*Z$/))
  expect(await bodyOf(`${url}/__sandbox/calls`)).toMatchObject({ calls })
  expect(await bodyOf(`${url}/__sandbox/calls?operation=kmts.query`)).toEqual({ calls: [] })
  expect((await fetch(`${url}/__sandbox/calls?operation=kmts.guess`)).status).toBe(400)
})

test('transactions are booked on the account, one for each stamp, with its latest content', async () => {
  const { url, state } = await sandboxForThisTest()
  const transaction = {
    stamp: 'T1',
    incoming: true,
    transactionDate: '2026-11-20T09:45:00Z',
    amount: '1500.25',
    currency: 'TRY',
  }
  const address = `${url}/__sandbox/bank/GARANTI-1/transactions`
  const second = { ...transaction, stamp: 'T2', amount: 12.5, nameSurname: 'Ayşe Işık' }
  expect((await post(address, [transaction, second])).status).toBe(201)
  await post(address, [{ ...transaction, description: 'again' }])

  const booked = (accountRef: string) =>
    state.bankTransactions.list(
      { accountRef, from: '2026-01-01T00:00:00.000Z', to: '9999-01-01T00:00:00.000Z' },
      { offset: 0, limit: 10 },
    )
  expect(booked('GARANTI-1')).toHaveLength(2)
  expect(booked('GARANTI-1')).toEqual(
    expect.arrayContaining([{ ...transaction, description: 'again' }, second]),
  )
  expect(booked('GARANTI-2')).toEqual([])
})

test.each([
  ['GET', 'sms?phone=', undefined],
  ['GET', 'sms', undefined],
  ['PUT', 'taxpayers/12345', { eInvoice: true }],
  ['PUT', 'taxpayers/4840847211', { eInvoice: 'true' }],
  ['PUT', 'taxpayers/4840847211', {}],
  ['POST', 'bank/GARANTI-1/transactions', { stamp: 'T1' }],
  ['POST', 'bank/GARANTI-1/transactions', [{ stamp: 'T1' }]],
])('%s %s with %j is answered 400', async (method, path, body) => {
  const { url } = await sandboxForThisTest()
  expect((await send(method, `${url}/__sandbox/${path}`, body)).status).toBe(400)
})

test('it reports its health and counts calls in its metrics', async () => {
  const { url } = await sandboxForThisTest()
  await fetch(`${url}/taxpayers/4840847211`)
  expect(await bodyOf(`${url}/health/live`)).toEqual({ status: 'live' })
  expect(await bodyOf(`${url}/health/ready`)).toEqual({ status: 'ready' })
  const metrics = await fetch(`${url}/metrics`).then((response) => response.text())
  expect(metrics).toContain('sandbox_calls_total{operation="taxpayer.lookup",fault="none"} 1')
})
