import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { dealerForThisFile } from '#test/projections/dealer.ts'
import { transactionRecorded, voucherDrafted } from '#test/projections/samples.ts'
import { typesOf } from '#test/support/an-event.ts'
import { cover } from '#test/support/cover.ts'
import { braceletLine, invoiceHappenings } from '#test/support/invoice-events.ts'
import { differences } from '#test/support/read-model-fold.ts'

const TRANSACTION = 'b'.repeat(24)
const INVOICE = '1f'.padEnd(24, '0')

const happens = invoiceHappenings(INVOICE)
const requested = [
  happens('InvoiceRequested', { bankTransactionId: TRANSACTION }),
  happens('SubmissionStarted'),
]
const issued = [...requested, happens('InvoiceIssued')]
const unknown = [...requested, happens('SubmissionUnknown')]
const drafted = [
  happens('InvoiceRequested', { bankTransactionId: TRANSACTION, isDraft: true }),
  happens('SubmissionStarted'),
  happens('DraftKept'),
]

const files = dealerForThisFile()

/** A company whose bank has told of one transaction, and to which all this happened. */
async function afterwards(...events: readonly InvoiceEvent[]) {
  const dealer = files.now
  const companyId = randomBytes(12).toString('hex')
  async function next(...more: readonly InvoiceEvent[]) {
    for (const event of more) {
      await dealer.write(invoiceEvents, `${companyId}${event.data.invoiceId}`, event, { companyId })
    }
  }
  const recorded = transactionRecorded({ transactionId: TRANSACTION, status: 2 })
  await dealer.write(bankTransactionEvents, `${companyId}${TRANSACTION}`, recorded, { companyId })
  await next(...events)
  async function shown(table: string, columns: string) {
    expect(await differences(dealer)).toEqual([])
    const query = `select ${columns} from read_model.${table} where company_id = $1`
    return (await dealer.rows(query, [companyId]))[0]
  }
  return {
    companyId,
    next,
    invoice: (columns = 'stage, visible, invoice_number') => shown('invoice', columns),
    transaction: () => shown('bank_transaction', 'status, is_check, voucher_id, invoice_id'),
    updatedAt: async () => {
      const rows = [
        await shown('invoice', 'updated_at'),
        await shown('bank_transaction', 'updated_at'),
      ]
      return rows.map((row): unknown => row?.['updated_at'])
    },
  }
}

const free = { status: 2, is_check: false, voucher_id: null, invoice_id: null }
const claimed = { ...free, invoice_id: INVOICE }
const processed = { ...claimed, status: 1 }

test.each([
  ['submitting', requested, claimed],
  ['unknown', unknown, claimed],
  ['unknown', [...unknown, happens('StatusAsked')], claimed],
  ['draft', drafted, claimed],
  ['deletingDraft', [...drafted, happens('DraftDeletionStarted')], claimed],
  [
    'deletingDraft',
    [...drafted, happens('DraftDeletionStarted'), happens('DraftDeletionUnknown')],
    claimed,
  ],
  [
    'draft',
    [...drafted, happens('DraftDeletionStarted'), happens('DraftDeletionRefused')],
    claimed,
  ],
  ['ended', [...drafted, happens('DraftDeletionStarted'), happens('DraftDeleted')], free],
  ['ended', [...requested, happens('SubmissionRefused')], free],
  ['ended', [...unknown, happens('SubmissionRefused', { attemptId: null })], free],
  ['ended', [...unknown, happens('OutcomeResolved', { resolvedAs: 'neverArrived' })], free],
] as const)(
  'an invoice that is %s is hidden, and its transaction shows it as long as it exists',
  async (stage, events, transaction) => {
    const company = await afterwards(...events)

    expect(await company.invoice()).toEqual({ stage, visible: false, invoice_number: null })
    expect(await company.transaction()).toEqual(transaction)
  },
)

