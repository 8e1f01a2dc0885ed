import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { manual as manualInvoice, personOf } from '#test/support/invoices.ts'
import { newPhoneOf, seller } from '#test/support/sellers.ts'
import type { Answer } from '#test/support/system-client.ts'
import { manual as manualVoucher } from '#test/support/vouchers.ts'
import { obey, type Told, type Wish } from '#test/system/answers/obedient-client.ts'
import type { SimulatedRequest } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import { outgoing, received, type Transaction } from './setup.ts'

/** What a client can do and see. */
export interface Counter {
  readonly send: (request: SimulatedRequest) => Promise<Answer>
  /** Whether a list has a document of that person, or the one that an answer has named. */
  readonly lists: (
    kind: 'voucher' | 'invoice',
    idNo: string,
    existingId: string | null | undefined,
  ) => boolean
  /** The id of the one voucher of a person. */
  readonly voucherOf: (idNo: string) => string | undefined
  /** The code in the last SMS about a voucher. */
  readonly codeFor: (voucherId: string) => string | undefined
  /** A key that only this client has. */
  readonly key: string
}

interface WantedDocument {
  readonly kind: 'voucher' | 'invoice'
  readonly idNo: string
  readonly fields: Readonly<Record<string, unknown>>
  /** What the client does with it then, step by step. */
  readonly becomes?: 'official' | 'deleted'
}

export const VOUCHER = { templateKey: 'alis', amount: 2_500 }
export const INVOICE = { templateKey: 'kulce', amount: 100_000 }
const NONE = { amount: undefined, paymentType: undefined }

const personAbout = (kind: number, about: number) => personOf(500_000_000 + kind * 1_000 + about)

function transaction(all: readonly Transaction[], about: number): Transaction {
  const found = all[about - 1]
  if (found === undefined) throw new Error(`no transaction ${about}`)
  return found
}

/** The document that a client wants, and whose it is. */
export const documentOf = ({ wants, about, place }: PlannedClient): WantedDocument =>
  documents[wants](about, place)

const documents: Readonly<
  Record<PlannedClient['wants'], (about: number, place: number) => WantedDocument>
> = {
  'a voucher': (about) => ({ kind: 'voucher', idNo: personAbout(1, about), fields: {} }),
  'a draft': (about) => ({
    kind: 'voucher',
    idNo: personAbout(2, about),
    fields: { isDraft: true },
  }),
  'another voucher': (_about, place) => ({
    kind: 'voucher',
    idNo: personAbout(7, place),
    fields: { allowDuplicate: true },
  }),
  'a voucher of a transaction': (about) => {
    const { id: bankTransactionId, idNo } = transaction(outgoing, about)
    const fields = { source: 'bankTransaction', bankTransactionId, amount: undefined }
    return { kind: 'voucher', idNo, fields }
  },
  'an official voucher': (_about, place) => ({
    kind: 'voucher',
    idNo: personAbout(5, place),
    fields: { isDraft: true, ...seller(newPhoneOf(place)) },
    becomes: 'official',
  }),
  'no draft any more': (_about, place) => ({
    kind: 'voucher',
    idNo: personAbout(6, place),
    fields: { isDraft: true },
    becomes: 'deleted',
  }),
  'an invoice': (about) => ({ kind: 'invoice', idNo: personAbout(3, about), fields: {} }),
  'an invoice draft': (_about, place) => ({
    kind: 'invoice',
    idNo: personAbout(4, place),
    fields: { allowDuplicate: true, isDraft: true },
  }),
  'an invoice of a transaction': (about) => {
    const { id: bankTransactionId, idNo } = transaction(received, about)
    const fields = { source: 'bankTransaction', bankTransactionId, ...NONE }
    return { kind: 'invoice', idNo, fields }
  },
}

