import type { BankTransactionEvent } from '#kernel/events/bank-transaction.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { checkRow, latestCheckOf, statusBy } from './checks.ts'
import type { ShownEvent } from './decoded-log.ts'
import { invoiceRow, isAboutInvoice, isSeenInTransaction } from './invoices.ts'
import { kmtsRow } from './kmts.ts'
import { type Model, next, touchShown, touchTaken, touchTransaction } from './model.ts'
import { forget, formRow, registerRow, sessionRow } from './people.ts'
import { endRetention } from './retention.ts'
import {
  accountRow,
  customerRow,
  priceRow,
  templateLeftAt,
  templateRow,
  transactionRow,
} from './rows.ts'
import { setAsideRow } from './set-aside.ts'
import { columns, instant, micros, type Row } from './values.ts'
import { seeVoucher } from './vouchers.ts'

/** Rows by table and primary key. */
export type Tables = Readonly<Record<string, ReadonlyMap<string, Row>>>

/** A plain model of what the tables show after a log: one event after the other, in memory. */
export function foldOf(log: readonly Recorded<ShownEvent>[]): Tables {
  const names =
    'company company_settings api_key price template bank_account customer customer_form customer_event idv_session kmts_verification sanction_check invoice set_aside_booking'.split(
      ' ',
    )
  const model: Model = {
    plain: Object.fromEntries(names.map((name) => [name, new Map<string, Row>()])),
    transactions: new Map(),
    vouchers: new Map(),
    takers: new Map(),
    judgedAt: new Map(),
    last: new Map(),
  }
  for (const recorded of log) see(model, recorded)
  return {
    ...model.plain,
    bank_transaction: mapped(model.transactions, (row, key) => shown(model, row, key)),
    expense_voucher: mapped(model.vouchers, ({ row, lifecycle }) => ({ ...row, lifecycle })),
    last_change: mapped(model.last, (updated_at, key) => {
      const [company_id, resource] = key.split(' ')
      return { company_id, resource, updated_at: `${updated_at}` }
    }),
  }
}

function see(model: Model, { event, metadata, revision }: Recorded<ShownEvent>) {
  const company = metadata.companyId
  const put = (table: string, key: readonly string[], row: Row) =>
    model.plain[table]?.set(key.join(' '), { ...row, company_id: company })
  /** A row of a list that clients follow. */
  const putDated = (table: string, id: string, dated: Row) => {
    const before = model.plain[table]?.get(`${company} ${id}`)
    const created_at = before?.['created_at'] ?? `${micros(metadata.recordedAt)}`
    put(table, [company, id], { ...dated, created_at })
  }
  if (isAboutInvoice(event)) return seeInvoice(model, event, metadata)
  switch (event.type) {
    case 'CompanyRecorded':
      return put('company', [company], { ...columns(event.data), revision: `${revision}` })
    case 'CompanySettingsRecorded':
      return put('company_settings', [company], columns(event.data))
    case 'ApiKeyRecorded':
      return put('api_key', [event.data.apiUserId], {
        ...columns(event.data),
        revision: `${revision}`,
        secret_hash: typeof event.data.secretHash === 'string' ? event.data.secretHash : null,
      })
    case 'PriceRecorded': {
      const key = [company, event.data.material]
      return put(
        'price',
        key,
        priceRow(event.data, model.plain['price']?.get(key.join(' ')), metadata),
      )
    }
    case 'TemplateRecorded': {
      const updated_at = next(model, metadata, 'invoiceVariables')
      const { templateId } = event.data
      const before = model.plain['template']?.get(`${company} ${templateId}`)
      const left_at = templateLeftAt(event.data, before, metadata)
      return putDated('template', templateId, { ...templateRow(event.data), left_at, updated_at })
    }
    case 'BankAccountRecorded': {
      const updated_at = next(model, metadata, 'bankAccounts')
      const { accountId } = event.data
      const before = model.plain['bank_account']?.get(`${company} ${accountId}`)
      const last_queried_at = before?.['last_queried_at'] ?? null
      return putDated('bank_account', accountId, {
        ...accountRow(event.data),
        last_queried_at,
        updated_at,
      })
    }
    case 'CustomerRecorded': {
      const updated_at = next(model, metadata, 'customers')
      const key = [company, event.data.customerId]
      const before = model.plain['customer']?.get(key.join(' '))
      put('customer', key, { ...customerRow(event.data), updated_at })
      const { personRef, customerId } = event.data
      return touchShown(model, [before?.['person_ref'], personRef, customerId], metadata)
    }
    case 'RegisterEventRecorded': {
      const updated_at = next(model, metadata, 'customerEvents')
      const { registerEventId: id } = event.data
      return putDated('customer_event', id, { ...registerRow(event.data), updated_at })
    }
    case 'SessionRecorded':
      return put('idv_session', [company, event.data.sessionId], sessionRow(event.data))
    case 'FormSubmitted':
    case 'FormTakenUp':
    case 'FormDecided': {
      const key = [company, event.data.formId]
      const before = model.plain['customer_form']?.get(key.join(' ')) ?? {}
      const row = formRow(event, before, metadata)
      // Nobody follows a form that is not taken up.
      if (event.type === 'FormSubmitted') return put('customer_form', key, row)
      const at = event.type === 'FormTakenUp' ? BigInt(String(row['created_at'])) : undefined
      const updated_at = next(model, metadata, 'customerForms', at)
      return put('customer_form', key, { ...row, updated_at })
    }
    case 'PersonForgotten':
      return forget(model, event.data.personRef, metadata)
    case 'RetentionEnded':
      return endRetention(model, event.data.records, metadata)
    case 'KmtsQueryStarted':
    case 'KmtsChecked':
    case 'KmtsQueryFailed':
    case 'KmtsVerificationRecorded': {
      const key = [company, event.data.verificationId]
      const before = model.plain['kmts_verification']?.get(key.join(' ')) ?? {}
      const updated_at = next(model, metadata, 'kmtsVerifications')
      return put('kmts_verification', key, { ...kmtsRow(event, before), updated_at })
    }
    case 'BankAccountQueried': {
      const before = model.plain['bank_account']?.get(`${company} ${event.data.accountId}`)
      const { source } = event.data
      if (before === undefined) return
      if (source !== null && source.accountRef !== before['account_ref']) return
      const updated_at = next(model, metadata, 'bankAccounts')
      const last_queried_at = instant(event.data.to)
      return put('bank_account', [company, event.data.accountId], {
        ...before,
        last_queried_at,
        updated_at,
      })
    }
    case 'BookingSetAside':
    case 'SetAsideBookingRecorded':
    case 'SetAsideBookingDismissed': {
      const key = [company, event.data.bookingId]
      const before = model.plain['set_aside_booking']?.get(key.join(' ')) ?? {}
      return put('set_aside_booking', key, setAsideRow(event, metadata, before))
    }
    case 'BankQueryStarted':
    case 'BankQueryFailed':
      return
    case 'SanctionsChecked':
    case 'CustomerRescreened':
      return seeCheck(model, event.data, metadata)
    case 'BankTransactionRecorded':
    case 'StampAssigned':
      return seeTransaction(model, event, metadata)
    default:
      return seeVoucher(model, event, metadata)
  }
}

