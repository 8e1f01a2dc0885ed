import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { readVoucherLog } from '#test/support/system-log.ts'
import { createdIn, type Fields, listIn, manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

const AT_ONCE = 40

test('many vouchers at once get consecutive numbers, and none is left out', async () => {
  const { api } = await newDealer(system)

  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      api.post('/v1/expenses', manual({ amount: 1000 + index })),
    ),
  )

  const numbers = answers.map((answer) => Number(createdIn(answer).number))
  const expected = Array.from({ length: AT_ONCE }, (_, index) => index + 1)
  expect(numbers.toSorted((left, right) => left - right)).toEqual(expected)
  const listed = listIn(await api.get('/v1/expenses?pageSize=100'))
  expect(listed.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(expected)
})

test('a refused voucher takes no number', async () => {
  const { api } = await newDealer(system)
  await api.post('/v1/expenses', manual({ amount: 100 }))

  const refused = await api.post('/v1/expenses', manual({ amount: 100 }))
  const next = await api.post('/v1/expenses', manual({ amount: 200 }))

  expect(refused.status).toBe(409)
  expect(createdIn(next).number).toBe('2')
})

test('a serial in the request has a sequence of its own', async () => {
  const { api } = await newDealer(system)
  const create = async (fields: Fields) => createdIn(await api.post('/v1/expenses', manual(fields)))
  await create({ amount: 100 })

  const own = [
    await create({ amount: 200, serial: 'SUBE2' }),
    await create({ amount: 300, serial: 'SUBE2' }),
    await create({ amount: 400 }),
  ]

  expect(own.map(({ serial, number }) => `${serial} ${number}`)).toEqual([
    'SUBE2 1',
    'SUBE2 2',
    'GP 2',
  ])
})

test('a number that is taken is a conflict, and the refused voucher leaves nothing', async () => {
  const { api } = await newDealer(system)
  const given = { serial: 'DIS', number: '7' }
  await api.post('/v1/expenses', manual({ amount: 100, ...given }))

  const refused = await api.post('/v1/expenses', manual({ amount: 200, ...given }))

  expect(refusal(refused)).toEqual([
    409,
    'CONFLICT',
    [{ field: 'data.number', rule: 'duplicate', existingId: expect.any(String) }],
  ])
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
  const again = await api.post('/v1/expenses', manual({ amount: 200 }))
  expect(again.status).toBe(201)
})

test('of two concurrent vouchers with the same given number one is created', async () => {
  const { api } = await newDealer(system)

  const answers = await Promise.all(
    [100, 200].map((amount) =>
      api.post('/v1/expenses', manual({ amount, serial: 'DIS', number: '1' })),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
})

test.each([{ number: '5' }, { number: '5', serial: 'GP' }])(
  'a request cannot give a number in the company’s own serial: $serial',
  async (fields) => {
    const { api } = await newDealer(system)
    const reserved = [422, 'VALIDATION_FAILED', [{ field: 'data.serial', rule: 'reserved' }]]

    expect(refusal(await api.post('/v1/expenses', manual(fields)))).toEqual(reserved)
    expect(refusal(await api.post('/v1/expenses/preview', manual(fields)))).toEqual(reserved)
  },
)

test('a number that another request was first to take is refused with its voucher, also when asked again', async () => {
  const { companyId, api } = await newDealer(system)
  const isGivenUp = async () => {
    const { vouchers } = await withLog(system, ({ eventStore, vault }) =>
      readVoucherLog(eventStore, vault),
    )
    return [...vouchers.values()].some(
      (voucher) => voucher.companyId === companyId && voucher.by === 'VoucherAbandoned',
    )
  }

  for (let number = 1; number <= 20 && !(await isGivenUp()); number++) {
    const requests = Array.from({ length: 8 }, (_, index) => ({
      body: manual({ serial: 'QQ', number: String(number), amount: 100 * number + index }),
      headers: { 'idempotency-key': `number-${number}-${index}-of-${companyId}` },
    }))
    const send = () =>
      Promise.all(requests.map(({ body, headers }) => api.post('/v1/expenses', body, headers)))
    const [first, again] = [await send(), await send()]

    const winner = first.find(({ status }) => status === 201)
    const existingId = winner === undefined ? 'nobody' : createdIn(winner).id
    const refused = [409, 'CONFLICT', [{ field: 'data.number', rule: 'duplicate', existingId }]]
    for (const answers of [first, again]) {
      const others = answers.filter(({ status }) => status !== 201)
      expect(others.map(refusal)).toEqual(Array.from({ length: 7 }, () => refused))
    }
  }
  expect(await isGivenUp()).toBe(true)
})
