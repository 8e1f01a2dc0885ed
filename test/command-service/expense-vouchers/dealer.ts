import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Command } from '#command/event-sourcing/command.ts'
import { requestOrigin } from '#command/event-sourcing/origin.ts'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { confirm } from '#command/expense-vouchers/confirm.ts'
import { create } from '#command/expense-vouchers/create.ts'
import { deleteVoucher } from '#command/expense-vouchers/delete.ts'
import { readFile } from '#command/expense-vouchers/file.ts'
import type { VoucherDraftingDependencies } from '#command/expense-vouchers/permit.ts'
import { prepare } from '#command/expense-vouchers/prepare.ts'
import { preview } from '#command/expense-vouchers/preview.ts'
import {
  evolveOpenWork,
  nextAction,
  type OpenVoucher,
  recoverVoucher,
  type VoucherStep,
} from '#command/expense-vouchers/recovery.ts'
import {
  type ElectronicDependencies,
  type VoucherRepositories,
  voucherRepositories,
} from '#command/expense-vouchers/repository.ts'
import { sendSms } from '#command/expense-vouchers/send-sms.ts'
import { unlimitedSms } from '#command/expense-vouchers/sms-limits.ts'
import { checkStatus } from '#command/expense-vouchers/status.ts'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import type { FileFormat } from '#command/providers/integrator/port.ts'
import { onlyZone } from '#command/reference-data/time-zones.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import {
  type FaultyEventStore,
  faultyEventStore,
  ProcessCrashed,
} from '#test/support/faulty-event-store.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import { contextIn } from '#test/support/request-context.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import {
  bankTransaction,
  company,
  type Settings,
  settings,
  template,
} from '#test/support/voucher-samples.ts'
import { faultyIntegrator } from './faulty-integrator.ts'

/** What a dealer depends on. */
interface Surroundings {
  readonly integrator: { readonly url: string; readonly timeoutMs: number }
  readonly eDocument: Settings['eDocument']
}

/** Paper needs no integrator: nothing listens there. */
const paperOnly: Surroundings = {
  integrator: { url: 'http://127.0.0.1:9', timeoutMs: 1_000 },
  eDocument: null,
}

export const patience = { deadlineMs: 60_000, graceMs: 3_000 }

const families = [expenseVoucherEvents, documentLedgerEvents, transactionClaimEvents] as const
const decoderOf = (stream: string): Decoder<VoucherStep> | undefined =>
  families.find(({ category }) => category === categoryOf(stream))

/** One run of the command service: what it keeps in memory is lost with it. */
export interface Instance {
  readonly faulty: FaultyEventStore
  readonly issuing: ReturnType<typeof issuingWith>
  readonly electronic: ReturnType<typeof electronicWith>
  readonly parts: ElectronicDependencies
  readonly repositories: VoucherRepositories
}

/** A company, the instances that work for it, and the recovery that tidies up behind them. */
export type Dealer = ReturnType<typeof openDealer>

