import { setTimeout as pause } from 'node:timers/promises'
import { findTransaction } from '#command/claims/bank-transactions.ts'
import { type Claimant, conflictIn, holderOf } from '#command/claims/claimant.ts'
import { claim, type DocumentClaims, transactionClaimStream } from '#command/claims/claiming.ts'
import { DEFAULT_TIME_ZONE } from '#command/dependencies.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { voucherClaimant } from '#command/expense-vouchers/claims.ts'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { invoiceClaimant } from '#command/invoices/claims.ts'
import { invoiceRepositories } from '#command/invoices/repository.ts'
import { type NumbersOfSerial, numbersOfSerial } from '#command/numbering/imported-numbers.ts'
import { dayClaims } from '#command/provider-documents/drafting.ts'
import { readModelsIn, serialsOfVouchers } from '#command/read-models.ts'
import { onlyZone, type TimeZones, withZone } from '#command/reference-data/time-zones.ts'
import { printedForm } from '#kernel/domain/printed-form.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { companyEvents } from '#kernel/events/reference-data.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { bankTransactionStream } from '#kernel/platform/recording/bank-transaction-id.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import type { CheckedLine, ImportRun } from './kind.ts'
import type { LogKnowledge } from './log-knowledge.ts'
import type { LineFault } from './parse-line.ts'
import type { Survey } from './survey.ts'
import { holdersInLists } from './unique-values.ts'

/** A document that another system issued, as far as it takes something that no other document may have. */
export interface PastDocument {
  readonly kind: Claimant['kind']
  readonly companyId: string
  readonly documentId: string
  /** The identity or tax number of the seller, or of the buyer. */
  readonly party: string
  readonly transactionDate: string
  /** Money with both decimals. */
  readonly amount: string
  readonly bankTransactionId: string | null
  /** It has its number, and neither its bank transaction nor its day. */
  readonly isCancelled: boolean
  /** In a number book; null where the integrator gave the number. */
  readonly numbered: { readonly serial: string; readonly number: string } | null
}

export type DatedClaims = Pick<DocumentClaims, 'ledger' | 'day' | 'duplicates'> & {
  readonly timeZone: string
}

export type PastDocuments = ReturnType<typeof pastDocuments>

const MOST_EVENTS = 100
const RELEASE_WAITS = { times: 240, ms: 250 }

