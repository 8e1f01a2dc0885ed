import { turkishOrder } from '#kernel/domain/turkish-order.ts'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { type BankQueryEvent, bankQueryEvents } from '#kernel/events/bank-query.ts'
import type { bankAccounts } from '#kernel/records/bank-accounts.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'
import { isAboutSetAside, showSetAside, wantSetAside } from './set-aside.ts'

export const bankAccountProjector = projector(bankAccountEvents, {
  version: 2,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'bankAccounts')
    model.bankAccount.want(metadata.companyId, data.accountId)
  },
  apply({ event: { data }, metadata }, model) {
    const before = model.bankAccount.get(metadata.companyId, data.accountId)
    const { accountId: id, ...fields } = data
    model.bankAccount.put({
      ...columnsOf(fields),
      company_id: metadata.companyId,
      id,
      name_sort: turkishOrder(data.name),
      integrated: data.accountRef !== null,
      last_queried_at: before?.last_queried_at ?? null,
      created_at: before?.created_at ?? recordedAtOf(metadata),
      updated_at: nextChange(model, metadata, 'bankAccounts'),
    })
  },
})

export const bankQueryProjector = projector(bankQueryEvents, {
  version: 1,
  prepare({ event, metadata }, model) {
    if (isAboutSetAside(event)) wantSetAside(event, metadata, model)
    if (event.type !== 'BankAccountQueried') return
    wantLastChange(model, metadata, 'bankAccounts')
    model.bankAccount.want(metadata.companyId, event.data.accountId)
  },
  apply({ event, metadata }, model) {
    if (isAboutSetAside(event)) showSetAside(event, metadata, model)
    if (event.type !== 'BankAccountQueried') return
    const account = model.bankAccount.get(metadata.companyId, event.data.accountId)
    if (account === undefined || isOfEarlier(event.data, account)) return
    model.bankAccount.put({
      ...account,
      last_queried_at: event.data.to,
      updated_at: nextChange(model, metadata, 'bankAccounts'),
    })
  },
})

type Queried = Extract<BankQueryEvent, { type: 'BankAccountQueried' }>['data']

/** What came last under the reference that the account had before says nothing of the present one. */
const isOfEarlier = ({ source }: Queried, account: RowOf<typeof bankAccounts>) =>
  source !== null && source.accountRef !== account.account_ref
