import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { operator } from '#test/operator/command-line.ts'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import {
  createdIn as invoiceIn,
  manual as manualInvoice,
  newPerson,
} from '#test/support/invoices.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import { type Dealer, type Line, recordId } from '#test/support/system-dealer.ts'
import { manual, templateLine } from '#test/support/vouchers.ts'

/** One who writes, and what is there to be written to. */
export interface Writer {
  readonly system: SystemAddresses
  readonly dealer: Dealer
  /** For lists of what was destroyed. */
  readonly folder: string
  readonly persons: readonly { readonly idNo: string; readonly customerId: string }[]
  readonly drafts: string[]
  readonly invoiceDrafts: string[]
  readonly templates: string[]
  readonly accounts: string[]
  readonly forms: string[]
  readonly tally: Record<'writes' | 'deletions' | 'forgotten' | 'imports', number>
  readonly pick: (count: number) => number
}

const Id = Type.Object({ id: Type.String() })
const WORKS = 300
const MOST_TRIES = 10

/** A refusal by a rule is an answer like another; so is a 503 of a machine that is too busy. */
function noted({ tally }: Writer, answer: Answer): Answer {
  if (answer.status >= 500 && answer.status !== 503)
    throw new Error(`failed: ${JSON.stringify(answer.error)}`)
  if (answer.status < WORKS) tally.writes += 1
  return answer
}

const personOf = ({ persons, pick }: Writer) => persons[pick(persons.length)] ?? nobody
const nobody = { idNo: newPerson(), customerId: recordId() }

async function imported(writer: Writer, ...lines: readonly Line[]) {
  // Repeatable, where the machine is too busy.
  for (let tries = 1; ; tries++) {
    const failure = await writer.dealer.import(...lines).catch((error: unknown) => error)
    if (failure === undefined) break
    if (tries === MOST_TRIES) throw new Error('an import fails', { cause: failure })
  }
  writer.tally.imports += lines.length
}

/** What a company's programs and its back office do. */
export const deeds: Readonly<Record<string, (writer: Writer) => Promise<unknown>>> = {
  async draft(writer) {
    const { idNo } = personOf(writer)
    const fields = { idNo, templateKey: 'alis', isDraft: true, allowDuplicate: true }
    const answer = noted(writer, await writer.dealer.api.post('/v1/expenses', manual(fields)))
    if (answer.status < WORKS) writer.drafts.push(Value.Parse(Id, answer.data).id)
  },

  async voucher(writer) {
    const { idNo } = personOf(writer)
    const fields = { idNo, templateKey: 'alis', allowDuplicate: true, nameSurname: 'Ali Kuş' }
    noted(writer, await writer.dealer.api.post('/v1/expenses', manual(fields)))
  },

  async deletedDraft(writer) {
    const id = writer.drafts.splice(writer.pick(writer.drafts.length), 1)[0]
    if (id === undefined) return
    noted(writer, await writer.dealer.api.delete(`/v1/expenses/${id}`))
    writer.tally.deletions += 1
  },

  async invoice(writer) {
    const isDraft = writer.pick(3) === 0
    const fields = { ...personOf(writer), templateKey: 'kulce', isDraft, allowDuplicate: true }
    const { customerId: _customerId, ...request } = fields
    const { api } = writer.dealer
    const answer = noted(writer, await api.post('/v1/invoices', manualInvoice(request)))
    const uuid = answer.status < WORKS ? invoiceIn(answer).uuid : null
    if (isDraft && uuid !== null) writer.invoiceDrafts.push(uuid)
  },

  async deletedInvoiceDraft(writer) {
    const uuid = writer.invoiceDrafts.pop()
    if (uuid === undefined) return
    noted(writer, await writer.dealer.api.delete(`/v1/invoices/${uuid}`))
    writer.tally.deletions += 1
  },

  async form(writer) {
    const { idNo } = personOf(writer)
    const answer = noted(
      writer,
      await writer.dealer.api.post('/v1/customers', { idNo, nameSurname: 'Ayşe Işık' }),
    )
    if (answer.status < WORKS) writer.forms.push(Value.Parse(Id, answer.data).id)
  },

  async decidedForm(writer) {
    const formId = writer.forms.pop()
    if (formId === undefined) return
    const decisions = [{ isApproval: true }, { rejected: true }, { deleted: true }]
    const decision = decisions[writer.pick(3)] ?? {}
    await imported(writer, { kind: 'formDecision', data: { formId, ...decision } })
    if ('deleted' in decision) writer.tally.deletions += 1
  },

  async check(writer) {
    const { idNo } = personOf(writer)
    noted(writer, await writer.dealer.api.post('/v1/compliance/sanction-checks', { idNo }))
  },

  async label(writer) {
    const scannedCode = recordId().toUpperCase()
    const answer = await writer.dealer.api.post('/v1/kmts-verifications', { scannedCode })
    if (answer.status !== 429) noted(writer, answer)
  },

  async bankNews(writer) {
    noted(writer, await writer.dealer.api.post('/v1/bank-queries', {}))
  },

  async customer(writer) {
    const { idNo, customerId: id } = personOf(writer)
    const nameSurname = `Kişi ${writer.pick(100)}`
    await imported(
      writer,
      customerLine({ id, idNo, nameSurname }),
      registerLine({ idNo, comment: nameSurname }),
    )
  },

  async template(writer) {
    const known =
      writer.pick(2) === 0 ? writer.templates[writer.pick(writer.templates.length)] : undefined
    const id = known ?? recordId()
    const deleted = known !== undefined && writer.pick(2) === 0
    const statusType = writer.pick(4) === 0 ? 'passive' : 'invoice'
    await imported(
      writer,
      templateLine({ id, key: id, title: `Kolye ${writer.pick(9)}`, statusType, deleted }),
    )
    if (known === undefined) writer.templates.push(id)
    if (deleted) writer.tally.deletions += 1
  },

  async bank(writer) {
    const id = writer.accounts[writer.pick(3)] ?? recordId()
    if (!writer.accounts.includes(id)) writer.accounts.push(id)
    const { idNo } = personOf(writer)
    const archived = writer.pick(5) === 0
    const transaction = { ...booking, id: recordId(), accountId: id, stamp: recordId(), idNo }
    await imported(
      writer,
      { kind: 'bankAccount', data: { id, name: `Hesap ${writer.pick(9)}`, archived } },
      { kind: 'bankTransaction', data: transaction },
      { kind: 'sanctionCheck', data: { id: recordId(), checkedAt: NOW, idNo, summary: {} } },
    )
  },

  async forgotten(writer) {
    const { idNo } = personOf(writer)
    const { databaseUrl, eventStoreUrl, vaultKey } = writer.system
    const order = ['--company', writer.dealer.companyId, '--id-no', idNo, '--reason', 'in writing']
    const { exitCode } = await operator(['forget-person', ...order], {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      VAULT_KEY: vaultKey,
      DESTROYED_KEYS: join(writer.folder, 'destroyed-keys.ndjson'),
    })
    if (exitCode === 0) writer.tally.forgotten += 1
  },
}

const NOW = '2026-11-20T09:45:00Z'
const booking = { incoming: true, transactionDate: NOW, amount: '2500.00', currency: 'TRY' }
