import { randomBytes } from 'node:crypto'

export type Line = Readonly<Record<string, unknown>>
export type Dealer = ReturnType<typeof newDealer>

export const newId = () => randomBytes(12).toString('hex')

export const ndjson = (lines: readonly Line[]) => lines.map((one) => JSON.stringify(one)).join('\n')

const line =
  (kind: string, usual: Line) =>
  (data: Line = {}) => ({ kind, data: { ...usual, ...data } })

/** A dealer of its own, with lines of each kind: no more than they must say, or what is given. */
export function newDealer(companyId = newId()) {
  const accountId = newId()
  const customerId = newId()
  return {
    companyId,
    accountId,
    customerId,
    apiUserId: `kasa-${companyId}`,
    company: line('company', { id: companyId, title: 'Kuyumcu A.Ş.', taxNumber: '4840847211' }),
    companySettings: line('companySettings', { companyId }),
    apiKey: line('apiKey', {
      companyId,
      apiUserId: `kasa-${companyId}`,
      secretKey: 'kasa-anahtari-uzun-ve-gizli',
      validUntil: '2099-12-31T00:00:00Z',
    }),
    providerAccount: line('providerAccount', { companyId, provider: 'integrator' }),
    price: line('price', { companyId, material: 'gold', price: '5900' }),
    template: line('template', {
      companyId,
      id: newId(),
      key: 'hurda-22',
      title: '22 ayar hurda',
      lineName: '22 Ayar Hurda Altın',
      material: 'gold',
      unitType: 'GRM',
    }),
    customer: line('customer', {
      companyId,
      id: customerId,
      idNo: '10000000146',
      nameSurname: 'Ayşe Yılmaz',
    }),
    bankAccount: line('bankAccount', { companyId, id: accountId, name: 'Garanti' }),
    bankTransaction: line('bankTransaction', {
      companyId,
      accountId,
      stamp: 'G-0001',
      incoming: true,
      transactionDate: '2026-11-19T08:00:00Z',
      amount: '1250.00',
      currency: 'TRY',
    }),
  }
}
