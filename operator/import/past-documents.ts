import { findTransaction } from '#command/claims/bank-transactions.ts'
import { holderOf } from '#command/claims/claimant.ts'
import { transactionClaimStream } from '#command/claims/claiming.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { voucherClaimant } from '#command/expense-vouchers/claims.ts'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { invoiceClaimant } from '#command/invoices/claims.ts'
import { invoiceRepositories } from '#command/invoices/repository.ts'
import { readModelsIn } from '#command/read-models.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { bankTransactionStream } from '#kernel/platform/recording/bank-transaction-id.ts'
import type { CheckedLine, ImportRun } from './kind.ts'
import type { LineFault } from './line-fault.ts'
import type { LogKnowledge } from './log-knowledge.ts'
import { claimingTogether, datedClaimsIn, holdingIn } from './past-claims.ts'
import { isImport, type PastDocument, usedBy } from './past-document.ts'
import { pastNumbers } from './past-numbers.ts'
import type { Survey } from './survey.ts'
import { holdersInLists } from './unique-values.ts'

export type PastDocuments = ReturnType<typeof pastDocuments>

const MOST_EVENTS = 100

/** What documents of the past have to themselves: checked first, and taken before they are written. */
export function pastDocuments(
  log: Log,
  pool: System['pool'],
  { survey, knowledge }: { readonly survey: Survey; readonly knowledge: LogKnowledge },
) {
  const readModels = readModelsIn(pool)
  const vouchers = voucherRepositories(log)
  const claimants = {
    expenseVoucher: claimingTogether(voucherClaimant(vouchers), knowledge.mayBeClaimed),
    invoice: claimingTogether(invoiceClaimant(invoiceRepositories(log)), knowledge.mayBeClaimed),
  }
  const holderInLists = holdersInLists(readModels)
  const numbers = pastNumbers(log, vouchers.bookOf)
  const datedClaims = datedClaimsIn(log)
  const { latestOf, unchangedAt, contradiction } = toldBefore(log, knowledge)

  async function wrongDirection({ kind, companyId, bankTransactionId: id }: PastDocument) {
    if (id === null) return []
    const inFile = survey.isIncoming(bankTransactionStream(id))
    const incoming = inFile ?? (await isIncoming(log, companyId, id))
    const wrong = `is not ${kind === 'invoice' ? 'incoming' : 'outgoing'}`
    return incoming === (kind === 'expenseVoucher') ? [{ field: 'bankTransactionId', wrong }] : []
  }

  async function takenTransaction({
    bankTransactionId: id,
    documentId,
    isCancelled,
  }: PastDocument) {
    if (id === null || isCancelled) return []
    const { state } = await vouchers.transactionClaims.load(transactionClaimStream(id))
    const { owner } = state
    if (owner === null || owner.id === documentId) return []
    const { status } = await holderOf(claimants[owner.kind], owner)
    return status === 'there' ? usedBy('bankTransactionId', owner.id, documentId) : []
  }

  return {
    datedClaims,
    latestOf,
    unchangedAt,
    hold: holdingIn(claimants, datedClaims),
    enterNumbers: numbers.enter,

    faultsOf: async (line: CheckedLine, run: ImportRun): Promise<readonly LineFault[]> => {
      const { past, stream } = line
      if (past === undefined) return []
      const isKnown = (await knowledge.recordOf(stream))?.companyId === past.companyId
      const found = await Promise.all([
        numbers.faultsOf(past),
        wrongDirection(past),
        takenTransaction(past),
        takenValues(line, holderInLists),
        isKnown ? contradiction(line, run) : [],
      ])
      return found.flat()
    },
  }
}

/** What was said of a document before, and whether a line contradicts it. */
function toldBefore(log: Log, knowledge: LogKnowledge) {
  const latestOf = (stream: string) => latestImport(log.eventStore, stream)
  const knownOrLatest = async (stream: string) => {
    const known = knowledge.latest(stream)
    return known && isImport(known) ? known : latestOf(stream)
  }

  /** Where documents stand of which no line says anything new. */
  const unchanged = new Map<string, LogPosition | undefined>()

  async function contradiction(
    { stream, change }: CheckedLine,
    run: ImportRun,
  ): Promise<readonly LineFault[]> {
    try {
      const latest = await knownOrLatest(stream)
      const saysNothingNew = (await change(latest, run)) === undefined
      const othersNeither = !unchanged.has(stream) || unchanged.get(stream) !== undefined
      unchanged.set(stream, saysNothingNew && othersNeither ? latest?.position : undefined)
      return []
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const [field = '', ...wrong] = error.message.split(': ')
      return [{ field, wrong: wrong.join(': ') }]
    }
  }

  return {
    latestOf,
    unchangedAt: (stream: string) => unchanged.get(stream),
    contradiction,
  }
}

async function takenValues(
  { past, companyId, unique = [] }: CheckedLine,
  holderInLists: ReturnType<typeof holdersInLists>,
): Promise<readonly LineFault[]> {
  const found = await Promise.all(
    unique.map(async ({ field, value, column }) =>
      column === null
        ? []
        : usedBy(field, await holderInLists[column]({ companyId, value }), past?.documentId),
    ),
  )
  return found.flat()
}

async function isIncoming(log: Log, companyId: string, transactionId: string) {
  try {
    return (await findTransaction(log, companyId, transactionId)).incoming
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}

/** What was imported of the document, at its last revision; or its last event, if nothing was. */
async function latestImport({ readStream }: EventStore, stream: string) {
  const newest = { direction: 'backwards', maxCount: MOST_EVENTS } as const
  const events = await readStream(stream, newest)
  const [last] = events
  const imported = events.find(isImport) ?? last
  return last && imported && { ...imported, revision: last.revision, position: last.position }
}