/** What documents of the past have to themselves: checked first, and taken before they are written. */
export function pastDocuments(log: Log, pool: System['pool'], survey: Survey) {
  const { eventStore, vault } = log
  const readModels = readModelsIn(pool)
  const vouchers = voucherRepositories(log, (companyId) => serialsOfVouchers(readModels, companyId))
  const { transactionClaims, ledgers } = vouchers
  const claimants = {
    expenseVoucher: voucherClaimant(vouchers),
    invoice: invoiceClaimant(invoiceRepositories(log)),
  }
  const holderInLists = holdersInLists(pool)
  const zones = new Map<string, Promise<TimeZones>>()
  const serials = new Map<string, Promise<Serial>>()

  const zonesOf = (companyId: string) => remembered(zones, companyId, () => readZones(companyId))

  async function readZones(companyId: string): Promise<TimeZones> {
    const stored = await eventStore.readStream(companyStream(companyId), { maxCount: 10_000 })
    const recorded = await decodeEvents(vault, () => companyEvents, stored)
    const found = recorded.reduce<TimeZones | undefined>(
      (before, { event, metadata }) => withZone(before, event.data.timeZone, metadata.recordedAt),
      undefined,
    )
    return found ?? onlyZone(DEFAULT_TIME_ZONE)
  }

  const serialOf = (companyId: string, serial: string) =>
    remembered(serials, JSON.stringify([companyId, printedForm(serial)]), async () => {
      const books = await vouchers.booksOf({ companyId, serial })
      return { companyId, numbers: await numbersOfSerial(log, serial, books), wanted: new Map() }
    })

  async function takenNumber({ companyId, documentId, numbered }: PastDocument) {
    if (numbered === null) return []
    const { numbers, wanted } = await serialOf(companyId, numbered.serial)
    const number = BigInt(numbered.number)
    const holder = numbers.holderOf(number)
    if (holder === undefined) wanted.set(number, documentId)
    return usedBy('number', holder, documentId)
  }

  async function unfitTransaction({ kind, companyId, ...document }: PastDocument) {
    const { bankTransactionId: id, documentId, isCancelled } = document
    if (id === null) return []
    const field = 'bankTransactionId'
    const incoming =
      survey.isIncoming(bankTransactionStream(id)) ?? (await isIncoming(companyId, id))
    const wrong = `is not ${kind === 'invoice' ? 'incoming' : 'outgoing'}`
    const direction = incoming === (kind === 'expenseVoucher') ? [{ field, wrong }] : []
    if (isCancelled) return direction
    const { owner } = (await transactionClaims.load(transactionClaimStream(id))).state
    if (owner === null || owner.id === documentId) return direction
    const { status } = await holderOf(claimants[owner.kind], owner)
    return status === 'there' ? [...direction, ...usedBy(field, owner.id, documentId)] : direction
  }

  async function isIncoming(companyId: string, transactionId: string) {
    try {
      return (await findTransaction(log, companyId, transactionId)).incoming
    } catch (error) {
      if (error instanceof Rejection) return undefined
      throw error
    }
  }

  async function takenValues({ past, companyId, unique = [] }: CheckedLine) {
    const found = await Promise.all(
      unique.map(async ({ field, value, column }) =>
        column === null
          ? []
          : usedBy(field, await holderInLists[column]({ companyId, value }), past?.documentId),
      ),
    )
    return found.flat()
  }

  /** What was imported of the document, at its last revision; or its last event, if nothing was. */
  async function latestOf(stream: string): Promise<PlacedEvent | undefined> {
    const newest = { direction: 'backwards', maxCount: MOST_EVENTS } as const
    const events = await eventStore.readStream(stream, newest)
    const [last] = events
    const imported = events.find(({ type }) => isImport(type)) ?? last
    return last && imported && { ...imported, revision: last.revision, position: last.position }
  }

  async function contradiction({ stream, change }: CheckedLine, run: ImportRun) {
    try {
      await change(await latestOf(stream), run)
      return []
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const [field = '', ...wrong] = error.message.split(': ')
      return [{ field, wrong: wrong.join(': ') }]
    }
  }

  /** A claim that an import made before it was killed is being given back: until then it is not made again. */
  async function untilReleased({ documentId, bankTransactionId }: PastDocument, ledger: string) {
    for (let waits = 0; waits < RELEASE_WAITS.times; waits++) {
      const isEntered = (await ledgers.load(ledger)).state.claimed.has(documentId)
      const stream = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
      const owner = stream === null ? null : (await transactionClaims.load(stream)).state.owner
      if (!isEntered && owner?.id !== documentId) return
      await pause(RELEASE_WAITS.ms)
    }
    throw new CommandError('id: what an interrupted import has claimed is not released yet')
  }

  async function datedClaims(document: PastDocument): Promise<DatedClaims> {
    const timeZones = await zonesOf(document.companyId)
    const timeZone = timeZones.at(-1)?.timeZone ?? DEFAULT_TIME_ZONE
    return { ...dayClaims(log, { ...document, timeZone, timeZones }), timeZone }
  }

  return {
    datedClaims,
    latestOf,

    async faultsOf(
      line: CheckedLine,
      knowledge: Pick<LogKnowledge, 'recordOf'>,
      run: ImportRun,
    ): Promise<readonly LineFault[]> {
      const { past, stream } = line
      if (past === undefined) return []
      const isKnown = (await knowledge.recordOf(stream))?.companyId === past.companyId
      const found = await Promise.all([
        takenNumber(past),
        unfitTransaction(past),
        takenValues(line),
        isKnown ? contradiction(line, run) : [],
      ])
      return found.flat()
    },

    /** Enters the numbers of all lines that were checked. */
    async enterNumbers({ origin }: Pick<ImportRun, 'origin'>): Promise<void> {
      for (const one of serials.values()) {
        const { companyId, numbers, wanted } = await one
        await numbers.enter(wanted, { ...origin, companyId })
        for (const [number, documentId] of wanted) {
          const [taken] = usedBy('number', numbers.holderOf(number), documentId)
          if (taken) throw new CommandError(`number: ${number} ${taken.wrong}`)
        }
      }
    },

    /** Claims what the document is to have, before it is written. */
    async hold(document: PastDocument, latest: PlacedEvent | undefined, { origin }: ImportRun) {
      const { kind, companyId, documentId, bankTransactionId, amount, isCancelled } = document
      if (isCancelled || (latest && isImport(latest.type))) return
      const { ledger, day, duplicates } = await datedClaims(document)
      if (latest !== undefined) await untilReleased(document, ledger)
      const wanted = { documentId, bankTransactionId, ledger, day, amount, duplicates }
      try {
        const itsOrigin = { ...origin, companyId }
        await claim(claimants[kind], { ...wanted, allowDuplicate: true }, itsOrigin)
      } catch (error) {
        const holder = conflictIn(error)?.existingId
        if (holder == null) throw error
        throw new CommandError(`bankTransactionId: is used for ${holder}`, { cause: error })
      }
    },
  }
}

interface Serial {
  readonly companyId: string
  readonly numbers: NumbersOfSerial
  /** Numbers that are to be entered, and their documents. */
  readonly wanted: Map<bigint, string>
}

const isImport = (type: string) => type === 'VoucherImported' || type === 'InvoiceImported'

const usedBy = (
  field: string,
  holder: string | undefined,
  documentId: string | undefined,
): readonly LineFault[] =>
  holder === undefined || holder === documentId ? [] : [{ field, wrong: `is used for ${holder}` }]

function remembered<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  find: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}
