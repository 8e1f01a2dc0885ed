import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Static } from 'typebox'
import { CreatedVoucher } from '#kernel/contract/expense-vouchers.ts'
import { answerTo, emptyTally, type Tally, untilDefinite } from './retrying-caller.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'
import { startWork } from './workers.ts'

/** A company and the callers that work for it at the same time. */
export interface LoadedCompany {
  readonly companyId: string
  readonly api: Api
  /** Outgoing bank transactions; two callers at a time want the same one. */
  readonly transactionIds: readonly string[]
}

export interface CreatedDraft {
  readonly companyId: string
  readonly key: string
  readonly allowDuplicate: boolean
  readonly voucher: Static<typeof CreatedVoucher>
}

export interface LoadReport {
  /** Everything that was acknowledged. */
  readonly made: readonly CreatedDraft[]
  /** Of these, the drafts whose deletion was acknowledged. */
  readonly deletedIds: ReadonlySet<string>
  /** Keys of requests that lost to another one for the same transaction, number or day and amount. */
  readonly lostKeys: readonly string[]
  /** Keys of requests that got no clear answer, and whose callers did not ask again. */
  readonly forgottenKeys: readonly string[]
  readonly tally: Readonly<Tally>
}

export interface Load {
  /** How many writes have been acknowledged so far; throws when a caller got an answer that it must not get. */
  readonly acknowledged: () => number
  /** Rejects then, too, and when one got no clear answer for too long. */
  readonly stop: () => Promise<LoadReport>
}

const CALLERS_PER_COMPANY = 4
const REST_MS = 25
const PEOPLE = ['10000000146', '39586528950', '4840847211', '0843118681', '3900383669']

/** Callers who do their business, and repeat what they got no clear answer to until they get one. */
export function startLoad(companies: readonly LoadedCompany[]): Load {
  const shift: Shift = {
    made: [],
    deletedIds: new Set(),
    lostKeys: [],
    forgottenKeys: [],
    tally: emptyTally(),
  }
  const work = startWork((over) =>
    companies.flatMap((company) => {
      const counters = { own: 0, purchases: 0, transactions: 0, numbers: 0 }
      const callerFor = () => workFor(shift, company, { counters, over })
      return Array.from({ length: CALLERS_PER_COMPANY }, callerFor)
    }),
  )
  return {
    acknowledged() {
      work.check()
      return shift.made.length + shift.deletedIds.size
    },
    async stop() {
      await work.stop()
      return shift
    },
  }
}

interface Shift extends LoadReport {
  readonly made: CreatedDraft[]
  readonly deletedIds: Set<string>
  readonly lostKeys: string[]
  readonly forgottenKeys: string[]
  readonly tally: Tally
}

interface Counters {
  own: number
  // What two callers at a time compete for.
  purchases: number
  transactions: number
  numbers: number
}

type Fields = Readonly<Record<string, unknown>>

async function workFor(
  shift: Shift,
  company: LoadedCompany,
  { counters, over }: { counters: Counters; over: AbortSignal },
) {
  for (let turn = 0; !over.aborted; turn++) {
    await oneTurn(shift, company, { turn, counters })
    await pause(REST_MS)
  }
}

interface Turn {
  readonly turn: number
  readonly counters: Counters
}

async function oneTurn(shift: Shift, company: LoadedCompany, { turn, counters }: Turn) {
  const own = { source: 'manual', idNo: PEOPLE[turn % PEOPLE.length] }
  const amount = () => 1_000 + ++counters.own
  switch (turn % 8) {
    case 0:
      return createAndForget(shift, company, { ...own, amount: amount() })
    case 1:
      return expectMade(shift, company, { ...own, amount: amount() })
    case 2:
      return expectMade(shift, company, { ...own, amount: amount(), isDraft: true })
    case 3:
      return expectMade(shift, company, { ...own, amount: 500, allowDuplicate: true })
    case 4:
      return create(shift, company, {
        ...own,
        idNo: PEOPLE[0],
        amount: 900_000 + inPairs(counters.purchases++),
      })
    case 5:
      return create(
        shift,
        company,
        fromTransaction(company, inPairs(counters.transactions++), turn % 16 === 5),
      )
    case 6: {
      const number = String(1 + inPairs(counters.numbers++))
      return create(shift, company, { ...own, amount: amount(), serial: 'DIS', number })
    }
    default: {
      const draft = await expectMade(shift, company, { ...own, amount: amount(), isDraft: true })
      return deleteDraft(shift, company, draft.id)
    }
  }
}

const inPairs = (count: number) => Math.floor(count / 2)

const fromTransaction = ({ transactionIds }: LoadedCompany, index: number, isDraft: boolean) => ({
  source: 'bankTransaction',
  idNo: PEOPLE[0],
  bankTransactionId: transactionIds[index % transactionIds.length],
  allowDuplicate: true,
  isDraft,
})

/** A request without competitors: any result but a voucher is a fault. */
async function expectMade(shift: Shift, company: LoadedCompany, fields: Fields) {
  const { answer, voucher } = await create(shift, company, fields)
  if (voucher !== undefined) return voucher
  throw new Error(`${JSON.stringify(fields)} was refused: ${JSON.stringify(answer.error)}`)
}

async function create(shift: Shift, { api, companyId }: LoadedCompany, fields: Fields) {
  const key = randomUUID()
  const send = () => api.post('/v1/expenses', fields, { 'idempotency-key': key })
  const { answer } = await untilDefinite(shift.tally, send)
  if (answer.status === 201)
    return { answer, voucher: noteMade(shift, answer, { companyId, key, fields }) }
  if (answer.error?.details[0]?.rule !== 'duplicate') {
    throw new Error(`${JSON.stringify(fields)}: ${answer.status} ${JSON.stringify(answer.error)}`)
  }
  shift.lostKeys.push(key)
  return { answer, voucher: undefined }
}

/** Some callers go away when something goes wrong: what they began must come to an end without them. */
async function createAndForget(shift: Shift, { api, companyId }: LoadedCompany, fields: Fields) {
  const key = randomUUID()
  const send = () => api.post('/v1/expenses', fields, { 'idempotency-key': key })
  const answer = await answerTo(send)
  if (answer !== undefined) shift.tally.answered += 1
  if (answer?.status === 201) noteMade(shift, answer, { companyId, key, fields })
  else if (answer === undefined || answer.status >= 500) shift.forgottenKeys.push(key)
  else
    throw new Error(`${JSON.stringify(fields)}: ${answer.status} ${JSON.stringify(answer.error)}`)
}

interface DraftRequest {
  readonly companyId: string
  readonly key: string
  readonly fields: Fields
}

function noteMade({ made }: Shift, answer: Answer, { companyId, key, fields }: DraftRequest) {
  const voucher = dataOf(CreatedVoucher, answer)
  made.push({ companyId, key, allowDuplicate: fields['allowDuplicate'] === true, voucher })
  return voucher
}

/** Gone already is as good as deleted, where the answer to an earlier try was lost. */
async function deleteDraft(shift: Shift, { api }: LoadedCompany, id: string) {
  const { answer, tries } = await untilDefinite(shift.tally, () => api.delete(`/v1/expenses/${id}`))
  const isGone = answer.status === 200 || (answer.status === 404 && tries > 1)
  if (!isGone) throw new Error(`deleting ${id}: ${answer.status} ${JSON.stringify(answer.error)}`)
  shift.deletedIds.add(id)
}
