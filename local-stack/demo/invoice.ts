import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

interface Sale {
  readonly api: Api
  readonly checklist: Checklist
  /** The incoming bank transaction; null if there is none. */
  readonly transactionId: string | null
  /** The integrator is not the sandbox: an invoice could not be taken back. */
  readonly isOfficial: boolean
}

const LEFT_OUT =
  'The invoice is skipped: its integrator is not the sandbox, so it would be an official document.'

const Text = Type.Union([Type.String(), Type.Null()])
const Totals = Type.Object({ kdvTotal: Type.Number(), payableTotal: Type.Number() })
const Preview = Type.Object({
  invoiceType: Type.String(),
  channel: Type.String(),
  totals: Totals,
  lines: Type.Array(
    Type.Object({ name: Type.String(), quantity: Type.Number(), lineTotal: Type.Number() }),
  ),
})
const Created = Type.Object({ invoiceId: Text, uuid: Text, invoiceNumber: Text })
const Listed = Type.Array(Type.Object({ invoiceNumber: Text }))

const INVOICES = '/v1/invoices'
const BUYER = '39586528950'

/** A sale is invoiced: first as a draft, which is deleted, then officially, once. */
export async function sellBracelets(sale: Sale): Promise<void> {
  if (sale.isOfficial) return sale.checklist.note(LEFT_OUT)
  const source = sourceOf(sale)
  await preview(sale, source)
  await tryDraft(sale, source)
  await issue(sale, source)
}

function sourceOf({ transactionId }: Sale) {
  if (transactionId !== null) {
    return { source: 'bankTransaction', bankTransactionId: transactionId }
  }
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  return { source: 'manual', idNo: BUYER, nameSurname: 'Mehmet Şimşek', amount, paymentType: 'pos' }
}

type Source = ReturnType<typeof sourceOf>

async function preview({ api, checklist }: Sale, data: Source) {
  const path = `${INVOICES}/preview`
  const answer = await api({ method: 'POST', path, data })
  const { invoiceType, channel, totals, lines } = Value.Parse(Preview, answer.data)
  checklist.step(`POST ${path}`, answer.status, 200, `${invoiceType}, ${channel}`)
  for (const { name, quantity, lineTotal } of lines) {
    checklist.note(`    ${quantity} × ${name}: ${lineTotal} TRY`)
  }
  checklist.note(`    KDV ${totals.kdvTotal}, to pay ${totals.payableTotal} TRY`)
}

async function tryDraft({ api, checklist }: Sale, source: Source) {
  const answer = await api({ method: 'POST', path: INVOICES, data: { ...source, isDraft: true } })
  const { uuid } = Value.Parse(Created, answer.data)
  checklist.step(`POST ${INVOICES}`, answer.status, 200, `draft ${uuid}: nothing official`)
  const path = `${INVOICES}/${uuid}`
  const { status } = await api({ method: 'DELETE', path })
  checklist.step(`DELETE ${path}`, status, 200, 'the integrator has forgotten the draft')
}

async function issue({ api, checklist }: Sale, data: Source) {
  const answer = await api({ method: 'POST', path: INVOICES, data })
  const { invoiceId, uuid, invoiceNumber } = Value.Parse(Created, answer.data)
  checklist.step(`POST ${INVOICES}`, answer.status, 201, `official as ${invoiceNumber}`)
  const again = await api({ method: 'POST', path: INVOICES, data })
  checklist.step(`POST ${INVOICES}`, again.status, 409, `${again.code}: it is invoiced once`)
  const path = `${INVOICES}?filter[invoiceNumber]=${invoiceNumber}`
  const list = await api({ method: 'GET', path })
  const [listed] = Value.Parse(Listed, list.data)
  checklist.step(`GET ${path}`, list.status, 200, `invoice ${invoiceId}`)
  checklist.expect(listed?.invoiceNumber === invoiceNumber, 'it stands in the list')
  const { status, code } = await api({ method: 'DELETE', path: `${INVOICES}/${uuid}` })
  checklist.step(`DELETE ${INVOICES}/${uuid}`, status, 409, `${code}: what is issued stays`)
}
