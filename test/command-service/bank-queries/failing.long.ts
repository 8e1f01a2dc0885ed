import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  ACCOUNTS,
  accountIn,
  addAccount,
  book,
  booking,
  newBankCustomer,
  order,
  query,
  stampsIn,
} from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const system = systemForThisFile({ BANK_TIMEOUT_MS: '5000' })

test.each([
  ['timeout', 'The bank did not answer in time.'],
  ['accept-then-timeout', 'The bank did not answer in time.'],
  ['error', 'The bank could not be reached.'],
  ['rate-limited', 'The bank wants fewer queries; try again later.'],
  ['malformed', 'The bank’s answer could not be read.'],
  ['invalid-file', 'The bank’s answer could not be read.'],
  [
    'reject',
    'The bank refused the query. ACCOUNT_REFUSED: The bank refuses queries for this account.',
  ],
] as const)('%s at the bank fails that account alone: %s', async (mode, message) => {
  const customer = await newBankCustomer(system)
  const { api, accountRef, bankAccountId } = customer
  const second = await addAccount(customer, { name: 'İş Bankası' })
  await book(system, accountRef, [booking('A')])
  await book(system, second.accountRef, [booking('B')])
  await order(system, mode)

  const { results, ...counts } = await query(api)
  expect(counts).toMatchObject({ total: 2, triggered: 2, succeeded: 1, failed: 1, skipped: 0 })
  expect(results).toEqual([
    { accountId: bankAccountId, name: 'Garanti TL', status: 'failed', message },
    { accountId: second.bankAccountId, name: 'İş Bankası', status: 'success', message: null },
  ])
  expect(await stampsIn(api)).toEqual(['B'])
  expect(accountIn(await api.get(`${ACCOUNTS}/${bankAccountId}`)).lastQueriedAt).toBeNull()

  expect(await query(api)).toMatchObject({ succeeded: 2 })
  expect((await stampsIn(api)).toSorted()).toEqual(['A', 'B'])
})

test('an account that another query reads is skipped and stays locked', async () => {
  const { api, bank, bankAccountId: accountId } = await customerOfLittleBank(system)
  bank.book(bankBooking('A'))
  const release = bank.hold()
  const running = query(api)
  await expect.poll(() => bank.asked.length).toBe(1)

  for (const skipped of [await query(api), await query(api, { accountId })]) {
    expect(skipped).toMatchObject({ total: 1, triggered: 0, skipped: 1, succeeded: 0, failed: 0 })
    expect(skipped.results).toMatchObject([
      { status: 'skipped', message: 'Another query of this account is running.' },
    ])
  }
  release()
  expect(await running).toMatchObject({ succeeded: 1 })
  expect(await query(api)).toMatchObject({ succeeded: 1 })
  expect(await stampsIn(api)).toEqual(['A'])
})

test('a process that dies while querying leaves the account locked until the lease expires', async () => {
  const { api, bankAccountId } = await newBankCustomer(system)
  const database = new Client({ connectionString: system.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const left = `insert into command.lease values ($1, gen_random_uuid(), now() + $2::interval)
                on conflict (name) do update set held_until = excluded.held_until`

  await database.query(left, [`bankQuery/${bankAccountId}`, '1 hour'])
  expect(await query(api)).toMatchObject({ skipped: 1 })
  expect(await query(api)).toMatchObject({ skipped: 1 })
  await database.query(left, [`bankQuery/${bankAccountId}`, '-1 millisecond'])
  expect(await query(api)).toMatchObject({ succeeded: 1 })
  const { rows } = await database.query('select 1 from command.lease where name = $1', [
    `bankQuery/${bankAccountId}`,
  ])
  expect(rows).toEqual([])
})

test('the company’s own gateway is called with its account, and no secret leaks', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveForThisTest((request, response) => {
    asked.push(request.url?.split('?')[0], request.headers.authorization)
    const message = 'hidden-word is not the password of user u1'
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'LOGIN_REFUSED', message }))
  })
  const customer = await newBankCustomer(system)
  const data = { provider: 'bank', url: `${url}/tr/`, user: 'u1', secret: 'hidden-word' }
  await customer.import({ kind: 'providerAccount', data })

  const { results } = await query(customer.api)
  expect(results).toMatchObject([
    {
      status: 'failed',
      message: 'The bank refused the query. LOGIN_REFUSED: [secret] is not the password of user u1',
    },
  ])
  const login = `Basic ${Buffer.from('u1:hidden-word').toString('base64')}`
  expect(asked).toEqual(['/tr/bank/transactions', login])
})
