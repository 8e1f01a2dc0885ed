import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import { carryOut, type Habits } from './electronic-sale.ts'
import { answerTo, emptyTally, type Tally, untilDefinite } from './retrying-caller.ts'
import { fault, newPhone, seller } from './sellers.ts'
import type { SystemAddresses } from './system.ts'
import type { Api } from './system-client.ts'
import { createdIn, fromBank, manual } from './vouchers.ts'
import { startWork } from './workers.ts'

export interface SellingCompany {
  readonly companyId: string
  readonly api: Api
  /** Outgoing bank transactions; two callers at a time want the same one. */
  readonly transactionIds: readonly string[]
}

export interface SaleReport {
  /** By Idempotency-Key: every draft that was acknowledged. */
  readonly drafts: ReadonlyMap<string, string>
  /** By voucher: the official numbers that callers were told. */
  readonly sent: ReadonlyMap<string, string>
  readonly deletedIds: ReadonlySet<string>
  /** In review when their callers went home. */
  readonly leftIds: readonly string[]
  /** Keys of requests that lost to another one for the same transaction. */
  readonly lostKeys: readonly string[]
  readonly tally: Readonly<Tally>
}

export interface ElectronicLoad {
  /** How many steps have been acknowledged; throws when a caller was told what it must not be. */
  readonly acknowledged: () => number
  readonly stop: () => Promise<SaleReport>
}

interface Shift extends SaleReport {
  readonly system: SystemAddresses
  readonly drafts: Map<string, string>
  readonly sent: Map<string, string>
  readonly deletedIds: Set<string>
  readonly leftIds: string[]
  readonly lostKeys: string[]
  readonly tally: Tally
  steps: number
}

const CALLERS_PER_COMPANY = 5
const REST_MS = 20
const EVERY_SO_MANY_SALES = 3

const faults: readonly (readonly [OperationName, FaultMode])[] = [
  ['voucher.submit', 'accept-then-timeout'],
  ['voucher.prepare', 'timeout'],
  ['voucher.submit', 'malformed'],
  ['voucher.sms', 'accept-then-timeout'],
  ['voucher.submit', 'reject'],
  ['voucher.status', 'error'],
  ['voucher.submit', 'timeout'],
  ['voucher.prepare', 'reject'],
  ['voucher.submit', 'reject-then-timeout'],
  ['voucher.cancel', 'accept-then-timeout'],
  ['voucher.submit', 'rate-limited'],
  ['voucher.sms', 'quota'],
  ['voucher.submit', 'error'],
  ['voucher.cancel', 'timeout'],
]

/** Callers who sell electronically all at once, at a provider that fails now and then. */
export function startElectronicLoad(
  system: SystemAddresses,
  companies: readonly SellingCompany[],
): ElectronicLoad {
  const shift: Shift = {
    system,
    drafts: new Map(),
    sent: new Map(),
    deletedIds: new Set(),
    leftIds: [],
    lostKeys: [],
    tally: emptyTally(),
    steps: 0,
  }
  const work = startWork((over) =>
    companies.flatMap((company) => {
      const counter = { sales: 0 }
      const callerFor = () => workFor(shift, company, { counter, over })
      return Array.from({ length: CALLERS_PER_COMPANY }, callerFor)
    }),
  )
  return {
    acknowledged() {
      work.check()
      return shift.steps
    },
    async stop() {
      await work.stop()
      return shift
    },
  }
}

async function workFor(
  shift: Shift,
  company: SellingCompany,
  { counter, over }: { counter: { sales: number }; over: AbortSignal },
) {
  while (!over.aborted) {
    await sell(shift, company, counter.sales++)
    await pause(REST_MS)
  }
}

async function sell(shift: Shift, company: SellingCompany, index: number) {
  const { system, tally } = shift
  const [operation, mode] = faults[(index / EVERY_SO_MANY_SALES) % faults.length] ?? []
  if (operation !== undefined && mode !== undefined) {
    await answerTo(() => fault(system, operation, mode))
  }
  const phone = newPhone()
  const id = await draft(shift, company, { index, phone })
  if (id === undefined) return
  const parts = { system, api: company.api, tally, onStep: () => void shift.steps++ }
  const ended = await carryOut(parts, { id, phone, habits: habitsOf(index) })
  if (ended.as === 'sent') shift.sent.set(id, ended.number)
  else if (ended.as === 'deleted') shift.deletedIds.add(id)
  else shift.leftIds.push(id)
}

const habitsOf = (index: number): Habits => ({
  changesMind: index % 6 === 5,
  mistypes: index % 4 === 1,
  isImpatient: index % 5 === 2,
  leavesReview: index % 2 === 0,
})

/** Undefined where somebody else has the transaction. */
async function draft(
  shift: Shift,
  { api, transactionIds }: SellingCompany,
  { index, phone }: { index: number; phone: string },
): Promise<string | undefined> {
  const key = randomUUID()
  const transactionId = transactionIds[Math.floor(index / 4) % transactionIds.length] ?? ''
  const isFromBank = index % 4 < 2
  const source = isFromBank ? fromBank(transactionId) : manual({ amount: 1_000 + index })
  const fields = { ...source, ...seller(phone), isDraft: true, allowDuplicate: true }
  const send = () => api.post('/v1/expenses', fields, { 'idempotency-key': key })
  const { answer } = await untilDefinite(shift.tally, send)
  if (answer.status === 201) {
    const { id } = createdIn(answer)
    shift.drafts.set(key, id)
    return id
  }
  if (answer.error?.details[0]?.rule === 'duplicate') {
    shift.lostKeys.push(key)
    return undefined
  }
  throw new Error(`${JSON.stringify(fields)}: ${answer.status} ${JSON.stringify(answer.error)}`)
}
