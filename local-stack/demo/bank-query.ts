import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done } from './steps.ts'

interface Demo {
  readonly client: Sarraf
  readonly checklist: Checklist
  /** Null if real banks are asked: their answer is unpredictable. */
  readonly sandboxUrl: string | null
}

const Calls = Type.Object({ calls: Type.Array(Type.Unknown()) })

const QUERIES = '/v1/bank-queries'
const TRANSACTIONS = '/v1/bank-transactions'
/** The gateway's name for the demo company's first account. */
const ACCOUNT_REF = 'demo-garanti-try'
const SANDBOX_ANSWERS_WITHIN_MS = 20_000

/** A customer transfers money, a bank query runs, and the list shows the transfer. Returns its id. */
export async function askBanks(demo: Demo): Promise<string | null> {
  const { client, checklist, sandboxUrl } = demo
  const stamp = `demo-${randomUUID()}`
  if (sandboxUrl !== null) await book(sandboxUrl, stamp)

  const { total, succeeded } = await done(
    checklist,
    {
      call: `POST ${QUERIES}`,
      status: 200,
      says: ({ results }) => results.map(({ name, status }) => `${name}: ${status}`).join(', '),
    },
    client.POST(QUERIES, { body: { data: {} } }),
  )
  if (sandboxUrl === null || !(await wasAsked(sandboxUrl))) {
    checklist.note('The demo checks no result here: this system queries real banks.')
    return null
  }
  checklist.expect(succeeded === total, 'every bank has answered')
  return findTransfer(demo, stamp)
}

async function findTransfer({ client, checklist }: Demo, stamp: string) {
  const [newest] = await done(
    checklist,
    {
      call: `GET ${TRANSACTIONS}?sort=updatedAt:desc&pageSize=1`,
      status: 200,
      says: ([first]) => `${first?.amount} ${first?.currency} from ${first?.nameSurname}`,
    },
    client.GET(TRANSACTIONS, { params: { query: { sort: 'updatedAt:desc', pageSize: 1 } } }),
  )
  checklist.expect(newest?.stamp === stamp, 'the transfer is the newest of all')
  if (newest?.stamp !== stamp) return null
  const { id } = newest
  await done(
    checklist,
    {
      call: `GET ${TRANSACTIONS}/${id}`,
      status: 200,
      says: ({ masak }) => `MASAK status of the sender: ${masak.status}`,
    },
    client.GET(`${TRANSACTIONS}/{id}`, { params: { path: { id } } }),
  )
  return id
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
