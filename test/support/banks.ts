import type { Static } from 'typebox'
import { BankQueryResult } from '#kernel/contract/bank-queries.ts'
import { DetailedTransaction } from '#kernel/contract/bank-transactions.ts'
import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { detailSchema, itemSchema } from '#kernel/records/response.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import type { SystemAddresses } from './system.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'
import { type Dealer, newDealer, recordId } from './system-dealer.ts'

export const TRANSACTIONS = '/v1/bank-transactions'
export const ACCOUNTS = '/v1/bank-accounts'
export const QUERIES = '/v1/bank-queries'

const BankAccount = detailSchema(bankAccounts)
const ListedTransaction = itemSchema(bankTransactions)
type Listed = Static<typeof ListedTransaction>
type Result = Static<typeof BankQueryResult>

const listOf = <Item>(items: Item) => ({ type: 'array', items }) as const

export const transactionsIn = (answer: Answer): readonly Listed[] =>
  dataOf(listOf(ListedTransaction), answer)
export const transactionIn = (answer: Answer) => dataOf(DetailedTransaction, answer)
export const accountIn = (answer: Answer) => dataOf(BankAccount, answer)
const resultIn = (answer: Answer): Result => dataOf(BankQueryResult, answer)

export const query = async (api: Api, data: object = {}) => resultIn(await api.post(QUERIES, data))

export const stampsIn = async (api: Api, parameters = 'pageSize=100') =>
  transactionsIn(await api.get(`${TRANSACTIONS}?${parameters}`)).map(({ stamp }) => stamp)

/** A company with one account that the gateway knows by a reference of its own. */
export async function newBankCustomer(system: SystemAddresses, account: object = {}) {
  const dealer = await newDealer(system, { lines: [] })
  const integrated = await addAccount(dealer, account)
  return { ...dealer, ...integrated }
}

export async function addAccount(dealer: Pick<Dealer, 'import'>, account: object = {}) {
  const id = recordId()
  const accountRef = `ref-${id}`
  const data = { id, name: 'Garanti TL', integration: { accountRef }, ...account }
  await dealer.import({ kind: 'bankAccount', data })
  return { bankAccountId: id, accountRef, account: data }
}

export const booking = (stamp: string, changes: object = {}) => ({
  stamp,
  incoming: true,
  transactionDate: '2026-11-18T08:12:30.250Z',
  amount: '1500.25',
  currency: 'TRY',
  ...changes,
})

/** What the bank will tell of the account from now on. */
export async function book(
  { sandboxUrl }: SystemAddresses,
  accountRef: string,
  bookings: readonly object[],
) {
  const path = `bank/${encodeURIComponent(accountRef)}/transactions`
  const answer = await post(`${sandboxUrl}/__sandbox/${path}`, bookings)
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** What the gateway will do to the next calls. */
export const order = (
  { sandboxUrl }: SystemAddresses,
  mode: FaultMode,
  { times = 1, delayMs = 0 }: { readonly times?: number; readonly delayMs?: number } = {},
) =>
  post(`${sandboxUrl}/__sandbox/faults`, {
    operation: 'bank.transactions',
    mode,
    times,
    delayMs,
  })

/** How many calls have reached the gateway. */
export async function callsAt({ sandboxUrl }: SystemAddresses): Promise<number> {
  const answer = await fetch(`${sandboxUrl}/__sandbox/calls?operation=bank.transactions`)
  const { calls }: { calls: unknown[] } = Object(await answer.json())
  return calls.length
}

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