function seeTransaction(model: Model, event: BankTransactionEvent, metadata: EventMetadata) {
  if (event.type === 'StampAssigned') return
  const company_id = metadata.companyId
  const updated_at = next(model, metadata, 'bankTransactions')
  const row = { ...transactionRow(event.data), company_id, updated_at }
  model.transactions.set(`${company_id} ${event.data.transactionId}`, row)
}

/** All that a person sent has changed with the check by which the person is judged, or was. */
function seeCheck(model: Model, data: SanctionCheckEvent['data'], metadata: EventMetadata) {
  const company_id = metadata.companyId
  const checks = model.plain['sanction_check'] ?? new Map<string, Row>()
  const key = `${company_id} ${data.checkId}`
  const persons = new Set<unknown>([checks.get(key)?.['person_ref'] ?? null, data.personRef])
  const judging = (person: unknown) => latestCheckOf(model, company_id, person)?.['id']
  const before = new Map([...persons].map((person) => [person, judging(person)]))
  const updated_at = next(model, metadata, 'sanctionChecks')
  checks.set(key, { ...checkRow(data), company_id, updated_at })
  for (const person of persons) {
    model.judgedAt.set(`${company_id} ${String(person)}`, micros(metadata.recordedAt))
  }
  const concerned = new Set(
    [...persons].filter((person) => {
      const now = judging(person)
      return person !== null && (now !== before.get(person) || now === data.checkId)
    }),
  )
  const ids = [...model.transactions.values()]
    .filter((row) => row['company_id'] === company_id && concerned.has(row['person_ref']))
    .map((row) => String(row['id']))
  for (const id of ids.toSorted()) touchTransaction(model, id, metadata)
}

function seeInvoice(model: Model, event: InvoiceEvent, metadata: EventMetadata) {
  const company_id = metadata.companyId
  const key = `${company_id} ${event.data.invoiceId}`
  const before = model.plain['invoice']?.get(key)
  const row = invoiceRow(event, before)
  if (row === undefined) return
  const updated_at = next(model, metadata, 'invoices')
  const created_at = before?.['created_at'] ?? `${micros(metadata.recordedAt)}`
  model.plain['invoice']?.set(key, { ...row, company_id, created_at, updated_at })
  const { invoiceId: document } = event.data
  const transaction = row['bank_transaction_id']
  if (event.type === 'InvoiceRequested')
    model.takers.set(`${company_id} ${String(transaction)}`, document)
  if (isSeenInTransaction(event, before)) touchTaken(model, { document, transaction }, metadata)
}

/** What vouchers and invoices make of a transaction: at most one of them holds it. */
function shown(model: Model, row: Row, key: string): Row {
  const { vouchers, plain, takers } = model
  const check =
    row['person_ref'] === null
      ? undefined
      : latestCheckOf(model, row['company_id'], row['person_ref'])
  const taker = `${String(row['company_id'])} ${String(takers.get(key))}`
  const voucher = vouchers.get(taker)
  const hasEnded = voucher?.lifecycle === 'deleted' || voucher?.lifecycle === 'abandoned'
  const holder = hasEnded ? undefined : voucher
  const taking = plain['invoice']?.get(taker)
  const invoice = taking?.['stage'] === 'ended' ? undefined : taking
  const isProcessed = holder?.lifecycle === 'finalized' || invoice?.['stage'] === 'issued'
  return {
    ...row,
    status: isProcessed ? 1 : row['recorded_status'],
    is_check: holder !== undefined,
    voucher_id: holder?.row['id'] ?? null,
    invoice_id: invoice?.['id'] ?? null,
    masak_status: statusBy(check),
  }
}

const mapped = <From>(map: ReadonlyMap<string, From>, change: (value: From, key: string) => Row) =>
  new Map([...map].map(([key, value]) => [key, change(value, key)]))