test('an issued invoice becomes visible with its number, and its transaction is processed', async () => {
  const company = await afterwards(...issued)

  expect(await company.invoice('stage, visible, invoice_number, issued_at, cancelled_at')).toEqual({
    stage: 'issued',
    visible: true,
    invoice_number: 'ABC2026000000001',
    issued_at: new Date('2026-11-20T10:00:02.123Z'),
    cancelled_at: null,
  })
  expect(await company.transaction()).toEqual(processed)
})

test('an invoice keeps its metal and the fine grams of its goods', async () => {
  const company = await afterwards(
    happens('InvoiceRequested', {
      purity: '0.9166',
      lines: [{ ...braceletLine, quantity: '18.02' }],
    }),
  )
  const columns = 'material, trim_scale(fine_grams)::text as fine_grams'
  expect(await company.invoice(columns)).toEqual({ material: 'gold', fine_grams: '16.517132' })
})

test('an invoice that an operator found accepted is issued, perhaps without a number', async () => {
  const found = { attemptId: null, invoiceNumber: null }
  const company = await afterwards(
    ...unknown,
    happens('OutcomeResolved', { resolvedAs: 'accepted' }),
    happens('InvoiceIssued', found),
  )

  expect(await company.invoice()).toEqual({ stage: 'issued', visible: true, invoice_number: null })
  expect(await company.transaction()).toEqual(processed)
})

test('a cancelled invoice stays visible and keeps its transaction', async () => {
  const company = await afterwards(...issued, happens('InvoiceCancelled'))

  expect(await company.invoice('visible, cancelled_at')).toEqual({
    visible: true,
    cancelled_at: new Date('2026-11-20T10:00:13.250Z'),
  })
  expect(await company.transaction()).toEqual(processed)
})

test('a released transaction is free for a voucher', async () => {
  const company = await afterwards(...requested, happens('SubmissionRefused'))
  const { companyId } = company
  const voucher = voucherDrafted({ voucherId: 'f'.repeat(24), bankTransactionId: TRANSACTION })
  await files.now.write(expenseVoucherEvents, `${companyId}v`, voucher, { companyId })

  expect(await company.transaction()).toEqual({
    status: 2,
    is_check: true,
    voucher_id: 'f'.repeat(24),
    invoice_id: null,
  })
})

test('a manual draft has a record until that is deleted', async () => {
  const draft = { source: 'manual', bankTransactionId: null, isDraft: true } as const
  const company = await afterwards(
    happens('InvoiceRequested', draft),
    happens('SubmissionStarted'),
    happens('DraftKept'),
  )
  expect(await company.invoice('stage, has_record')).toEqual({ stage: 'draft', has_record: true })
  await company.next(happens('RecordDeleted'))
  expect(await company.invoice('stage, has_record')).toEqual({ stage: 'draft', has_record: false })
  expect(await company.transaction()).toEqual(free)
})

test('a fenced invoice leaves no row', async () => {
  const company = await afterwards(happens('InvoiceAbandoned'))

  expect(await company.invoice()).toBeUndefined()
})

test('every step moves updatedAt of the invoice, and of its transaction if that shows it', async () => {
  const company = await afterwards(...requested)
  const moved: Record<string, readonly boolean[]> = {}
  let before = await company.updatedAt()
  const steps = [
    happens('SubmissionUnknown'),
    happens('StatusAsked'),
    happens('OutcomeResolved', { resolvedAs: 'accepted' }),
    happens('InvoiceIssued'),
    happens('InvoiceCancelled'),
  ]
  for (const event of steps) {
    await company.next(event)
    const now = await company.updatedAt()
    moved[event.type] = now.map((update, index) => update !== before[index])
    before = now
  }
  const both = new Set(['InvoiceIssued', 'InvoiceCancelled'])

  expect(moved).toEqual(Object.fromEntries(steps.map(({ type }) => [type, [true, both.has(type)]])))
})

