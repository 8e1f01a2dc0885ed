import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

interface Demo {
  readonly api: Api
  readonly checklist: Checklist
  /** Null if real banks are asked: their answer is unpredictable. */
  readonly sandboxUrl: string | null
}

const Result = Type.Object({
  total: Type.Integer(),
  succeeded: Type.Integer(),
  results: Type.Array(Type.Object({ name: Type.String(), status: Type.String() })),
})
const Transactions = Type.Array(
  Type.Object({
    id: Type.String(),
    stamp: Type.String(),
    amount: Type.Number(),
    currency: Type.String(),
    nameSurname: Type.Union([Type.String(), Type.Null()]),
    updatedAt: Type.String(),
  }),
)
const Detail = Type.Object({ masak: Type.Object({ status: Type.Integer() }) })

const Calls = Type.Object({ calls: Type.Array(Type.Unknown()) })

const QUERIES = '/v1/bank-queries'
const TRANSACTIONS = '/v1/bank-transactions'
const NEWEST = `${TRANSACTIONS}?sort=updatedAt:desc&pageSize=1`
/** The gateway's name for the demo company's first account. */
const ACCOUNT_REF = 'demo-garanti-try'
const SANDBOX_ANSWERS_WITHIN_MS = 20_000

/** A customer transfers money, a bank query runs, and the list shows the transfer. Returns its id. */
export async function askBanks({ api, checklist, sandboxUrl }: Demo): Promise<string | null> {
  const stamp = `demo-${randomUUID()}`
  if (sandboxUrl !== null) await book(sandboxUrl, stamp)

  const { status, data } = await api({ method: 'POST', path: QUERIES, data: {} })
  const { total, succeeded, results } = Value.Parse(Result, data)
  const outcomes = results.map(({ name, status: outcome }) => `${name}: ${outcome}`).join(', ')
  checklist.step(`POST ${QUERIES}`, status, 200, outcomes)
  if (sandboxUrl === null || !(await wasAsked(sandboxUrl))) {
    checklist.note('The demo checks no result here: this system queries real banks.')
    return null
  }
  checklist.expect(succeeded === total, 'every bank has answered')

  const listed = await api({ method: 'GET', path: NEWEST })
  const [newest] = Value.Parse(Transactions, listed.data)
  const what = `${newest?.amount} ${newest?.currency} from ${newest?.nameSurname}`
  checklist.step(`GET ${NEWEST}`, listed.status, 200, what)
  checklist.expect(newest?.stamp === stamp, 'the transfer is the newest of all')
  if (newest?.stamp !== stamp) return null

  const path = `${TRANSACTIONS}/${newest.id}`
  const detail = await api({ method: 'GET', path })
  const { masak } = Value.Parse(Detail, detail.data)
  checklist.step(`GET ${path}`, detail.status, 200, `MASAK status of the sender: ${masak.status}`)
  return newest.id
}

/** Whether the sandbox is this system's bank gateway. */
async function wasAsked(sandboxUrl: string) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/calls?operation=bank.transactions`, {
    signal: AbortSignal.timeout(SANDBOX_ANSWERS_WITHIN_MS),
  })
  return Value.Parse(Calls, await answer.json()).calls.length > 0
}

async function book(sandboxUrl: string, stamp: string) {
  const transfer = {
    stamp,
    incoming: true,
    transactionDate: new Date().toISOString(),
    amount: '250000.00',
    currency: 'TRY',
    code: 'FAST',
    idNo: '39586528950',
    nameSurname: 'Mehmet Şimşek',
    description: 'Külçe altın bedeli',
  }
  const answer = await fetch(`${sandboxUrl}/__sandbox/bank/${ACCOUNT_REF}/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([transfer]),
    signal: AbortSignal.timeout(SANDBOX_ANSWERS_WITHIN_MS),
  })
  if (!answer.ok) throw new Error(`the sandbox rejected the transfer: ${answer.status}`)
}
