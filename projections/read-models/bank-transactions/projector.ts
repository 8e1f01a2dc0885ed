import { fold } from '#kernel/domain/turkish-text.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { masakStatusOf } from './checked-person.ts'
import { usedColumns } from './use.ts'

export const bankTransactionProjector = projector(bankTransactionEvents, {
  version: 1,
  prepare({ event, metadata }, model) {
    if (event.type === 'StampAssigned') return
    wantLastChange(model, metadata, 'bankTransactions')
    const { transactionId, personRef } = event.data
    model.transactionUse.want(metadata.companyId, transactionId)
    if (personRef !== null) model.checkedPerson.want(metadata.companyId, personRef)
  },
  apply({ event, metadata }, model) {
    if (event.type === 'StampAssigned') return
    recordTransaction(event.data, metadata, model)
  },
})

type RecordedTransaction = Extract<BankTransactionEvent, { type: 'BankTransactionRecorded' }>

function recordTransaction(
  data: RecordedTransaction['data'],
  metadata: Recorded<unknown>['metadata'],
  model: ReadModel,
) {
  const { companyId } = metadata
  model.bankTransaction.put({
    company_id: companyId,
    id: data.transactionId,
    account_id: data.accountId,
    stamp: data.stamp,
    person_ref: data.personRef,
    incoming: data.incoming,
    transaction_date: data.transactionDate,
    amount: data.amount,
    currency: data.currency,
    exchange_rate: data.exchangeRate,
    balance: data.balance,
    bank_code: data.bankCode,
    code: data.code,
    ...counterpartyColumns(valueUnlessForgotten(data.counterparty)),
    funds_nature: data.fundsNature,
    created_date: data.createdDate,
    recorded_status: data.status,
    masak_status: masakStatusOf(model, companyId, data.personRef),
    ...usedColumns(data.status, model.transactionUse.get(companyId, data.transactionId)),
    updated_at: nextChange(model, metadata, 'bankTransactions'),
  })
}

/** What shows of a transaction when its other party's data is no longer kept. */
export const emptiedTransaction = () => counterpartyColumns(null)

type Counterparty = Exclude<RecordedTransaction['data']['counterparty'], { forgotten: true }>

const counterpartyColumns = (counterparty: Counterparty | null) => ({
  id_no: counterparty?.idNo ?? null,
  name_surname: counterparty?.nameSurname ?? null,
  name_folded: fold(counterparty?.nameSurname ?? ''),
  iban: counterparty?.iban ?? null,
  description: counterparty?.description ?? null,
  comment: counterparty?.comment ?? null,
})