test('of a forgotten customer only the amounts are left', async () => {
  const company = await afterwards(
    happens('InvoiceRequested', {
      customer: forgotten,
      payment: forgotten,
      description: forgotten,
    }),
    happens('InvoiceIssued'),
  )

  expect(await company.invoice('id_no, name, name_folded, mail, payable_total')).toEqual({
    id_no: null,
    name: null,
    name_folded: '',
    mail: null,
    payable_total: '100000',
  })
})

const step = fc.record({
  what: fc.constantFrom('request', 'request', 'goOn', 'goOn', 'goOn', 'transaction'),
  pick: fc.nat(5),
  variant: fc.constantFrom(...Array(21).keys()),
  /** The writer's clock may stand still and go back. */
  millisecond: fc.nat(30),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Written {
  readonly id: string
  readonly transactionId: string | null
  isLive: boolean
  isIssued: boolean
}

/** What can happen to any that is not issued, whatever happened before. */
const inAnyOrder = typesOf(invoiceEvents, 'invoiceId').filter(
  (type) =>
    ![
      'InvoiceRequested',
      'InvoiceImported',
      'OutcomeResolved',
      'InvoiceAbandoned',
      'InvoiceCancelled',
    ].includes(type),
)

/** The tables show what was written, in whatever order, as long as no transaction has two invoices. */
function nextEvent(written: Written[], run: string, { what, pick, variant }: Step) {
  if (what === 'request') {
    const wanted = `${run}.t${pick % 3}`
    const isTaken = written.some(({ transactionId, isLive }) => isLive && transactionId === wanted)
    const transactionId = isTaken ? null : wanted
    const id = `${run}.${written.length}`
    written.push({ id, transactionId, isLive: true, isIssued: false })
    const content = { bankTransactionId: transactionId, isDraft: variant % 2 === 0 }
    return invoiceHappenings(id)('InvoiceRequested', content)
  }
  const live = written.filter(({ isLive }) => isLive)
  const one = live[pick % live.length]
  if (one === undefined) return undefined
  const events = invoiceHappenings(one.id)
  // Once it is official it can be cancelled, and nothing else.
  if (one.isIssued) return events('InvoiceCancelled')
  const ways: readonly (() => InvoiceEvent)[] = [
    ...inAnyOrder.map((type) => () => events(type)),
    () => events('OutcomeResolved', { resolvedAs: 'accepted' }),
    () => events('OutcomeResolved', { resolvedAs: 'neverArrived' }),
    () => events('InvoiceAbandoned'),
  ]
  const event = ways[variant % ways.length]?.()
  one.isLive = !isEnd(event)
  one.isIssued = event?.type === 'InvoiceIssued'
  return event
}

const isEnd = (event: InvoiceEvent | undefined) =>
  event?.type === 'DraftDeleted' ||
  event?.type === 'SubmissionRefused' ||
  (event?.type === 'OutcomeResolved' && event.data.resolvedAs === 'neverArrived')

const histories = fc.array(step, { minLength: 40, maxLength: 60, size: 'max' })

test('after any events of invoices and their transactions the tables equal the log', async () => {
  let runs = 0
  const { now: dealer } = files
  const cases = cover<InvoiceEvent['type']>(
    'InvoiceIssued',
    'InvoiceCancelled',
    'DraftDeleted',
    'SubmissionRefused',
  )
  await cases.assert(
    fc.asyncProperty(histories, async (steps) => {
      runs += 1
      const run = `run${runs}`
      const written: Written[] = []
      for (const each of steps) {
        const companyId = 'd'.repeat(24)
        const when = { companyId, at: `2026-11-20T09:45:00.${String(100 + each.millisecond)}Z` }
        if (each.what === 'transaction') {
          const id = `${run}.t${each.pick % 3}`
          const recorded = transactionRecorded({ transactionId: id, status: each.variant % 3 })
          await dealer.write(bankTransactionEvents, id, recorded, when)
          continue
        }
        const event = nextEvent(written, run, each)
        if (event !== undefined) {
          cases.count(event.type)
          await dealer.write(invoiceEvents, event.data.invoiceId, event, when)
        }
      }
      expect(await differences(dealer)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
