import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { create } from '#command/invoices/create.ts'
import type { InvoiceRequest } from '#command/invoices/invoice-draft.ts'
import {
  evolveOpenInvoices,
  type InvoiceStep,
  nextAction,
  type OpenInvoice,
  recoverInvoice,
} from '#command/invoices/recovery.ts'
import { type InvoiceDependencies, invoiceRepositories } from '#command/invoices/repository.ts'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import { onlyZone } from '#command/reference-data/time-zones.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import {
  type FailureKind,
  type FaultyEventStore,
  faultyEventStore,
  type PlannedFailure,
} from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { contextIn } from '#test/support/request-context.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { company } from '#test/support/voucher-samples.ts'
import { bracelet, invoicing, manualRequest } from './draft-samples.ts'

const infrastructure = infrastructureForThisFile()
const BUYER_NAME = { nameSurname: 'Ayşe Yılmaz' }
const patience = { deadlineMs: 60_000, graceMs: 3_000 }
const NOON = Date.parse('2026-11-20T09:00:00.000Z')
/** Enough for each step that a recovery may take, several times over. */
const LOOKS = 12

const families = [invoiceEvents, documentLedgerEvents, transactionClaimEvents] as const
const decoderOf = (stream: string): Decoder<InvoiceStep> | undefined =>
  families.find(({ category }) => category === categoryOf(stream))

let sandbox: Awaited<ReturnType<typeof sandboxForThisTest>>
beforeEach(async () => {
  sandbox = await sandboxForThisTest()
})

const lostAnswer = { kind: 'unknown', errorCode: 'TIMEOUT', errorMessage: 'No answer.' } as const

/** The integrator as a process sees it that crashes at a planned call. */
const through = (integrator: InvoiceIntegrator, faulty: FaultyEventStore): InvoiceIntegrator => ({
  submitInvoice: (call, invoice) =>
    faulty.through('submit', () => integrator.submitInvoice(call, invoice), lostAnswer),
  keepDraft: (call, invoice) =>
    faulty.through('draft', () => integrator.keepDraft(call, invoice), lostAnswer),
  deleteDraft: (call, uuid) =>
    faulty.through('delete', () => integrator.deleteDraft(call, uuid), lostAnswer),
  invoiceStatus: (call, uuid) =>
    faulty.through('status', () => integrator.invoiceStatus(call, uuid), lostAnswer),
})

function openDesk() {
  const { eventStore, vault, eventsOf } = infrastructure()
  const companyId = randomBytes(12).toString('hex')
  const clock = { now: NOON }

  function startInstance() {
    const faulty = faultyEventStore(eventStore)
    const log = { eventStore: faulty.store, vault, now: () => clock.now }
    const integrator = httpInvoiceIntegrator({ url: sandbox.url, timeoutMs: 5_000 })
    const dependencies: InvoiceDependencies = {
      log,
      repositories: invoiceRepositories(log),
      integrator: through(integrator, faulty),
      customers: { find: () => Promise.resolve(undefined) },
      taxpayers: { isEInvoiceTaxpayer: () => Promise.resolve(false) },
      references: {
        company: () => company({ companyId }),
        timeZone: () => 'Europe/Istanbul',
        timeZones: () => onlyZone('Europe/Istanbul'),
        settings: () => ({ ...invoicing({ identityValidationRequired: false }), companyId }),
        price: () => '5900.00',
        template: () => bracelet({ companyId }),
        integratorAccount: () => undefined,
      },
      closing: new AbortController().signal,
    }
    return { faulty, dependencies }
  }

  const steps = async () => decodeWithoutKeys(decoderOf, await eventsOf(companyId))

  return {
    startInstance,
    ask: (dependencies: InvoiceDependencies, request: InvoiceRequest) =>
      create(dependencies, request, { context: contextIn(companyId), command: newCommand() }),
    types: async () => (await steps()).map(({ event }) => event.type),
    /** One instance is left: what it still finds open when it has looked often enough. */
    async leftOpen(): Promise<readonly OpenInvoice[]> {
      const { dependencies } = startInstance()
      for (let look = 0; look < LOOKS; look++) {
        const work = (await steps()).reduce<OpenWork<OpenInvoice>>(evolveOpenInvoices, new Map())
        if (work.size === 0) return []
        clock.now += patience.deadlineMs
        for (const [invoiceId, open] of work) {
          const action = nextAction(open, clock.now, patience)
          if (action === 'wait') continue
          await recoverInvoice(dependencies, { invoiceId, open, action }, patience)
        }
      }
      const work = (await steps()).reduce<OpenWork<OpenInvoice>>(evolveOpenInvoices, new Map())
      return [...work.values()]
    },
  }
}

