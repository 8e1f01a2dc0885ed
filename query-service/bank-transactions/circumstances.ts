import { normalNumber } from '#kernel/domain/normal-number.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import type { CompanyRows } from '../listing/company-rows.ts'

interface Transaction {
  readonly id_no: string | null
  readonly person_ref: string | null
  readonly voucher_id: string | null
  readonly invoice_id: string | null
}

/** The records related to a transaction: its customer, its documents and the last sanction check. */
export async function circumstancesOf(rows: CompanyRows, transaction: Transaction) {
  const [customer, voucher, invoice, check] = await Promise.all([
    customerOf(rows, transaction),
    voucherOf(rows, transaction),
    invoiceOf(rows, transaction),
    checkOf(rows, transaction),
  ])
  return { customer, voucher, invoice, check }
}

/** The account with that identity number; of several, the strictest. */
const customerOf = async (rows: CompanyRows, { id_no }: Transaction) =>
  id_no === null
    ? undefined
    : rows
        .selectFrom('customer')
        .select(['id', 'name_surname', 'record_level'])
        .where('normal_number', '=', normalNumber(id_no))
        .orderBy(strictestFirst(id_no))
        .limit(1)
        .executeTakeFirst()

const voucherOf = async (rows: CompanyRows, { voucher_id }: Transaction) =>
  voucher_id === null
    ? undefined
    : rows
        .selectFrom('expense_voucher')
        .select(['id', 'serial', 'number', 'official_number', 'document_mode'])
        .select(['is_finalized', 'is_cancelled'])
        .where('id', '=', voucher_id)
        .executeTakeFirst()

const invoiceOf = async (rows: CompanyRows, { invoice_id }: Transaction) =>
  invoice_id === null
    ? undefined
    : rows
        .selectFrom('invoice')
        .select(['id', 'uuid', 'invoice_number', 'integrator'])
        .select(['stage', 'is_draft', 'cancelled_at'])
        .where('id', '=', invoice_id)
        .executeTakeFirst()

/** The sanction check that determined the status of the sender's transactions. */
const checkOf = async (rows: CompanyRows, { person_ref }: Transaction) =>
  person_ref === null
    ? undefined
    : rows
        .selectFrom('checked_person as person')
        .innerJoin('sanction_check as check', 'check.id', 'person.check_id')
        .select(['check.checked_at', 'check.wanted_query', 'check.pep_query'])
        .select(['check.is_error', 'check.matches'])
        .where('person.person_ref', '=', person_ref)
        .executeTakeFirst()
