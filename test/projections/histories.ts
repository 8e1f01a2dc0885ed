import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { templateEvents } from '#kernel/events/reference-data.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import {
  invoiceNeverRequested,
  invoiceRequested,
  kmtsEvent,
  nextInvoiceEvent,
} from './history-documents.ts'
import { aboutForm } from './history-forms.ts'
import {
  aboutInvoices,
  aboutVouchers,
  anyStep,
  companies,
  freeTransactions,
  type HistoryLog,
  recordId,
  type Script,
  type Step,
  type Writer,
} from './history-steps.ts'
import { nextOf, voucherEvents } from './history-vouchers.ts'
import {
  accountQueried,
  bankAccountRecorded,
  customerRecorded,
  person,
  sanctionsChecked,
  templateRecorded,
  transactionRecorded,
} from './samples.ts'

/** What several writers do at the same time, each one step after the other. */
export const histories = ({ writers, steps }: Readonly<Record<'writers' | 'steps', number>>) => {
  const script = fc.array(anyStep, { maxLength: steps, size: 'max' })
  return fc.array(script, { minLength: 1, maxLength: writers, size: 'max' })
}

/**
 * Lets it happen, in two companies. Each writer has transactions and vouchers of its own; a step
 * that makes no sense at the moment is left out, as the services would refuse it.
 */
export async function happen(dealer: HistoryLog, run: string, scripts: readonly Script[]) {
  await Promise.all(
    scripts.map(async (script, index) => {
      const companyId = companies[index % 2] ?? ''
      const name = `${run}.${index}`
      const documents = { transactions: [], vouchers: [], invoices: [] }
      const open = { pending: new Set<string>(), forms: new Map<string, 'submitted' | 'takenUp'>() }
      const writer = { dealer, name, companyId, ...documents, ...open }
      for (const each of script) await take(writer, each)
      await endFinalizations(writer)
    }),
  )
}

/** As the recovery does: nothing stays between a draft and a finalized voucher. */
async function endFinalizations({ dealer, companyId, vouchers }: Writer) {
  for (const [index, voucher] of vouchers.entries()) {
    if (voucher.stage !== 'finalizing') continue
    const what = index % 2 === 0 ? 'finalize' : 'abandon'
    const event = nextOf(voucher, what, index % 4)
    if (event !== undefined) {
      await dealer.write(expenseVoucherEvents, voucher.id, event, { companyId })
    }
  }
}

function take(writer: Writer, step: Step) {
  if (aboutVouchers.some((each) => each === step.what)) return aboutVoucher(writer, step)
  if (aboutInvoices.some((each) => each === step.what)) return aboutInvoice(writer, step)
  return recordSomething(writer, step)
}

async function aboutInvoice(writer: Writer, step: Step) {
  const event = invoiceEvent(writer, step)
  if (event === undefined) return
  const when = { companyId: writer.companyId, at: clockTime(step.clock) }
  await writer.dealer.write(invoiceEvents, event.data.invoiceId, event, when)
}

function invoiceEvent(writer: Writer, { what, pick, variant }: Step) {
  const { invoices, name } = writer
  if (what === 'goOnWithInvoice') {
    const invoice = invoices[pick % invoices.length]
    return invoice && nextInvoiceEvent(invoice, { pick: pick + variant, variant })
  }
  const id = recordId(`${name}.i${invoices.length}`)
  if (variant === 3) return invoiceNeverRequested(recordId(`${id}.never`))
  const free = what === 'invoiceFromTransaction' ? freeTransactions(writer) : []
  const transactionId = free[pick % free.length]
  const invoice = { id, transactionId, isDraft: variant === 0, stage: 'requested' } as const
  invoices.push({ ...invoice })
  return invoiceRequested(invoice, pick % 5 === 0)
}

async function recordSomething(writer: Writer, { what, pick, variant, clock }: Step) {
  const { dealer, name, transactions } = writer
  const id = recordId(`${name}.${pick % 3}`)
  const when = { companyId: writer.companyId, at: clockTime(clock) }
  switch (what) {
    case 'customer': {
      const named = { ...person, nameSurname: `Kişi ${variant}` }
      return dealer.write(
        customerEvents,
        id,
        customerRecorded({ customerId: id, person: named }),
        when,
      )
    }
    case 'template': {
      const statusType = variant === 2 ? 'passive' : 'all'
      const changes = { order: pick, statusType, deleted: variant === 1 } as const
      const changed = templateRecorded({ templateId: id, ...changes })
      return dealer.write(templateEvents, id, changed, when)
    }
    case 'account': {
      const changed = bankAccountRecorded({ accountId: id, archived: variant === 0 })
      return dealer.write(bankAccountEvents, id, changed, when)
    }
    case 'transaction': {
      if (!transactions.includes(id)) transactions.push(id)
      const personRef = variant === 3 ? null : `person${variant}`
      const changed = transactionRecorded({ transactionId: id, status: variant % 3, personRef })
      return dealer.write(bankTransactionEvents, id, changed, when)
    }
    case 'check': {
      // A panel search may be handed over again, as somebody else's or of another moment.
      const checkId = recordId(pick % 4 === 0 ? `${name}.again` : randomUUID())
      const checked = sanctionsChecked({
        checkId,
        personRef: variant === 3 ? null : `person${variant}`,
        checkedAt: `2026-11-20T09:${String(pick).padStart(2, '0')}:00.000Z`,
        masakCount: pick % 3,
        isError: pick % 5 === 0,
      })
      return dealer.write(sanctionCheckEvents, checkId, checked, when)
    }
    case 'kmts': {
      const { pending } = writer
      const event = kmtsEvent(id, pending.has(id), { pick, variant })
      if (event.type === 'KmtsQueryStarted') pending.add(id)
      else pending.delete(id)
      return dealer.write(kmtsVerificationEvents, id, event, when)
    }
    case 'form':
      return aboutForm(writer, { id, variant, when })
    case 'accountQueried':
      return dealer.write(bankQueryEvents, id, accountQueried({ accountId: id }), when)
    default: {
      const event = { id: randomUUID(), type: 'Noise', data: {}, metadata: {} }
      return dealer.append(`numberBook-${id}`, event)
    }
  }
}

async function aboutVoucher(writer: Writer, step: Step) {
  const { dealer, companyId } = writer
  const when = { companyId, at: clockTime(step.clock) }
  for (const event of voucherEvents(writer, step)) {
    await dealer.write(expenseVoucherEvents, event.data.voucherId, event, when)
  }
}

const clockTime = (microseconds: number) =>
  `2026-11-20T09:45:00.${microseconds.toString().padStart(6, '0')}Z`
