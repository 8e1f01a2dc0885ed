import { type ElectronicDocument, evolveDocument } from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { type DocumentRow, documentOfRow } from '#kernel/records/electronic-document.ts'
import { shownDocument } from '#kernel/responses/electronic-voucher.ts'

/** The columns of the electronic document after one more event of its voucher. */
export function evolvedColumns(
  row: DocumentRow<string>,
  event: ExpenseVoucherEvent,
): DocumentRow<string> {
  const document = documentOfRow(row, isoOfStored)
  return documentColumns(document && evolveDocument(document, event))
}

/** To the millisecond, as responses show them: the database would round what responses cut off. */
export function documentColumns(document: ElectronicDocument | null): DocumentRow<string> {
  const shown = document && shownDocument(document)
  return {
    environment: shown?.environment ?? null,
    uuid: shown?.uuid ?? null,
    official_number: shown?.number ?? null,
    state: shown?.state ?? null,
    document_phone: shown?.phone ?? null,
    frozen_at: shown?.frozenAt ?? null,
    prepared_at: shown?.preparedAt ?? null,
    sms_sent_at: shown?.smsSentAt ?? null,
    sms_retry_at: shown?.smsRetryAt ?? null,
    accepted_at: shown?.acceptedAt ?? null,
    finalized_at: shown?.finalizedAt ?? null,
    last_checked_at: shown?.lastCheckedAt ?? null,
    provider_status: shown?.providerStatus ?? null,
    status_detail: shown?.statusDetail ?? null,
    report_status: shown?.reportStatus ?? null,
    cancelled: shown?.cancelled ?? null,
    error_code: shown?.errorCode ?? null,
    error_message: shown?.errorMessage ?? null,
  }
}

/** From `2026-11-20 09:45:00.5+00`, as the database writes it, or from ISO 8601. */
const isoOfStored = (moment: string) => moment.replace(' ', 'T').replace('+00', 'Z')
