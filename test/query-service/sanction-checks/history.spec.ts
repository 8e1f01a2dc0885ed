import { beforeAll, expect, test } from 'vitest'
import {
  check,
  detailIn,
  listIn,
  OTHER_PERSON,
  PATH,
  PERSON,
} from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

beforeAll(() => importList(system, 'masak', listOf({ id: 'm1', name: 'Kamber Uydurukoğlu' })))

const dealer = (key = {}) => newDealer(system, { lines: [], key })

const panelSearch = (data: object) => ({
  kind: 'sanctionCheck',
  data: { id: recordId(), checkedAt: '2026-01-02T03:04:05Z', ...data },
})

test('a check can be read as it was answered, at once', async () => {
  const { api } = await dealer()
  const made = await check(api, { fullName: 'Kamber Uydurukoğlu', surname: 'Uydurukoğlu' })
  const detail = detailIn(await api.get(`${PATH}/${made.id}`))
  expect(detail).toEqual({
    ...made,
    idNo: null,
    fullName: 'Kamber Uydurukoğlu',
    surname: 'Uydurukoğlu',
    createdAt: `${made.checkedAt.slice(0, -1)}000Z`,
    updatedAt: detail.updatedAt,
    customer: null,
    customerEvents: [],
  })
  const { id, idNo, fullName, surname, summary, createdAt, updatedAt } = detail
  expect(listIn(await api.get(PATH))).toEqual([
    { id, idNo, fullName, surname, summary, createdAt, updatedAt },
  ])
})

test('panel searches and checks are in one history, newest first', async () => {
  const { api, import: importLines } = await dealer()
  const old = panelSearch({ idNo: PERSON, fullName: 'İpek Şahin' })
  await importLines(old)
  const made = await check(api, { fullName: 'Biri' })
  const listed = listIn(await api.get(PATH))
  expect(listed.map(({ id }) => id)).toEqual([made.id, old.data.id])
  expect(listed[1]?.createdAt).toBe('2026-01-02T03:04:05.000000Z')
})

test('a panel search shows what the panel found, in our fields as far as they fit', async () => {
  const { api, import: importLines } = await dealer()
  const customerId = recordId()
  const row = { name: 'Kamber Uydurukoğlu', score: 0.91, TCKN: PERSON, inner: { deep: 'ab' } }
  const search = panelSearch({ idNo: PERSON, matches: { masak: [row, { record: { SIRA: 1 } }] } })
  await importLines(
    { kind: 'customer', data: { id: customerId, idNo: PERSON, nameSurname: 'Kamber' } },
    search,
  )
  const detail = detailIn(await api.get(`${PATH}/${search.data.id}`))
  expect(detail.summary).toMatchObject({ masakCount: 2, wantedCount: 0, hasCustomer: false })
  expect(detail.matches.masak).toMatchObject([
    {
      list: 'masak',
      name: row.name,
      score: 0.91,
      record: { TCKN: PERSON, inner: { deep: 'ab' } },
      listVersion: null,
    },
    { name: null, score: null, matchedOn: null, aliases: [], record: { SIRA: 1 } },
  ])
  expect(detail.customer?.id).toBe(customerId)
  expect(detail.checkedAt).toBe('2026-01-02T03:04:05.000Z')
})

test('the same panel line changes nothing, another one changes the search', async () => {
  const { api, import: importLines } = await dealer()
  const search = panelSearch({ fullName: 'İlk Ad', summary: { pepCount: 3 } })
  await importLines(search)
  const [first] = listIn(await api.get(PATH))
  await importLines(search)
  expect(listIn(await api.get(PATH))).toEqual([first])
  await importLines({ ...search, data: { ...search.data, fullName: 'Son Ad' } })
  const [changed] = listIn(await api.get(PATH))
  expect(changed).toMatchObject({ fullName: 'Son Ad', summary: { pepCount: 3 } })
  expect(changed?.updatedAt.localeCompare(first?.updatedAt ?? '')).toBe(1)
})

test('a check of the API cannot be overwritten by an import', async () => {
  const { api, import: importLines } = await dealer()
  const made = await check(api, { fullName: 'Biri' })
  await expect(importLines(panelSearch({}), panelSearch({ id: made.id }))).rejects.toThrow(
    'line 2: id: is a check that was made through the API',
  )
  expect(listIn(await api.get(PATH)).map(({ fullName }) => fullName)).toEqual(['Biri'])
})

