import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import { createdIn, deletedIn, type Fields, fromBank, manual } from './invoices.ts'
import { answerTo, emptyTally, type Tally } from './retrying-caller.ts'
import { fault } from './sellers.ts'
import type { SystemAddresses } from './system.ts'
import type { Answer, Api } from './system-client.ts'
import { startWork } from './workers.ts'

export interface InvoicingCompany {
  readonly companyId: string
  readonly api: Api
  /** Incoming bank transactions; two callers at a time want the same one. */
  readonly transactionIds: readonly string[]
}

export interface InvoicingReport {
  /** By uuid: the official numbers that callers were told. */
  readonly issued: ReadonlyMap<string, string>
  readonly deleted: ReadonlySet<string>
  readonly tally: Readonly<Tally> & { readonly refused: number; readonly left: number }
}

const CALLERS_PER_COMPANY = 4
const REST_MS = 25
/** So long a caller asks again under the key; then it goes home. */
const PATIENCE_MS = 5_000
const TRY_AGAIN_MS = 150

const faults: readonly (readonly [OperationName, FaultMode])[] = [
  ['invoice.submit', 'accept-then-timeout'],
  ['invoice.draft', 'accept-then-timeout'],
  ['invoice.submit', 'reject'],
  ['invoice.submit', 'timeout'],
  ['invoice.deleteDraft', 'accept-then-timeout'],
  ['invoice.submit', 'malformed'],
  ['invoice.submit', 'reject-then-timeout'],
  ['invoice.deleteDraft', 'timeout'],
  ['invoice.submit', 'error'],
  ['invoice.submit', 'rate-limited'],
]

export interface InvoiceLoad {
  /** How much has been acknowledged; throws when a caller was told what it must not be. */
  readonly acknowledged: () => number
  readonly stop: () => Promise<InvoicingReport>
}

/** Callers who invoice all at once, at an integrator that fails now and then. */
export function startInvoiceLoad(
  system: SystemAddresses,
  companies: readonly InvoicingCompany[],
): InvoiceLoad {
  const issued = new Map<string, string>()
  const deleted = new Set<string>()
  const tally = { ...emptyTally(), refused: 0, left: 0 }
  const shift = { system, issued, deleted, tally }
  const work = startWork((over) =>
    companies.flatMap((company) => {
      const counter = { sales: 0 }
      return Array.from({ length: CALLERS_PER_COMPANY }, async () => {
        while (!over.aborted) {
          await sell(shift, company, counter.sales++)
          await pause(REST_MS)
        }
      })
    }),
  )
  return {
    acknowledged() {
      work.check()
      return issued.size + deleted.size
    },
    async stop() {
      await work.stop()
      return shift
    },
  }
}

interface Shift {
  readonly system: SystemAddresses
  readonly issued: Map<string, string>
  readonly deleted: Set<string>
  readonly tally: Tally & { refused: number; left: number }
}

async function sell(shift: Shift, { api, transactionIds }: InvoicingCompany, index: number) {
  const [operation, mode] = faults[(index / 4) % faults.length] ?? []
  if (operation !== undefined && mode !== undefined) {
    await answerTo(() => fault(shift.system, operation, mode))
  }
  const transactionId = transactionIds[Math.floor(index / 2) % transactionIds.length] ?? ''
  const isDraft = index % 5 === 4
  const fields =
    index % 3 === 0
      ? manual({ amount: 1_000 + index, allowDuplicate: true, isDraft })
      : fromBank(transactionId, { isDraft })
  const made = await create(shift, api, fields)
  if (made === undefined) return
  const { uuid, invoiceNumber } = createdIn(made)
  if (uuid === null) throw new Error('an invoice without a uuid')
  if (!isDraft) shift.issued.set(uuid, invoiceNumber ?? 'no number')
  else if (index % 10 === 4) await remove(shift, api, uuid)
}

/** Undefined where it was refused, or is not known when the caller goes home. */
async function create({ tally }: Shift, api: Api, fields: Fields): Promise<Answer | undefined> {
  const key = randomUUID()
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const answer = await answerTo(() =>
      api.post('/v1/invoices', fields, { 'idempotency-key': key }),
    )
    if (answer !== undefined) tally.answered += 1
    if (answer === undefined || answer.status >= 500) tally.unknown += 1
    else if (answer.status < 300) return answer
    else if (answer.error?.details[0]?.field === 'Idempotency-Key') tally.running += 1
    else if (answer.status === 409) {
      tally.refused += 1
      return undefined
    } else throw new Error(`refused: ${JSON.stringify(answer.error)}`)
    await pause(TRY_AGAIN_MS)
  }
  tally.left += 1
  return undefined
}

/** Not found is as good as deleted, once it has been asked for. */
async function remove({ deleted, tally }: Shift, api: Api, uuid: string) {
  const deadline = Date.now() + PATIENCE_MS
  for (let tries = 1; Date.now() < deadline; tries++) {
    const answer = await answerTo(() => api.delete(`/v1/invoices/${uuid}`))
    const isGone = answer?.status === 200 || (answer?.status === 404 && tries > 1)
    if (isGone) {
      if (answer.status === 200) deletedIn(answer)
      deleted.add(uuid)
      return
    }
    if (answer !== undefined && answer.status < 500) {
      throw new Error(`deleting ${uuid}: ${answer.status} ${JSON.stringify(answer.error)}`)
    }
    await pause(TRY_AGAIN_MS)
  }
  tally.left += 1
}
