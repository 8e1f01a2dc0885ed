import { beforeAll, expect, test } from 'vitest'
import {
  check,
  detailIn,
  listIn,
  namesIn,
  OTHER_PERSON,
  PATH,
  PERSON,
} from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

beforeAll(async () => {
  await importList(
    system,
    'masak',
    listOf(
      {
        id: 'm1',
        name: 'Kamber Uydurukoğlu',
        aliases: 'Kanber Masal',
        idNo: PERSON,
        birth: '1981-02-05',
        countries: 'tr',
      },
      { id: 'm2', name: 'Düşsel Hayalgezer', birth: '1975', countries: 'sy' },
    ),
  )
  await importList(
    system,
    'wanted',
    listOf(
      { id: 'w1', name: 'Düşsel Hayalgezer' },
      { id: 'w2', name: 'Serseri Gezginci' },
      { id: 'w3', name: 'Başka Gezginci', idNo: PERSON },
    ),
  )
  await importList(system, 'pep', listOf({ id: 'p1', name: 'Serseri Gezginci' }))
})

const dealer = () => newDealer(system, { lines: [] })

test('a check returns the query, the matches and the time', async () => {
  const { api } = await dealer()
  const { id, query, summary, matches, checkedAt } = await check(api, {
    fullName: 'Kanber Uyduruk Oğlu',
  })

  expect(id).toMatch(/^[0-9a-f]{24}$/)
  expect(query).toEqual({
    idNo: null,
    fullName: 'Kanber Uyduruk Oğlu',
    surname: null,
    options: { wantedQuery: true, pepQuery: true },
  })
  expect(summary).toEqual({
    masakCount: 1,
    wantedCount: 0,
    pepCount: 0,
    hasCustomer: false,
    customerEventCount: 0,
  })
  expect(matches).toEqual({
    masak: [
      {
        list: 'masak',
        listVersion: expect.stringMatching(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/),
        entryId: 'm1',
        name: 'Kamber Uydurukoğlu',
        aliases: ['Kanber Masal'],
        idNo: PERSON,
        birthDate: '1981-02-05',
        nationality: 'tr',
        program: 'Uydurma karar',
        reason: 'Uydurma liste',
        score: expect.closeTo(0.94, 2),
        matchedOn: 'name',
        matchedName: 'Kamber Uydurukoğlu',
        matchedBirthDate: null,
        record: expect.objectContaining({ id: 'm1', name: 'Kamber Uydurukoğlu' }),
        explanation: {
          name: expect.closeTo(0.94, 2),
          parts: [
            { query: 'uydurukoglu', entry: 'uydurukoglu', how: 'same', weight: 1.3 },
            { query: 'kanber', entry: 'kamber', how: 'spelling', weight: 1.3 },
          ],
          facts: [],
        },
      },
    ],
    wanted: [],
    pep: [],
  })
  expect(Date.now() - Date.parse(checkedAt)).toBeLessThan(60_000)
})

test('an equal identity number is a match with any name', async () => {
  const { api } = await dealer()
  const found = await check(api, { idNo: PERSON, fullName: 'Bambaşka Biri' })

  expect(found.matches.masak).toMatchObject([{ entryId: 'm1', score: 1, matchedOn: 'idNo' }])
  expect(found.matches.wanted).toMatchObject([{ entryId: 'w3', score: 1, matchedOn: 'idNo' }])
  expect((await check(api, { idNo: OTHER_PERSON })).summary.masakCount).toBe(0)
})

test('a match by an alias names the alias', async () => {
  const { api } = await dealer()
  const found = await check(api, { fullName: 'KANBER MASAL' })
  expect(found.matches.masak).toMatchObject([
    { matchedOn: 'alias', matchedName: 'Kanber Masal', name: 'Kamber Uydurukoğlu', score: 1 },
  ])
})

test('the options leave out wanted and exposed persons', async () => {
  const { api } = await dealer()
  const fullName = 'Serseri Gezginci'
  expect(namesIn(await check(api, { fullName }))).toEqual({
    masak: [],
    wanted: [fullName],
    pep: [fullName],
  })
  const options = { wantedQuery: false, pepQuery: false }
  const without = await check(api, { fullName, options })
  expect(namesIn(without)).toEqual({ masak: [], wanted: [], pep: [] })
  expect(without.query.options).toEqual(options)
  expect(namesIn(await check(api, { fullName, options: { pepQuery: false } })).wanted).toEqual([
    fullName,
  ])
})

