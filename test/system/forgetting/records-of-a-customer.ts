import { randomUUID } from 'node:crypto'
import { customerLine } from '#test/support/customer-lines.ts'
import { createdIn } from '#test/support/forms.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import type { Canaries } from './canaries.ts'

const WORDS = [
  'nationality',
  'countriesCode',
  'states',
  'statesCode',
  'cities',
  'birthplace',
  'taxOffice',
  'registryNo',
  'activityName',
  'naceCode',
  'address',
  'motherName',
  'fatherName',
  'jobName',
] as const
const OF_ACCOUNTS = ['name', 'surname', 'ownerName', 'cmpNo'] as const
const OF_FORMS = WORDS.filter((field) => field !== 'nationality')

/** All that the records of a customer know: an account, a form with its decision, and a session. */
export async function recordCustomer(dealer: Dealer, canaries: Canaries, idNo: string) {
  const [customerId, sessionId] = [recordId(), recordId()]
  const recordedAt = { createdAt: '2026-11-20T09:45:00Z', updatedAt: '2026-11-20T09:45:00Z' }
  await dealer.import(customerLine({ id: customerId, idNo, ...accountOf(canaries) }), {
    kind: 'idvSession',
    data: { id: sessionId, idNo, ...recordedAt, dataSet: session(canaries) },
  })
  const headers = { 'idempotency-key': randomUUID() }
  const { id: formId } = createdIn(
    await dealer.api.post('/v1/customers', { idNo, ...formOf(canaries) }, headers),
  )
  await dealer.import({ kind: 'formDecision', data: { formId, isApproval: true, masakStatus: 1 } })
  return { customerId, sessionId, formId }
}

function accountOf(canaries: Canaries) {
  const { word, number, named } = canaries.of('account')
  return {
    ...Object.fromEntries([...WORDS, ...OF_ACCOUNTS].map((field) => [field, word(field)])),
    nameSurname: `${word('nameSurname')} ${word('nameSurname')}`,
    phone: number('phone'),
    phone2: number('phone2'),
    email: `${word('email')}@example.com`,
    birthday: named('birthday', '1931-07-19'),
    ibans: [`TR33${number('iban')}`],
    customerRelation: {
      types: 'vekil',
      nameSurname: word('relation'),
      idNo: number('relation'),
    },
  }
}

function formOf(canaries: Canaries) {
  const { word, number, named } = canaries.of('form')
  return {
    ...Object.fromEntries(OF_FORMS.map((field) => [field, word(field)])),
    nameSurname: `${word('nameSurname')} ${word('nameSurname')}`,
    phone: number('phone'),
    phone2: number('phone2'),
    email: `${word('email')}@example.com`,
    iban: `TR33${number('iban')}`,
    birthday: named('birthday', '1933-05-23'),
  }
}

/** As a provider tells it: anything, with images within. */
function session(canaries: Canaries) {
  const { word, number } = canaries.of('session')
  return {
    document: { name: word('name'), serial: number('serial'), lines: [word('mrz'), null, 3] },
    [word('nameOfField')]: true,
    photo: Buffer.from(`PNG ${word('photo')}`).toString('base64'),
  }
}

/** Requests that are refused, each in another way, and all with values of the person. */
export async function refusedRequests({ api }: Dealer, canaries: Canaries, idNo: string) {
  const { word, number } = canaries.of('refused')
  const json = { 'content-type': 'application/json' }
  const form = { idNo, nameSurname: word('duplicate') }
  const refused = [
    await api.post('/v1/customers', { ...form, idNo: { number: number('idNo') } }),
    await api.post('/v1/customers', { ...form, birthday: word('birthday') }),
    await api.post('/v1/customers', { ...form, [word('field')]: word('surplus') }),
    await api.post('/v1/customers', { ...form, address: word('long').repeat(100_000) }),
    await api.send({
      method: 'POST',
      path: '/v1/customers',
      headers: json,
      body: `{"data":{"nameSurname":"${word('broken')}`,
    }),
    await api.send({
      method: 'POST',
      path: '/v1/customers',
      headers: { ...json, authorization: 'Basic eDp5' },
      body: JSON.stringify({ data: { ...form, phone: number('stranger') } }),
    }),
    await api.get(`/v1/customers/${word('id')}`),
    await api.get(`/v1/customers?${word('parameter')}=${word('value')}`),
    await api.get(`/v1/${word('path')}?q=${word('nowhere')}`),
  ]
  return refused.map(({ status }) => status)
}

/** Those who work with the records look at them, and search for them. */
export async function lookAtCustomer(
  { api }: Dealer,
  canaries: Canaries,
  {
    idNo,
    customerId,
    formId,
    sessionId,
  }: Record<'idNo' | 'customerId' | 'formId' | 'sessionId', string>,
) {
  const { word, number } = canaries.of('searched')
  const looks = [
    `/v1/customers/${customerId}`,
    `/v1/customers/check?idNo=${idNo}`,
    `/v1/customers?q=${idNo}`,
    `/v1/customers?q=${word('name')}`,
    `/v1/customers/check?idNo=${number('idNo')}`,
    `/v1/compliance/verifications/${formId}`,
    `/v1/compliance/idv-sessions/${sessionId}`,
  ]
  for (const path of looks) await api.get(path)
}
