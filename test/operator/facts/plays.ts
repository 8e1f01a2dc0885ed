import { apiAt } from '#test/support/system-client.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { PERSON } from '#test/support/vouchers.ts'
import { field, named, type Play, type Value } from './play.ts'
import { playsOfDocuments } from './plays-of-documents.ts'
import { playsOfScreening } from './plays-of-screening.ts'

const MANUAL = { source: 'manual', idNo: PERSON, amount: 1000 }

const preview = (dealer: Dealer, more: object = {}) =>
  dealer.api.post('/v1/expenses/preview', { ...MANUAL, ...more })

const rightsOf: Readonly<Record<Value, readonly string[]>> = {
  0: ['customers'],
  1: ['expenses'],
  2: ['customers', 'expenses'],
  3: ['kmts'],
}

/** By the names of the table of facts. */
export const plays: Readonly<Record<string, Play>> = {
  ...playsOfDocuments,
  ...playsOfScreening,

  company: (dealer) => ({
    line: (value) => ({
      kind: 'company',
      data: {
        id: dealer.companyId,
        title: named(value),
        taxNumber: '4840847211',
        kmtsEnabled: value % 2 === 0,
      },
    }),
    read: async () => (await dealer.api.get('/v1/kmts-verifications')).status,
    shows: (value) => (value % 2 === 0 ? 200 : 403),
  }),

  companySettings: (dealer) => ({
    line: (value) => ({ kind: 'companySettings', data: { expense: { serial: `GP${value}` } } }),
    read: () => field(preview(dealer), 'serial'),
    shows: (value) => `GP${value}`,
  }),

  apiKey: (dealer, system) => {
    const credentials = {
      apiUserId: `other-${dealer.companyId}`,
      secretKey: 'qwmzkxvbnhtyplrcsdgf-kasa',
    }
    const other = apiAt(system.baseUrl, credentials)
    return {
      line: (value) => ({
        kind: 'apiKey',
        data: { ...credentials, validUntil: '2099-01-01T00:00:00Z', rights: rightsOf[value] },
      }),
      read: async () => [
        (await other.get('/v1/customers')).status,
        (await other.get('/v1/expenses')).status,
      ],
      shows: (value) =>
        ['customers', 'expenses'].map((right) => (rightsOf[value].includes(right) ? 200 : 403)),
    }
  },

  price: (dealer) => ({
    line: (value, at) => ({
      kind: 'price',
      data: { material: 'platin', price: `500${value}`, at },
    }),
    read: () => field(preview(dealer, { templateKey: 'platin', amount: 100_000 }), 'exchanges'),
    shows: (value) => 5000 + value,
  }),

  template: (dealer) => {
    const id = recordId()
    return {
      line: (value) => ({
        kind: 'template',
        data: {
          id,
          key: 'sikke',
          title: 'Sikke',
          lineName: named(value),
          material: 'silver',
          unitType: 'GRM',
        },
      }),
      read: () => field(preview(dealer, { templateKey: 'sikke' }), 'attribute'),
      shows: named,
    }
  },

  customer: (dealer) => {
    const id = recordId()
    return {
      line: (value) => ({
        kind: 'customer',
        data: {
          id,
          idNo: '21543789054',
          nameSurname: `Ayşe ${named(value)}`,
          recordLevel: value + 1,
        },
      }),
      read: async () => [
        await field(dealer.api.get(`/v1/customers/${id}`), 'nameSurname'),
        await field(dealer.api.get('/v1/customers/check?idNo=21543789054'), 'recordLevel'),
      ],
      shows: (value) => [`Ayşe ${named(value)}`, value + 1],
    }
  },

  customerEvent: (dealer) => {
    const id = recordId()
    return {
      line: (value, eventDate) => ({
        kind: 'customerEvent',
        data: { id, eventDate, idNo: PERSON, recordLevel: 1, comment: named(value) },
      }),
      read: () => field(dealer.api.get(`/v1/compliance/customer-events/${id}`), 'comment'),
      shows: named,
    }
  },

  formDecision: async (dealer) => {
    const form = { idNo: PERSON, nameSurname: 'Ayşe Yılmaz' }
    const formId = String(await field(dealer.api.post('/v1/customers', form), 'id'))
    return {
      line: (value) => ({ kind: 'formDecision', data: { formId, masakStatus: value % 3 } }),
      read: () => field(dealer.api.get(`/v1/compliance/verifications/${formId}`), 'masakStatus'),
      shows: (value) => value % 3,
    }
  },

  idvSession: (dealer) => {
    const id = recordId()
    return {
      line: (value, updatedAt) => ({
        kind: 'idvSession',
        data: {
          id,
          idNo: PERSON,
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt,
          dataSet: { value },
        },
      }),
      read: () => field(dealer.api.get(`/v1/compliance/idv-sessions/${id}`), 'dataSet'),
      shows: (value) => ({ value }),
    }
  },

  bankAccount: (dealer) => {
    const id = recordId()
    return {
      line: (value) => ({ kind: 'bankAccount', data: { id, name: named(value) } }),
      read: () => field(dealer.api.get(`/v1/bank-accounts/${id}`), 'name'),
      shows: named,
    }
  },

  bankTransaction: async (dealer) => {
    const accountId = recordId()
    const id = recordId()
    await dealer.import({ kind: 'bankAccount', data: { id: accountId, name: 'Vadeli' } })
    const booking = { accountId, stamp: 'V-1', incoming: true, amount: '10.00', currency: 'TRY' }
    return {
      line: (value) => ({
        kind: 'bankTransaction',
        data: {
          ...booking,
          id,
          transactionDate: '2026-01-05T09:00:00Z',
          description: named(value),
        },
      }),
      read: () => field(dealer.api.get(`/v1/bank-transactions/${id}`), 'description'),
      shows: named,
    }
  },

  kmtsVerification: (dealer) => {
    const id = recordId()
    return {
      line: (value, checkedAt) => ({
        kind: 'kmtsVerification',
        data: { id, source: 'desktop', scannedCode: `KMV${value}`, outcome: 'verified', checkedAt },
      }),
      read: () => field(dealer.api.get(`/v1/kmts-verifications/${id}`), 'scannedCode'),
      shows: (value) => `KMV${value}`,
    }
  },
}
