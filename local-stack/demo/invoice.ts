import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Tell } from './tell.ts'

interface Sale {
  readonly api: Api
  readonly tell: Tell
  /** What was paid by bank; null where nothing was. */
  readonly transactionId: string | null
  /** The integrator is another one than the sandbox: what it is sent cannot be taken back. */
  readonly isOfficial: boolean
}

const LEFT_OUT =
  'The invoice is left out: its integrator is not the sandbox, so that it would be an official document.'

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

/** What was sold is invoiced: first as a draft that is thrown away, then officially, and once. */
export async function sellBracelets(sale: Sale): Promise<void> {
  if (sale.isOfficial) return sale.tell.note(LEFT_OUT)
  const source = sourceOf(sale)
  await preview(sale, source)
  await tryDraft(sale, source)
  await issue(sale, source)
}

function sourceOf({ transactionId }: Sale) {
  if (transactionId !== null) {
    return { source: 'bankTransaction', bankTransactionId: transactionId }
  }
  // Nobody pays the same amount twice on a day: the amounts differ from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  return { source: 'manual', idNo: BUYER, nameSurname: 'Mehmet Şimşek', amount, paymentType: 'pos' }
}

type Source = ReturnType<typeof sourceOf>

async function preview({ api, tell }: Sale, data: Source) {
  const path = `${INVOICES}/preview`
  const answer = await api({ method: 'POST', path, data })
  const { invoiceType, channel, totals, lines } = Value.Parse(Preview, answer.data)
  tell.step(`POST ${path}`, answer.status, 200, `${invoiceType}, ${channel}`)
  for (const { name, quantity, lineTotal } of lines) {
    tell.note(`    ${quantity} × ${name}: ${lineTotal} TRY`)
  }
  tell.note(`    KDV ${totals.kdvTotal}, to pay ${totals.payableTotal} TRY`)
}

async function tryDraft({ api, tell }: Sale, source: Source) {
  const answer = await api({ method: 'POST', path: INVOICES, data: { ...source, isDraft: true } })
  const { uuid } = Value.Parse(Created, answer.data)
  tell.step(`POST ${INVOICES}`, answer.status, 200, `draft ${uuid}: nothing official`)
  const path = `${INVOICES}/${uuid}`
  const { status } = await api({ method: 'DELETE', path })
  tell.step(`DELETE ${path}`, status, 200, 'the integrator has forgotten the draft')
}

async function issue({ api, tell }: Sale, data: Source) {
  const answer = await api({ method: 'POST', path: INVOICES, data })
  const { invoiceId, uuid, invoiceNumber } = Value.Parse(Created, answer.data)
  tell.step(`POST ${INVOICES}`, answer.status, 201, `official as ${invoiceNumber}`)
  const again = await api({ method: 'POST', path: INVOICES, data })
  tell.step(`POST ${INVOICES}`, again.status, 409, `${again.code}: it is invoiced once`)
  const path = `${INVOICES}?filter[invoiceNumber]=${invoiceNumber}`
  const list = await api({ method: 'GET', path })
  const [listed] = Value.Parse(Listed, list.data)
  tell.step(`GET ${path}`, list.status, 200, `invoice ${invoiceId}`)
  tell.expect(listed?.invoiceNumber === invoiceNumber, 'it stands in the list')
  const { status, code } = await api({ method: 'DELETE', path: `${INVOICES}/${uuid}` })
  tell.step(`DELETE ${INVOICES}/${uuid}`, status, 409, `${code}: what is issued stays`)
}