const newCommand = () => ({ id: randomUUID(), isRepeated: false })

/** At each call that creating it takes where nothing happens, the ways in which a process dies there. */
async function plannedFailuresOf(request: InvoiceRequest): Promise<readonly PlannedFailure[]> {
  const desk = openDesk()
  const { faulty, dependencies } = desk.startInstance()
  await desk.ask(dependencies, request)
  const failures: readonly FailureKind[] = ['before', 'after', 'late']
  return Array.from({ length: faulty.calls() }, (_, index) =>
    failures.map((failure) => ({ at: index + 1, failure })),
  ).flat()
}

const crashAnywhere = async (request: InvoiceRequest) =>
  Promise.all((await plannedFailuresOf(request)).map((failure) => crashAt(failure, request)))

/** What it had sent arrives when the others have done what they could. */
async function crashAt(plannedFailure: PlannedFailure, request: InvoiceRequest) {
  const desk = openDesk()
  const { faulty, dependencies } = desk.startInstance()
  faulty.planFailure(plannedFailure)
  await desk.ask(dependencies, request).catch(() => undefined)
  expect(faulty.hasCrashed()).toBe(true)
  await desk.leftOpen()
  await faulty.deliverLate()
  return { plannedFailure, open: await desk.leftOpen(), types: await desk.types() }
}

test('whenever the process of a draft dies, the other process completes all open work', async () => {
  const request = manualRequest({ ...BUYER_NAME, isDraft: true })
  const endings = new Set<string | undefined>()
  for (const { plannedFailure, open, types } of await crashAnywhere(request)) {
    expect([plannedFailure, open]).toEqual([plannedFailure, []])
    expect(types).not.toContain('StatusAsked')
    expect(types.includes('DocumentClaimed') && !types.includes('DocumentReleased')).toBe(
      types.includes('DraftKept'),
    )
    endings.add(types.at(-1))
  }
  expect(endings).toEqual(new Set([undefined, 'DocumentReleased', 'DraftKept']))
})

test('whenever the process of an invoice dies, it is issued, abandoned, or asked about with a back-off', async () => {
  const crashes = await crashAnywhere(manualRequest(BUYER_NAME))
  const endings = crashes.map((crash) => [crash.plannedFailure, endingOf(crash)])
  expect(endings.filter(([, ending]) => ending === undefined)).toEqual([])
  expect(new Set(endings.map(([, ending]) => ending))).toEqual(
    new Set(['issued', 'given up', 'asked about']),
  )
})

/** Undefined: it ended in no way that an invoice may end. */
function endingOf({ open, types }: Awaited<ReturnType<typeof crashAt>>): string | undefined {
  const [asked, ...others] = open
  const holdsClaim = types.includes('DocumentClaimed') && !types.includes('DocumentReleased')
  if (asked === undefined) {
    if (types.includes('InvoiceIssued')) return 'issued'
    return holdsClaim ? undefined : 'given up'
  }
  const questions = types.filter((type) => type === 'StatusAsked').length
  const isAskedAbout = asked.stage === 'unknown' && !asked.isDraft && asked.asked === questions
  const isRarely = questions > 0 && questions < LOOKS
  return others.length === 0 && holdsClaim && isAskedAbout && isRarely ? 'asked about' : undefined
}
