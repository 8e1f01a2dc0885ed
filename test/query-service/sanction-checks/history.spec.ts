import { beforeAll, expect, test } from 'vitest'
import { check, detailIn, listIn, PATH, PERSON } from '#test/support/sanction-checks.ts'
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
