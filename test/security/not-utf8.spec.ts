import { beforeAll, describe, expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const NAME = 'İbrahim Çağrı'
let dealer: Dealer

beforeAll(async () => {
  dealer = await newDealer(system, { company: { kmtsEnabled: true } })
  const data = { id: recordId(), idNo: '10000000146', nameSurname: NAME }
  await dealer.import({ kind: 'customer', data })
})

const invalid = (field: string) => [400, 'VALIDATION_FAILED', [{ field, rule: 'pattern' }]]

/** Each is one that a search would not find: „nobody of that name“. */
const texts = ['%DDbrahim', '%E2%80', '%ZZ', '100%', '%C0%AF', '%ED%A0%80', '%u0130']

test('a name in UTF-8 is found, however it is escaped', async () => {
  const written = ['%C4%B0brahim%20%C3%87a%C4%9Fr%C4%B1', '%C4%B0brahim+%c3%87a%c4%9fr%c4%b1']
  for (const name of written) {
    const { data } = await dealer.api.get(`/v1/customers/check?nameSurname=${name}`)
    expect(data).toMatchObject({ exists: true, customer: { nameSurname: NAME } })
  }
})

describe.each(texts)('%s', (text) => {
  test.each([
    ['/v1/customers/check?nameSurname=', 'nameSurname'],
    ['/v1/customers/check?idNo=', 'idNo'],
    ['/v1/customers?q=', 'q'],
    ['/v1/customers?filter[label]=', 'filter[label]'],
    ['/v1/customers?page=', 'page'],
    ['/v1/expenses?filter%5Bserial%5D=', 'filter[serial]'],
    ['/v1/compliance/sanction-checks?filter[fullName]=', 'filter[fullName]'],
    ['/v1/kmts-verifications?scannedCode=', 'scannedCode'],
  ])('is no value of %s', async (path, field) => {
    expect(refusal(await dealer.api.get(path + text))).toEqual(invalid(field))
  })

  test('is no name of a parameter', async () => {
    const answer = await dealer.api.get(`/v1/customers?pageSize=0&${text}=1`)

    expect(refusal(answer)).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.arrayContaining([
        { field: 'query', rule: 'pattern' },
        { field: 'pageSize', rule: 'minimum' },
      ]),
    ])
  })

  test('is no id in a path, of reads and writes', async () => {
    const { api } = dealer
    const prepare = { method: 'POST', path: `/v1/expenses/${text}/e-document/prepare` }
    const headers = { 'content-type': 'application/json' }
    const answers = [
      await api.get(`/v1/customers/${text}`),
      await api.delete(`/v1/invoices/${text}`),
      await api.send({ ...prepare, headers, body: '{"data":{}}' }),
    ]
    expect(answers.map(refusal)).toEqual(answers.map(() => invalid('id')))
  })

  test('is asked for only with credentials, and only where there is an endpoint', async () => {
    const nobody = apiAt(system.baseUrl)

    expect(await nobody.get(`/v1/customers/${text}`)).toMatchObject({ status: 401 })
    expect(await nobody.get(`/v1/customers?q=${text}`)).toMatchObject({ status: 401 })
    expect(await nobody.get(`/v1/${text}`)).toMatchObject({ status: 404 })
  })
})

test('what is not escaped at all is no query, and no path', async () => {
  const windows1254 = await dealer.api.get('/v1/customers/check?nameSurname=\u00ddbrahim')

  expect(refusal(windows1254)).toEqual(invalid('query'))
  expect(await dealer.api.get('/v1/customers/\u00dd')).toMatchObject({ status: 400 })
})

test('a parameter that is there twice, one of them undecodable, is no text', async () => {
  const answer = await dealer.api.get('/v1/customers/check?nameSurname=a&nameSurname=%FF')

  expect(refusal(answer)).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'nameSurname', rule: 'type' }],
  ])
})