/** One who has a key may come back with it, and hears the same of what is done. */
async function obeyAgain({ hasKey, comesBackAfterMs }: PlannedClient, wish: Wish): Promise<Told> {
  const first = await obey(wish)
  if (!hasKey || comesBackAfterMs === null) return first
  await pause(comesBackAfterMs)
  const then = await obey(wish)
  const isAnswered = first.heard.at(-1)?.startsWith('20') === true
  const isRefused = isAnswered && then.last === 'refused'
  const faults = [...first.faults, ...then.faults, ...(isRefused ? ['done, and then refused'] : [])]
  const heard = [...first.heard, ...then.heard]
  return { ...then, heard, faults, last: first.last === 'done' ? 'done' : then.last }
}

/** Gets a client what it wants, as the answers say; what it was told of each step. */
export async function pursue(client: PlannedClient, counter: Counter): Promise<readonly Told[]> {
  const wanted = documentOf(client)
  const told = [await obeyAgain(client, creation(client, wanted, counter))]
  if (wanted.becomes === undefined || told[0]?.last !== 'done') return told
  const id = counter.voucherOf(wanted.idNo)
  if (id === undefined) return told
  const steps =
    wanted.becomes === 'deleted' ? [deletion(id, wanted, counter)] : official(id, counter)
  for (const step of steps) {
    told.push(await obey(step))
    if (told.at(-1)?.last !== 'done') break
  }
  return told
}

function creation(
  { hasKey, clicksTwice }: PlannedClient,
  { kind, idNo, fields }: WantedDocument,
  counter: Counter,
): Wish {
  const path = kind === 'voucher' ? '/v1/expenses' : '/v1/invoices'
  const data =
    kind === 'voucher'
      ? manualVoucher({ ...VOUCHER, idNo, ...fields })
      : manualInvoice({ ...INVOICE, idNo, ...fields })
  const headers = hasKey ? { 'idempotency-key': counter.key } : {}
  const once = () => counter.send({ method: 'POST', path, headers, data })
  // Two documents are no fault where the client asked for them.
  const twice = clicksTwice && (hasKey || !('allowDuplicate' in fields))
  return {
    endpoint: `POST ${path}`,
    hasKey,
    send: twice ? () => better(once(), once()) : once,
    isThere: async ({ existingId }) => counter.lists(kind, idNo, existingId),
  }
}

/** What somebody goes by who clicked twice: that it is done, or else that it may be. */
async function better(one: Promise<Answer>, other: Promise<Answer>): Promise<Answer> {
  const answers = await Promise.all([one, other])
  const isDoubt = ({ error }: Answer) => error?.details[0]?.rule === 'unknown'
  return answers.find(({ status }) => status < 300) ?? answers.find(isDoubt) ?? answers[0]
}

const deletion = (id: string, { kind, idNo }: WantedDocument, { send, lists }: Counter): Wish => ({
  endpoint: 'DELETE /v1/expenses/{id}',
  hasKey: false,
  send: () => send({ method: 'DELETE', path: `/v1/expenses/${id}` }),
  isThere: async () => !lists(kind, idNo, id),
})

const Shown = Type.Object({ eDocument: Type.Object({ state: Type.String() }) })

function official(id: string, { send, codeFor }: Counter): readonly Wish[] {
  const path = `/v1/expenses/${id}/e-document`
  /** Asks for the status, which also asks the integrator. */
  const isIn = (states: readonly string[]) => async () => {
    const { data } = await send({ method: 'GET', path: `${path}/status` })
    return Value.Check(Shown, data) && states.includes(data.eDocument.state)
  }
  const step = (name: string, states: readonly string[], data: () => object): Wish => ({
    endpoint: `POST /v1/expenses/{id}/e-document/${name}`,
    hasKey: false,
    send: () => send({ method: 'POST', path: `${path}/${name}`, data: data() }),
    isThere: isIn(states),
  })
  return [
    step('prepare', ['prepared', 'verification_pending', 'sent'], () => ({})),
    step('sms', ['verification_pending', 'sent'], () => ({})),
    step('confirm', ['sent'], () => ({ code: codeFor(id) ?? '000000' })),
  ]
}
