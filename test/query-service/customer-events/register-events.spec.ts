import { type Static, Type } from 'typebox'
import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { itemSchema } from '#kernel/records/response.ts'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import { OTHER_PERSON, PERSON } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'

const ListedCustomerEvent = itemSchema(customerEvents)
const system = systemForThisFile()

const EVENTS = '/v1/compliance/customer-events'

const listIn = (answer: Answer): readonly Static<typeof ListedCustomerEvent>[] =>
  dataOf(Type.Array(ListedCustomerEvent), answer)

test('an event is listed and read, with the account that it names', async () => {
  const dealer = await newDealer(system)
  const [id, customerId] = [recordId(), recordId()]
  await dealer.import(
    customerLine({ idNo: 'U1234567', nameSurname: 'Başkası' }),
    customerLine({ id: customerId, idNo: 'P7654321', recordLevel: 3 }),
    registerLine({
      id,
      customerId,
      idNo: 'U1234567',
      eventDate: '2026-11-20T12:45:00+03:00',
      recordLevel: 4,
      comment: 'Şüpheli işlem',
    }),
  )

  const list = await dealer.api.get(EVENTS)
  const detail = await dealer.api.get(`${EVENTS}/${id}`)

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  const listed = {
    id,
    eventDate: '2026-11-20T09:45:00.000Z',
    customerId,
    idNo: 'U1234567',
    recordLevel: 4,
    comment: 'Şüpheli işlem',
    createdAt: moment,
    updatedAt: moment,
  }
  expect(list.meta).toMatchObject({ page: 1, limit: 25, total: 1, pages: 1 })
  expect(list.data).toEqual([listed])
  expect(detail.data).toEqual({
    ...listed,
    customer: {
      id: customerId,
      idNo: 'P7654321',
      idType: 'person',
      idCardType: null,
      nameSurname: 'Ayşe Işık',
      recordLevel: 3,
      isVerify: false,
      isValid: false,
    },
  })
})

test('without a named account, it is the one with that number, or none', async () => {
  const dealer = await newDealer(system)
  const [known, unknown] = [recordId(), recordId()]
  await dealer.import(
    customerLine(),
    registerLine({ id: known }),
    registerLine({ id: unknown, idNo: OTHER_PERSON }),
  )

  const customerOf = async (id: string) => (await dealer.api.get(`${EVENTS}/${id}`)).data

  expect(await customerOf(known)).toMatchObject({ customerId: null, customer: { idNo: PERSON } })
  expect(await customerOf(unknown)).toMatchObject({ customer: null, comment: null })
})

test.each<[query: string, found: readonly string[]]>([
  ['', ['newest', 'middle', 'oldest']],
  ['?sort=eventDate', ['oldest', 'middle', 'newest']],
  ['?sort=eventDate:desc', ['newest', 'middle', 'oldest']],
  ['?sort=updatedAt:asc', ['middle', 'newest', 'oldest']],
  ['?sort=updatedAt:desc', ['oldest', 'newest', 'middle']],
  [`?filter[idNo]=${OTHER_PERSON}`, ['newest']],
  [`?filter[idNo]=${PERSON.slice(0, 5)}`, []],
  ['?filter[recordLevel]=0', ['middle']],
  ['?filter[recordLevel]=2', []],
  ['?filter[startDate]=2026-02-01', ['newest', 'middle']],
  ['?filter[startDate]=2026-02-01T00:00:00.001Z', ['newest']],
  ['?filter[endDate]=2026-02-01', ['middle', 'oldest']],
  ['?filter[endDate]=2026-02-01T02:59:59%2B03:00', ['oldest']],
  ['?filter[startDate]=2026-02-01&filter[endDate]=2026-02-01', ['middle']],
  ['?filter[updatedSince]=2999-01-01', []],
  ['?page=2&pageSize=2', ['oldest']],
  ['?page=5', []],
])(`GET ${EVENTS}%s`, async (query, found) => {
  named ??= importNamed()
  const { api, of } = await named

  expect(listIn(await api.get(`${EVENTS}${query}`)).map(({ id }) => of(id))).toEqual(found)
})

let named: Promise<{ api: Dealer['api']; of: (id: string) => string }> | undefined

async function importNamed() {
  const dealer = await newDealer(system)
  const ids = { middle: recordId(), newest: recordId(), oldest: recordId() }
  await dealer.import(registerLine({ id: ids.middle, eventDate: '2026-02-01', recordLevel: 0 }))
  await dealer.import(
    registerLine({ id: ids.newest, eventDate: '2026-03-01', idNo: OTHER_PERSON, recordLevel: 4 }),
  )
  await dealer.import(registerLine({ id: ids.oldest, eventDate: '2026-01-01' }))
  const of = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? 'unknown'
  return { api: dealer.api, of }
}

let stranger: ReturnType<typeof newDealer> | undefined

test.each([
  [{ recordLevel: 5 }, 'recordLevel: must be a whole number from 0 to 4'],
  [{ recordLevel: undefined }, 'recordLevel: is required'],
  [{ eventDate: 'yesterday' }, 'eventDate: must be a date with its time and zone'],
  [{ idNo: '' }, 'idNo: must be a text'],
  [{ id: '1' }, 'id: must be 24 hexadecimal digits'],
  [{ level: 1 }, 'level: is not a field of customerEvent'],
])('a line with %j is refused', async (data, fault) => {
  stranger ??= newDealer(system)
  const dealer = await stranger

  await expect(dealer.import(registerLine(data))).rejects.toThrow(`line 1: ${fault}`)
})
