import type { Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done, refused } from './steps.ts'

interface Sale {
  readonly client: Sarraf
  readonly checklist: Checklist
  /** The incoming bank transaction; null if there is none. */
  readonly transactionId: string | null
  /** The integrator is not the sandbox: an invoice could not be taken back. */
  readonly isOfficial: boolean
}

const LEFT_OUT =
  'The invoice is skipped: its integrator is not the sandbox, so it would be an official document.'

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
    return { source: 'bankTransaction', bankTransactionId: transactionId } as const
  }
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  const buyer = { idNo: BUYER, nameSurname: 'Mehmet Şimşek' }
  return { source: 'manual', ...buyer, amount, paymentType: 'pos' } as const
}

type Source = ReturnType<typeof sourceOf>

async function preview({ client, checklist }: Sale, data: Source) {
  const path = `${INVOICES}/preview` as const
  const { totals, lines } = await done(
    checklist,
    {
      call: `POST ${path}`,
      status: 200,
      says: ({ invoiceType, channel }) => `${invoiceType}, ${channel}`,
    },
    client.POST(path, { body: { data } }),
  )
  for (const { name, quantity, lineTotal } of lines) {
    checklist.note(`    ${quantity} × ${name}: ${lineTotal} TRY`)
  }
  checklist.note(`    KDV ${totals.kdvTotal}, to pay ${totals.payableTotal} TRY`)
}

async function tryDraft({ client, checklist }: Sale, source: Source) {
  const { uuid } = await done(
    checklist,
    {
      call: `POST ${INVOICES}`,
      status: 200,
      says: (draft) => `draft ${draft.uuid}: nothing official`,
    },
    client.POST(INVOICES, { body: { data: { ...source, isDraft: true } } }),
  )
  await done(
    checklist,
    {
      call: `DELETE ${INVOICES}/${uuid}`,
      status: 200,
      says: () => 'the integrator has forgotten the draft',
    },
    client.DELETE(`${INVOICES}/{id}`, { params: { path: { id: uuid ?? '' } } }),
  )
}

async function issue({ client, checklist }: Sale, data: Source) {
  const { invoiceId, uuid, invoiceNumber } = await done(
    checklist,
    {
      call: `POST ${INVOICES}`,
      status: 201,
      says: (invoice) => `official as ${invoice.invoiceNumber}`,
    },
    client.POST(INVOICES, { body: { data } }),
  )
  await refused(
    checklist,
    { call: `POST ${INVOICES}`, status: 409, why: 'it is invoiced once' },
    client.POST(INVOICES, { body: { data } }),
  )
  const query = { 'filter[invoiceNumber]': invoiceNumber ?? '' }
  const [listed] = await done(
    checklist,
    {
      call: `GET ${INVOICES}?filter[invoiceNumber]=${invoiceNumber}`,
      status: 200,
      says: () => `invoice ${invoiceId}`,
    },
    client.GET(INVOICES, { params: { query } }),
  )
  checklist.expect(listed?.invoiceNumber === invoiceNumber, 'it stands in the list')
  await refused(
    checklist,
    { call: `DELETE ${INVOICES}/${uuid}`, status: 409, why: 'what is issued stays' },
    client.DELETE(`${INVOICES}/{id}`, { params: { path: { id: uuid ?? '' } } }),
  )
}