test('a surname narrows wanted and exposed persons, and not the MASAK list', async () => {
  const { api } = await dealer()
  const fullName = 'Düşsel Hayalgezer'
  const asIs = await check(api, { fullName, surname: 'hayalgezer' })
  expect([asIs.summary.masakCount, asIs.summary.wantedCount]).toEqual([1, 1])
  const other = await check(api, { fullName, surname: 'Başkaca' })
  expect([other.summary.masakCount, other.summary.wantedCount]).toEqual([1, 0])
  const alone = await check(api, { surname: 'GEZGİNCİ' })
  expect(namesIn(alone).wanted.toSorted()).toEqual(['Başka Gezginci', 'Serseri Gezginci'])
  expect(namesIn(alone).pep).toEqual(['Serseri Gezginci'])
})

test('the company’s own customer and register events are shown, and no other company’s', async () => {
  const { api, import: importLines } = await dealer()
  const other = await dealer()
  const [customerId, eventId] = [recordId(), recordId()]
  await importLines(
    {
      kind: 'customer',
      data: { id: customerId, idNo: OTHER_PERSON, nameSurname: 'Ayşe Işık', recordLevel: 3 },
    },
    {
      kind: 'customerEvent',
      data: {
        id: eventId,
        eventDate: '2026-11-01',
        idNo: OTHER_PERSON,
        customerId,
        recordLevel: 3,
        comment: 'Dikkat',
      },
    },
    {
      kind: 'customerEvent',
      data: { id: recordId(), eventDate: '2026-10-01', idNo: OTHER_PERSON, recordLevel: 1 },
    },
  )

  const found = await check(api, { idNo: OTHER_PERSON })
  expect(found.summary).toMatchObject({ hasCustomer: true, customerEventCount: 2 })
  expect((await check(api, { fullName: 'AYŞE IŞIK' })).summary).toMatchObject({
    hasCustomer: true,
    customerEventCount: 2,
  })
  expect((await check(other.api, { idNo: OTHER_PERSON })).summary).toMatchObject({
    hasCustomer: false,
    customerEventCount: 0,
  })

  const detail = detailIn(await api.get(`${PATH}/${found.id}`))
  expect(detail.customer).toEqual({
    id: customerId,
    idNo: OTHER_PERSON,
    idType: 'person',
    idCardType: null,
    nameSurname: 'Ayşe Işık',
    recordLevel: 3,
    isVerify: false,
    isValid: false,
  })
  expect(detail.customerEvents.map(({ id }) => id)[0]).toBe(eventId)
  expect(detail.customerEvents).toHaveLength(2)
})

test('a customer’s year of birth and country lower a score, and never raise it', async () => {
  const { api, import: importLines } = await dealer()
  const fullName = 'Düşsel Hayalgezer'
  const of = (idNo: string, data: object) => ({
    kind: 'customer',
    data: { id: recordId(), idNo, nameSurname: fullName, ...data },
  })
  await importLines(
    of(PERSON, { birthday: '1975-06-01', nationality: 'Suriye' }),
    of(OTHER_PERSON, { year: 1976, nationality: 'T.C.' }),
  )
  const scoreFor = async (idNo: string) => {
    const { matches } = await check(api, { idNo, fullName })
    return matches.masak.find(({ entryId }) => entryId === 'm2')?.score
  }
  expect(await scoreFor(PERSON)).toBe(1)
  expect(await scoreFor(OTHER_PERSON)).toBeCloseTo(0.96 * 0.9, 2)
})

test('a company may ask for a higher score', async () => {
  const { api, import: importLines, companyId } = await dealer()
  const fullName = 'Düşsel Hayalgezen'
  const found = async () => (await check(api, { fullName })).summary.masakCount
  expect(await found()).toBe(1)
  await importLines({ kind: 'screeningSettings', data: { companyId, threshold: 0.95 } })
  expect(await found()).toBe(0)
})

test('the same key and body return the same check, which is made once', async () => {
  const { api } = await dealer()
  const headers = { 'idempotency-key': 'check-1' }
  const body = { fullName: 'Kanber Masal' }
  const first = await api.post(PATH, body, headers)
  const again = await api.post(PATH, body, headers)
  expect(again.data).toEqual(first.data)
  expect(again.headers['idempotency-hit']).toBe('true')
  expect((await api.post(PATH, { fullName: 'Başka' }, headers)).status).toBe(409)
  expect(listIn(await api.get(PATH))).toHaveLength(1)
})
