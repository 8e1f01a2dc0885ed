import { expect, test } from 'vitest'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import { create, OTHER_PERSON, PERSON, standingIn } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const check = (query: string) => `/v1/customers/check?${query}`

const stranger = {
  exists: false,
  customer: null,
  recordLevel: null,
  events: [],
  masak: null,
  verification: null,
}

test('a person without an account does not exist, even if other records have the number', async () => {
  const dealer = await newDealer(system)
  await create(dealer.api)
  await dealer.import(registerLine())

  const { data } = await dealer.api.get(check(`idNo=${PERSON}`))

  expect(data).toEqual(stranger)
})

test('a customer without other records', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import(customerLine({ id }))

  const { data } = await dealer.api.get(check(`idNo=${PERSON}`))

  expect(data).toEqual({
    ...stranger,
    exists: true,
    recordLevel: 0,
    customer: {
      id,
      idNo: PERSON,
      idType: 'person',
      idCardType: null,
      nameSurname: 'Ayşe Işık',
      recordLevel: null,
      isVerify: false,
      isValid: false,
    },
  })
})

test('a customer’s events and latest form', async () => {
  const dealer = await newDealer(system)
  const [customerId, event, older] = [recordId(), recordId(), recordId()]
  await dealer.import(
    customerLine({ id: customerId, recordLevel: 4, isVerify: true }),
    customerLine({ idNo: OTHER_PERSON, nameSurname: 'Başkası' }),
    registerLine({ id: older, eventDate: '2026-01-01', recordLevel: 1, customerId }),
    registerLine({ id: event, eventDate: '2026-11-01', recordLevel: 4, comment: 'yasaklı' }),
    registerLine({ idNo: OTHER_PERSON }),
  )
  const first = await create(dealer.api)
  await dealer.import({ kind: 'formDecision', data: { formId: first.id, isApproval: true } })
  const second = await create(dealer.api)

  const standing = standingIn(await dealer.api.get(check(`idNo=${PERSON}`)))

  expect(standing).toMatchObject({
    exists: true,
    recordLevel: 4,
    customer: { id: customerId, recordLevel: 4, isVerify: true },
    masak: null,
    verification: {
      latestId: second.id,
      isApproval: false,
      isSigned: false,
      lastFormAt: second.createdAt,
      hasPendingForm: true,
    },
  })
  expect(standing.events).toMatchObject([
    { id: event, idNo: PERSON, customerId: null, recordLevel: 4, comment: 'yasaklı' },
    { id: older, customerId, comment: null, eventDate: '2026-01-01T00:00:00.000Z' },
  ])
})

test('what is dated to come is in no check until then, and begins by itself', async () => {
  const dealer = await newDealer(system)
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()
  const [soon, tomorrow] = [ahead(2_000), ahead(24 * 3_600_000)]
  const panel = (checkedAt: string) => ({
    kind: 'sanctionCheck',
    data: { id: recordId(), idNo: PERSON, checkedAt },
  })
  await dealer.import(
    customerLine(),
    registerLine({ eventDate: soon, comment: 'birazdan' }),
    registerLine({ eventDate: tomorrow, comment: 'yarın' }),
    panel(soon),
    panel(tomorrow),
    panel('2026-01-05T09:00:00.000Z'),
  )
  const shown = async () => {
    const { events, masak } = standingIn(await dealer.api.get(check(`idNo=${PERSON}`)))
    return { events: events.length, lastQueriedAt: masak?.lastQueriedAt }
  }
  const searched = () => dealer.api.post('/v1/compliance/sanction-checks', { idNo: PERSON })
  await expect.poll(async () => (await shown()).events, { timeout: 10_000 }).toBe(1)
  expect(await shown()).toEqual({ events: 1, lastQueriedAt: soon })
  expect((await searched()).data).toMatchObject({ summary: { customerEventCount: 1 } })
})

