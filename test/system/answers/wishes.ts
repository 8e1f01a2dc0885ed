import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { manual as manualInvoice, newPerson } from '#test/support/invoices.ts'
import type { Answer, Api } from '#test/support/system-client.ts'
import { createdIn, manual as manualVoucher } from '#test/support/vouchers.ts'
import { electronicWishes } from './electronic-wishes.ts'
import type { Goal } from './goal.ts'
import type { Wish } from './obedient-client.ts'
import type { Shop } from './shop.ts'

type Headers = Readonly<Record<string, string>>
type Fields = Readonly<Record<string, unknown>> & { readonly idNo?: string }

const Ids = Type.Array(Type.Object({ id: Type.String() }))

async function idsIn(api: Api, path: string): Promise<readonly string[]> {
  const { data } = await api.get(path)
  return Value.Parse(Ids, data).map(({ id }) => id)
}

/** By the id that the answer names, or by the person, who has nothing else. */
const listed =
  ({ sound }: Shop, list: string): Wish['isThere'] =>
  async ({ existingId }) => {
    const ids = await idsIn(sound, list)
    return existingId == null ? ids.length > 0 : ids.includes(existingId)
  }

/** Kinds of wishes, by what a client would call them. */
export const wishes: Readonly<
  Record<string, (shop: Shop, headers: Headers) => Goal | Promise<Goal>>
> = {
  'a voucher': voucher({}),
  'a draft': voucher({ isDraft: true }),
  'another voucher of the day': voucher({ allowDuplicate: true }),
  'another draft of the day': voucher({ allowDuplicate: true, isDraft: true }),
  'a voucher of a transaction': (shop, headers) => {
    const { id: bankTransactionId, idNo } = shop.outgoing()
    const fields = { source: 'bankTransaction', bankTransactionId, idNo, amount: undefined }
    return voucher(fields)(shop, headers)
  },
  'an invoice': invoice({}),
  'another invoice of the day': invoice({ allowDuplicate: true }),
  'an invoice draft': invoice({ allowDuplicate: true, isDraft: true }),
  'an invoice of a transaction': (shop, headers) => {
    const { id: bankTransactionId, idNo } = shop.incoming()
    const fields = { source: 'bankTransaction', bankTransactionId, idNo, ...NONE }
    return invoice(fields)(shop, headers)
  },

  async 'no draft any more'(shop) {
    const draft = manualVoucher({ ...VOUCHER, isDraft: true })
    const { idNo, answer } = await made(shop, '/v1/expenses', draft)
    const { id } = createdIn(answer)
    return {
      endpoint: 'DELETE /v1/expenses/{id}',
      hasKey: false,
      send: () => shop.api.delete(`/v1/expenses/${id}`),
      isThere: async () => (await shop.sound.get(`/v1/expenses/${id}`)).status === 404,
      leaves: { what: 'noVoucher', idNo },
    }
  },

  async 'no invoice draft any more'(shop) {
    const draft = manualInvoice({ ...INVOICE, isDraft: true })
    const { idNo, answer } = await made(shop, '/v1/invoices', draft)
    const uuid = uuidIn(answer)
    return {
      endpoint: 'DELETE /v1/invoices/{id}',
      hasKey: false,
      send: () => shop.api.delete(`/v1/invoices/${uuid}`),
      // A draft is in no list; to delete it again is the only way to know.
      isThere: async () => false,
      leaves: { what: 'noInvoice', idNo },
    }
  },

  ...electronicWishes,

  'a form': (shop, headers) => {
    const idNo = newPerson()
    const list = `/v1/compliance/verifications?filter[idNo]=${idNo}`
    return {
      endpoint: 'POST /v1/customers',
      hasKey: 'idempotency-key' in headers,
      send: () => shop.api.post('/v1/customers', { idNo, nameSurname: 'Ayşe Işık' }, headers),
      isThere: listed(shop, list),
      leaves: { what: 'entries', count: async () => (await idsIn(shop.sound, list)).length },
    }
  },

  'a check': (shop, headers) =>
    entry(shop, headers, {
      path: '/v1/compliance/sanction-checks',
      data: { idNo: newPerson() },
      list: ({ idNo }) => `/v1/compliance/sanction-checks?filter[idNo]=${idNo}`,
    }),

  'a label': (shop, headers) =>
    entry(shop, headers, {
      path: '/v1/kmts-verifications',
      data: { scannedCode: randomUUID().toUpperCase() },
      list: ({ scannedCode }) => `/v1/kmts-verifications?scannedCode=${scannedCode}`,
    }),

  'the bank’s news': (shop) => changeless(shop, '/v1/bank-queries', {}),
  'a look at a voucher': (shop) =>
    changeless(shop, '/v1/expenses/preview', manualVoucher({ ...VOUCHER, idNo: newPerson() })),
  'a look at an invoice': (shop) =>
    changeless(shop, '/v1/invoices/preview', manualInvoice({ ...INVOICE, idNo: newPerson() })),
}

const NONE = { amount: undefined, paymentType: undefined }
const VOUCHER = { templateKey: 'alis', amount: 2_500 }
const INVOICE = { templateKey: 'kulce', amount: 100_000 }

function voucher(fields: Fields) {
  return (shop: Shop, headers: Headers): Goal => {
    const { idNo = newPerson(), ...rest } = fields
    const body = manualVoucher({ ...VOUCHER, idNo, ...rest })
    return {
      endpoint: 'POST /v1/expenses',
      hasKey: 'idempotency-key' in headers,
      send: () => shop.api.post('/v1/expenses', body, headers),
      isThere: listed(shop, `/v1/expenses?q=${idNo}`),
      leaves: { what: 'voucher', idNo },
    }
  }
}

function invoice(fields: Fields) {
  return (shop: Shop, headers: Headers): Goal => {
    const { idNo = newPerson(), ...rest } = fields
    const body = manualInvoice({ ...INVOICE, idNo, ...rest })
    return {
      endpoint: 'POST /v1/invoices',
      hasKey: 'idempotency-key' in headers,
      send: () => shop.api.post('/v1/invoices', body, headers),
      isThere: listed(shop, `/v1/invoices?q=${idNo}`),
      leaves: { what: 'invoice', idNo },
    }
  }
}

interface Entry<Data> {
  readonly path: string
  readonly data: Data
  readonly list: (data: Data) => string
}

/** An entry of a history: a second one is no harm, one that no answer admits is. */
function entry<Data>(shop: Shop, headers: Headers, { path, data, list }: Entry<Data>): Goal {
  const place = list(data)
  return {
    endpoint: `POST ${path}`,
    hasKey: 'idempotency-key' in headers,
    send: () => shop.api.post(path, data, headers),
    isThere: listed(shop, place),
    leaves: { what: 'entries', count: async () => (await idsIn(shop.sound, place)).length },
  }
}

const changeless = (shop: Shop, path: string, data: Fields): Goal => ({
  endpoint: `POST ${path}`,
  hasKey: false,
  send: () => shop.api.post(path, data),
  isThere: async () => false,
  leaves: { what: 'nothing' },
})

/** For the first person who is not met by the fault of another round. */
async function made({ sound }: Shop, path: string, data: Fields) {
  for (let tries = 1; ; tries++) {
    const idNo = newPerson()
    const answer = await sound.post(path, { ...data, idNo })
    if (answer.status < 300) return { idNo, answer }
    if (tries === MOST_TRIES) throw new Error(`not made: ${answer.status}`)
  }
}

const MOST_TRIES = 20
const Uuid = Type.Object({ uuid: Type.String() })
const uuidIn = ({ data }: Answer) => Value.Parse(Uuid, data).uuid