test('filters find by number, part of the name and moment', async () => {
  const { api, import: importLines } = await dealer()
  const [one, two, three] = [
    panelSearch({ idNo: PERSON, fullName: 'IŞIL %Irmak', checkedAt: '2026-03-01T00:00:00Z' }),
    panelSearch({ idNo: OTHER_PERSON, fullName: 'Işıl Deniz', checkedAt: '2026-03-02T00:00:00Z' }),
    panelSearch({ surname: 'Irmak', checkedAt: '2026-03-03T00:00:00Z' }),
  ]
  await importLines(one, two, three)
  const ids = async (query: string) => listIn(await api.get(`${PATH}?${query}`)).map(({ id }) => id)
  expect(await ids(`filter[idNo]=${PERSON}`)).toEqual([one.data.id])
  expect(await ids('filter[fullName]=isil')).toEqual([two.data.id, one.data.id])
  expect(await ids(`filter[fullName]=${encodeURIComponent('%ı')}`)).toEqual([one.data.id])
  expect(await ids('filter[startDate]=2026-03-02&filter[endDate]=2026-03-02')).toEqual([
    two.data.id,
  ])
  expect(await ids('sort=createdAt:asc&pageSize=2')).toEqual([one.data.id, two.data.id])
  expect(await ids('sort=createdAt:asc&pageSize=2&page=2')).toEqual([three.data.id])
  const all = listIn(await api.get(`${PATH}?sort=updatedAt:asc`))
  expect(await ids(`filter[updatedSince]=${all[0]?.updatedAt}&sort=updatedAt`)).toEqual(
    all.slice(1).map(({ id }) => id),
  )
})

test('the faults of a request are reported field by field', async () => {
  const { api } = await dealer()
  const faults = async (data: unknown) => (await api.post(PATH, data)).error?.details
  expect(await faults({})).toEqual([{ field: 'data.idNo', rule: 'requiredOneOf' }])
  expect(await faults({ fullName: '  ', surname: null })).toEqual([
    { field: 'data.idNo', rule: 'requiredOneOf' },
  ])
  expect(
    await faults({
      idNo: 5,
      fullName: 'x'.repeat(501),
      options: { pep: true, wantedQuery: 'yes' },
      extra: 1,
    }),
  ).toEqual(
    expect.arrayContaining([
      { field: 'data.idNo', rule: 'type' },
      { field: 'data.fullName', rule: 'maxLength' },
      { field: 'data.options.pep', rule: 'unknown' },
      { field: 'data.options.wantedQuery', rule: 'type' },
      { field: 'data.extra', rule: 'unknown' },
    ]),
  )
  const refused = await api.get(`${PATH}?sort=fullName&filter[surname]=x&q=a`)
  expect(refused.error?.details).toEqual([
    { field: 'filter[surname]', rule: 'unknown' },
    { field: 'q', rule: 'unknown' },
    { field: 'sort', rule: 'pattern' },
  ])
  expect(refusal(await api.get(`${PATH}/no-id`))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'id', rule: 'pattern' }],
  ])
})

test('another company’s checks are not found, and a key needs the right', async () => {
  const [mine, other] = [await dealer(), await dealer()]
  const made = await check(mine.api, { fullName: 'Biri' })
  expect(refusal(await other.api.get(`${PATH}/${made.id}`))).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    [],
  ])
  expect(listIn(await other.api.get(PATH))).toEqual([])
  const without = await dealer({ rights: ['customers', 'kmts'] })
  for (const answer of [
    await without.api.post(PATH, {}),
    await without.api.get(PATH),
    await without.api.get(`${PATH}/${made.id}`),
  ]) {
    expect(refusal(answer)).toEqual([403, 'AUTH_FORBIDDEN', []])
  }
  const nobody = apiAt(system.baseUrl)
  expect((await nobody.post(PATH, { fullName: 'Biri' })).status).toBe(401)
  const right = await dealer({ rights: ['compliance'] })
  expect((await right.api.post(PATH, { fullName: 'Biri' })).status).toBe(201)
})
