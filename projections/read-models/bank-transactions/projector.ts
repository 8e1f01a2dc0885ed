import { fold } from '#kernel/domain/turkish-text.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
  Counterparty,
} from '#kernel/events/bank-transaction.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf, nothingOf } from '#projections/read-models/columns.ts'
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
  const { transactionId: id, counterparty, status, ...fields } = data
  model.bankTransaction.put({
    ...columnsOf(fields),
    company_id: companyId,
    id,
    ...counterpartyColumns(valueUnlessForgotten(counterparty)),
    recorded_status: status,
    masak_status: masakStatusOf(model, companyId, data.personRef),
    ...usedColumns(status, model.transactionUse.get(companyId, id)),
    updated_at: nextChange(model, metadata, 'bankTransactions'),
  })
}

/** What shows of a transaction when its other party's data is no longer kept. */
export const emptiedTransaction = () => counterpartyColumns(null)

const nobody = nothingOf(Counterparty)

const counterpartyColumns = (counterparty: Counterparty | null) => ({
  ...columnsOf(counterparty ?? nobody),
  name_folded: fold(counterparty?.nameSurname ?? ''),
})
