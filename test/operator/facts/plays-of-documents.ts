import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { listIn, PERSON } from '#test/support/vouchers.ts'
import { field, named, type Play, type Value } from './play.ts'

const day = (value: Value) => `2026-01-0${value + 1}T09:00:00.000Z`

const soldOnce = {
  transactionDate: '2025-12-04T09:30:00Z',
  idNo: PERSON,
  nameSurname: 'Ayşe Yılmaz',
}

const pastVoucher = (id: string, data: object = {}) => ({
  kind: 'expenseVoucher',
  data: { ...soldOnce, id, serial: 'ESK', number: '12', amount: '1250.50', ...data },
})

const pastInvoice = (id: string, data: object = {}) => ({
  kind: 'invoice',
  data: {
    ...soldOnce,
    id,
    serial: 'ESK',
    number: 'ESK2025000000012',
    payableTotal: '5300.00',
    ...data,
  },
})

const valuesOf = async (dealer: Dealer, path: string, name: string) => {
  const { data } = await dealer.api.get(path)
  return Array.isArray(data) ? data.map((item) => Object(item)[name]) : data
}

/** The first telling makes the record; each later one is refused. */
const only = (value: Value) => [named(value)]

export const playsOfDocuments: Readonly<Record<string, Play>> = {
  form: (dealer) => ({
    tell: (value) => dealer.api.post('/v1/customers', { idNo: PERSON, nameSurname: named(value) }),
    read: () => valuesOf(dealer, '/v1/compliance/verifications', 'nameSurname'),
    shows: only,
  }),

  document: (dealer) => ({
    tell: (value) =>
      dealer.api.post('/v1/expenses', {
        source: 'manual',
        idNo: PERSON,
        nameSurname: named(value),
        amount: 1000,
      }),
    read: async () =>
      listIn(await dealer.api.get('/v1/expenses')).map(({ customer }) => customer.name),
    shows: only,
  }),

  expenseVoucher: (dealer) => {
    const id = recordId()
    return {
      line: (value) => pastVoucher(id, { description: named(value) }),
      read: () => field(dealer.api.get(`/v1/expenses/${id}`), 'description'),
      shows: named,
    }
  },

  invoice: (dealer) => {
    const id = recordId()
    return {
      line: (value) => pastInvoice(id, { nameSurname: named(value) }),
      read: () => valuesOf(dealer, '/v1/invoices', 'customer'),
      shows: (value) => [{ name: named(value), taxNumber: PERSON }],
    }
  },

  eDocumentCancelled: async (dealer) => {
    const expenseId = recordId()
    await dealer.import(
      pastVoucher(expenseId, {
        uuid: crypto.randomUUID(),
        state: 'sent',
        officialNumber: 'ESK2025000000013',
      }),
    )
    return {
      line: (value) => ({
        kind: 'eDocumentCancelled',
        data: { expenseId, cancelledAt: day(value) },
      }),
      read: () => field(dealer.api.get(`/v1/expenses/${expenseId}`), 'cancelled'),
      shows: () => true,
    }
  },

  invoiceCancelled: async (dealer) => {
    const invoiceId = recordId()
    await dealer.import(pastInvoice(invoiceId))
    return {
      line: (value) => ({
        kind: 'invoiceCancelled',
        data: { invoiceId, cancelledAt: day(value) },
      }),
      read: () => valuesOf(dealer, '/v1/invoices', 'invoiceStatus'),
      shows: () => ['cancelled'],
    }
  },
}