export function openDealer(
  { eventStore, vault, eventsOf }: Infrastructure,
  given: Partial<Surroundings> = {},
) {
  const { integrator, eDocument } = { ...paperOnly, ...given }
  const companyId = randomBytes(12).toString('hex')
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const now = () => clock.now
  let seen = 0
  let work: OpenWork<OpenVoucher> = new Map()
  let quotes = 0
  const troubles: string[] = []
  const calledFor = new Set<string>()
  const write = (line: string) => void (line.includes('ProcessCrashed') || troubles.push(line))
  const logger = pino({ level: 'error' }, { write })

  /** Every look at the price list finds another price: no two tries make the same voucher. */
  const price = () => `53${String(10 + (quotes++ % 90))}.80`
  const settingsNow = () => settings({ companyId, eDocument })
  const references = {
    timeZone: () => 'Europe/Istanbul',
    timeZones: () => onlyZone('Europe/Istanbul'),
    settings: settingsNow,
    price,
    template: () => template({ companyId }),
  }

  function startInstance(): Instance {
    const faulty = faultyEventStore(eventStore)
    const log = { eventStore: faulty.store, vault, now }
    const repositories = voucherRepositories(log)
    const issuing = issuingWith({
      log,
      repositories,
      references,
      customers: { find: () => Promise.resolve(undefined) },
      taxpayers: nobody,
    })
    const parts = {
      log,
      repositories,
      integrator: faultyIntegrator(httpIntegrator(integrator), faulty, (uuid) =>
        calledFor.add(uuid),
      ),
      references: {
        company: () => company({ companyId }),
        settings: settingsNow,
        timeZone: references.timeZone,
        timeZones: references.timeZones,
        integratorAccount: () => undefined,
        isPassive: () => false,
      },
      timing: { deadlineMs: patience.deadlineMs, cooldownMs: 60_000 },
      newUuid: randomUUID,
      closing: new AbortController().signal,
      logger,
    }
    return { faulty, issuing, electronic: electronicWith(parts), parts, repositories }
  }

  /** Goes through what is open as far as it was seen, as one process does it. */
  async function recover({ parts }: Instance) {
    for (const [voucherId, open] of work) {
      const action = nextAction(open, clock.now, patience)
      if (action === 'wait') continue
      try {
        await recoverVoucher(parts, { voucherId, open, action })
      } catch (error) {
        if (error instanceof ProcessCrashed) return
        if (!(error instanceof Rejection)) troubles.push(String(error))
      }
    }
  }

  async function look() {
    const events = await eventsOf(companyId)
    work = decodeWithoutKeys(decoderOf, events.slice(seen)).reduce(evolveOpenWork, work)
    seen = events.length
  }

  return {
    companyId,
    clock,
    /** An instance that never fails. */
    observer: startInstance(),
    /** Unexpected errors of the instances. */
    troubles,
    /** The documents that a provider was called for. */
    calledFor,
    log: { eventStore, vault, now },
    startInstance,
    /** What the recovery knows is what was in the log when it last looked. */
    look,
    recover,
    context: contextIn(companyId),
    recordTransaction: (transaction: Parameters<typeof bankTransaction>[0]) =>
      recordTransaction({ eventStore, vault, now }, bankTransaction({ companyId, ...transaction })),
    /** Time goes by, and the recovery runs, until nothing is open any more. */
    untilQuiet: async () => {
      const instance = startInstance()
      for (let round = 0; round < 10; round++) {
        await look()
        if (work.size === 0) return
        clock.now += patience.deadlineMs
        await recover(instance)
      }
    },
    events: () => eventsOf(companyId),
  }
}

/** What callers can do with paper vouchers, as the routes let them. */
const issuingWith = (drafting: VoucherDraftingDependencies) => ({
  preview: (request: VoucherRequest, context: RequestContext) =>
    preview(drafting, request, context),
  create: (request: VoucherRequest, context: RequestContext, command: Command) =>
    create({ ...drafting, timed: (_step, work) => work }, request, { context, command }),
})

/** The registry of taxpayers has no entry. */
const nobody = { isEInvoiceTaxpayer: () => Promise.resolve(false) }

/** What callers can do with electronic ones. */
const electronicWith = (dependencies: ElectronicDependencies) => ({
  prepare: (id: string, context: RequestContext) => prepare(dependencies, targetOf(id, context)),
  sendSms: (id: string, context: RequestContext) =>
    sendSms({ ...dependencies, smsLimits: unlimitedSms }, targetOf(id, context)),
  confirm: (id: string, code: string, context: RequestContext) =>
    confirm({ ...dependencies, taxpayers: nobody }, targetOf(id, context), code),
  checkStatus: (id: string, context: RequestContext) =>
    checkStatus(dependencies, targetOf(id, context), context.requestId),
  readFile: (id: string, format: FileFormat, context: RequestContext) =>
    readFile(dependencies, targetOf(id, context), { requestId: context.requestId, format }),
  deleteVoucher: (id: string, context: RequestContext) =>
    deleteVoucher(dependencies, targetOf(id, context)),
})

const targetOf = (voucherId: string, context: RequestContext) => ({
  voucherId,
  origin: requestOrigin(context),
})

export const newCommand = () => ({ id: randomUUID(), isRepeated: false })

export const manual = (given: Partial<VoucherRequest> = {}): VoucherRequest => ({
  source: 'manual',
  idNo: '10000000146',
  amount: 65559.95,
  ...given,
})

export const fromBank = (
  bankTransactionId: string,
  given: Partial<VoucherRequest> = {},
): VoucherRequest => ({
  source: 'bankTransaction',
  idNo: '10000000146',
  bankTransactionId,
  ...given,
})

async function recordTransaction(
  log: { eventStore: EventStore; vault: Vault; now: () => number },
  data: ReturnType<typeof bankTransaction>,
) {
  const { companyId, transactionId } = data
  const stream = `bankTransaction-${transactionId}`
  const [last] = await log.eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  await recordEvents(log, {
    family: bankTransactionEvents,
    events: [{ type: 'BankTransactionRecorded', data }],
    stream,
    companyId,
    at: new Date(log.now()).toISOString(),
    owner: { purpose: 'customer', person: 'seller' },
    after: last?.revision,
  })
}