test('a form that is approved, rejected or deleted waits no longer', async () => {
  const dealer = await newDealer(system)
  await dealer.import(customerLine())
  const decide = (formId: string, decision: object) =>
    dealer.import({ kind: 'formDecision', data: { formId, ...decision } })
  const verification = async () =>
    standingIn(await dealer.api.get(check(`idNo=${PERSON}`))).verification

  const approved = await create(dealer.api)
  await decide(approved.id, { isApproval: true, isSigned: true })
  const shown = { latestId: approved.id, isApproval: true, isSigned: true, hasPendingForm: false }
  expect(await verification()).toMatchObject(shown)

  const deleted = await create(dealer.api)
  await decide(deleted.id, { deleted: true })
  expect(await verification()).toMatchObject(shown)

  const rejected = await create(dealer.api)
  await decide(rejected.id, { rejected: true })
  expect(await verification()).toMatchObject({
    latestId: rejected.id,
    isApproval: false,
    hasPendingForm: false,
  })
})

test('only the newest twenty-five events are shown', async () => {
  const dealer = await newDealer(system)
  const dates = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  )
  await dealer.import(customerLine(), ...dates.map((eventDate) => registerLine({ eventDate })))

  const { events } = standingIn(await dealer.api.get(check(`idNo=${PERSON}`)))

  expect(events.map(({ eventDate }) => eventDate)).toEqual(dates.slice(5).toReversed())
})

test.each([
  ['nameSurname=AYSE ISIK', true],
  ['nameSurname=ışık', true],
  ['nameSurname=ISIK%', false],
  ['nameSurname=Mehmet', false],
  ['nameSurname=\u0301', false],
  [`idNo=${PERSON}&nameSurname=ayşe`, true],
  [`idNo=${PERSON}&nameSurname=mehmet`, false],
  [`idNo=${OTHER_PERSON}&nameSurname=ayşe`, false],
  [`idNo=${PERSON.slice(1)}`, false],
])('%s finds a customer: %s', async (query, isFound) => {
  shared ??= withAyse()
  const { data } = await (await shared).api.get(check(encodeURI(query)))

  expect(data).toMatchObject({ exists: isFound })
})

let shared: ReturnType<typeof withAyse> | undefined

async function withAyse() {
  const dealer = await newDealer(system)
  await dealer.import(customerLine())
  return dealer
}

test('of several matches, one with exactly that name comes first', async () => {
  const dealer = await newDealer(system)
  const exact = recordId()
  await dealer.import(
    customerLine({ id: exact, idNo: '1', nameSurname: 'Ali Can' }),
    customerLine({ idNo: '2', nameSurname: 'Ali Canan' }),
  )

  const { customer } = standingIn(await dealer.api.get(check('nameSurname=ali%20can')))

  expect(customer?.id).toBe(exact)
})

test('another company’s records are not included', async () => {
  const [one, two] = [await newDealer(system), await newDealer(system)]
  await one.import(customerLine(), registerLine())
  await create(one.api)

  expect((await two.api.get(check(`idNo=${PERSON}`))).data).toEqual(stranger)
  await two.import(customerLine())
  const own = standingIn(await two.api.get(check(`idNo=${PERSON}`)))
  expect(own).toMatchObject({ exists: true, events: [], masak: null, verification: null })
})

test('the last check of the number is shown with the searched lists', async () => {
  const { api, import: importLines } = await newDealer(system)
  await importLines(customerLine())
  const ask = (options: object) =>
    api.post('/v1/compliance/sanction-checks', { idNo: PERSON, options })

  await ask({})
  const all = standingIn(await api.get(check(`idNo=${PERSON}`))).masak
  await ask({ wantedQuery: false, pepQuery: false })
  const last = standingIn(await api.get(check(`idNo=${PERSON}`))).masak

  expect(all).toMatchObject({ types: ['masak', 'wanted', 'pep'], isError: false })
  expect(last).toMatchObject({ types: ['masak'], isError: false })
  expect(Date.parse(last?.lastQueriedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(all?.lastQueriedAt ?? ''),
  )
})
