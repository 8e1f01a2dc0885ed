import { expect, test } from 'vitest'
import { monthlyNouns } from '#audit/page/pages/browse.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { documentIn, electronicDealer, newDraft, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual, OTHER_PERSON } from '#test/support/vouchers.ts'
import { auditPageForThisFile, recordPath, visitor } from '../running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)

async function auditorOf(dealer: Dealer) {
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  return auditor
}

const prices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'price',
    data: { material: 'gold', price: String(6_000 + at) },
  }))

const pricesIn = (shown: string) =>
  [...shown.matchAll(/gold[^<]*?([67],\d{3})/g)].map(([, price = '']) =>
    Number(price.replace(',', '')),
  )

const linkIn = (shown: string, rel: string) =>
  new RegExp(`<a rel="${rel}" href="([^"]+)"`).exec(shown)?.[1]?.replaceAll('&#38;', '&')

test('a long history comes in pages, the newest first or the oldest', async () => {
  const dealer = await newDealer(system)
  await dealer.import(...prices(120))
  const auditor = await auditorOf(dealer)
  const company = recordPath('company', dealer.companyId)
  const newest = await auditor.get(company)
  expect(pricesIn(newest.page).slice(0, 50)).toEqual(
    Array.from({ length: 50 }, (_, at) => 6_119 - at),
  )
  expect(newest.page.match(/<[a-z]/g)?.length).toBeLessThan(2_000)
  const next = linkIn(newest.page, 'next')
  expect(pricesIn((await auditor.get(next ?? '')).page)[0]).toBe(6_069)
  const oldest = await auditor.get(`${company}?order=oldest&type=PriceRecorded`)
  const second = await auditor.get(linkIn(oldest.page, 'next') ?? '')
  expect(pricesIn(second.page)[0]).toBeGreaterThan(6_040)
  const third = await auditor.get(linkIn(second.page, 'next') ?? '')
  expect(pricesIn(third.page).at(-1)).toBe(6_119)
  expect(linkIn(third.page, 'next')).toBeUndefined()
  expect(pricesIn((await auditor.get(`${company}?behind=1234567`)).page)[0]).toBe(6_119)
})

test('pages of a history lead back to where one came from', async () => {
  const dealer = await newDealer(system)
  await dealer.import(...prices(120))
  const auditor = await auditorOf(dealer)
  const company = recordPath('company', dealer.companyId)
  for (const order of ['newest', 'oldest']) {
    const first = await auditor.get(`${company}?order=${order}&type=PriceRecorded`)
    const second = await auditor.get(linkIn(first.page, 'next') ?? '')
    const third = await auditor.get(linkIn(second.page, 'next') ?? '')
    const back = await auditor.get(linkIn(third.page, 'prev') ?? '')
    expect(pricesIn(back.page)).toEqual(pricesIn(second.page))
    const onAgain = await auditor.get(linkIn(back.page, 'next') ?? '')
    expect(pricesIn(onAgain.page)).toEqual(pricesIn(third.page))
    const atFirst = await auditor.get(linkIn(back.page, 'prev') ?? '')
    expect(pricesIn(atFirst.page)).toEqual(pricesIn(first.page))
    expect(linkIn(atFirst.page, 'prev')).toBeUndefined()
  }
})

test('months of many records are paged both ways, and no record is twice or missing', async () => {
  const dealer = await newDealer(system)
  const ids = Array.from({ length: 120 }, () => recordId())
  await dealer.import(
    ...ids.map((id, at) => ({
      kind: 'kmtsVerification',
      data: {
        id,
        source: 'mobile',
        scannedCode: `KMV${at}`,
        outcome: 'not_found',
        checkedAt: `2026-11-0${1 + (at % 3)}T09:00:00Z`,
      },
    })),
  )
  const auditor = await auditorOf(dealer)
  const shownOn = (shown: string) =>
    [...shown.matchAll(/records\/kmts-verification\/([0-9a-f]{24})"/g)].map(([, id]) => id)
  const pages = [await auditor.get('/audit/records?noun=kmts-verification&month=2026-11')]
  for (let next = linkIn(pages[0]?.page ?? '', 'next'); next !== undefined; ) {
    const following = await auditor.get(next)
    pages.push(following)
    next = linkIn(following.page, 'next')
  }
  expect(pages.map((one) => shownOn(one.page).length)).toEqual([50, 50, 20])
  expect(pages.flatMap((one) => shownOn(one.page)).toSorted()).toEqual(ids.toSorted())
  const back = await auditor.get(linkIn(pages[2]?.page ?? '', 'prev') ?? '')
  expect(shownOn(back.page)).toEqual(shownOn(pages[1]?.page ?? ''))
  const first = await auditor.get(linkIn(back.page, 'prev') ?? '')
  expect(shownOn(first.page)).toEqual(shownOn(pages[0]?.page ?? ''))
})

test('a history has only the events that are asked for: by type, actor, name and date', async () => {
  const dealer = await newDealer(system)
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const auditor = await auditorOf(dealer)
  const kinds = async (query: string) => {
    const { page: shown } = await auditor.get(`${recordPath('expense-voucher', id)}?${query}`)
    return [...shown.matchAll(/Data <code>(\w+)/g)].map(([, kind]) => kind)
  }
  expect(await kinds('type=NumberTaken')).toEqual(['NumberTaken'])
  expect(await kinds('actor=operator')).toEqual([])
  expect(await kinds('actor=apiUser')).toContain('VoucherDrafted')
  const { apiUserId } = dealer.credentials
  expect(await kinds(`name=${apiUserId.toUpperCase()}`)).toContain('VoucherDrafted')
  expect(await kinds(`name=${apiUserId.slice(0, -1)}`)).toEqual([])
  expect(await kinds(`name=${apiUserId}&actor=process`)).toEqual([])
  expect(await kinds('to=2020-01-01T00:00')).toEqual([])
  expect(await kinds('from=2099-01-01T00:00&order=oldest')).toEqual([])
  expect(await kinds('from=2020-01-01T00:00&to=2099-01-01')).toContain('VoucherFinalized')
})

test('what operators did is listed, and who looked', async () => {
  const dealer = await newDealer(system)
  const auditor = await auditorOf(dealer)
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const { page: operators } = await auditor.get('/audit/events?actor=operator&order=oldest')
  expect(operators).toContain('CompanyRecorded')
  expect(operators).not.toContain('Data <code>VoucherDrafted')
  await auditor.get(recordPath('expense-voucher', id))
  const { page: accesses } = await auditor.get('/audit/accesses')
  expect(accesses).toContain(`Viewed: time line, Expense voucher ${id}.`)
  expect(accesses).toContain('Viewed: sign-in.')
  const { page: everything } = await auditor.get('/audit/events?to=2020-01-01')
  expect(everything).toContain('No event.')
})

test('people are found by their whole name, phone and IBAN, in any spelling', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import({
    kind: 'customer',
    data: {
      id,
      idNo: OTHER_PERSON,
      nameSurname: 'Işıl ÇAĞLAYAN-Öztürk',
      phone: '905321234567',
      ibans: ['TR330006100519786457841326'],
    },
  })
  const auditor = await auditorOf(dealer)
  const stranger = await auditorOf(await newDealer(system))
  for (const value of [
    'Işıl ÇAĞLAYAN-Öztürk',
    'ışıl çağlayan-öztürk',
    '0532 123 45 67',
    '+90 (532) 123-4567',
    'TR33 0006 1005 1978 6457 8413 26',
  ]) {
    const { location } = await auditor.post('/audit/find', { value })
    expect([value, location]).toEqual([value, recordPath('customer', id)])
    const nothing = await stranger.get((await stranger.post('/audit/find', { value })).location)
    expect(nothing.page).toContain('No record was found. Searched were')
  }
  const part = await auditor.post('/audit/find', { value: 'Işıl ÇAĞLAYAN' })
  expect((await auditor.get(part.location)).page).toContain('not parts of names')
})

test('results and months name date, amount, state and what was deleted, the newest first', async () => {
  const dealer = await newDealer(system)
  const { api } = dealer
  const dates = ['2026-11-03T09:00:00Z', '2026-11-05T09:00:00Z', '2026-11-04T09:00:00Z']
  for (const transactionDate of dates) {
    createdIn(await api.post('/v1/expenses', manual({ transactionDate, amount: 1234.5 })))
  }
  const draft = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))
  await api.delete(`/v1/expenses/${draft.id}`)
  const auditor = await auditorOf(dealer)
  const { page: month } = await auditor.get('/audit/records?noun=expense-voucher&month=2026-11')
  const times = [...month.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  expect(month).toContain('1,234.5 TRY')
  expect(month).toContain(`<span class="tag">deleted</span>`)
  for (const noun of monthlyNouns) {
    for (const place of [`behind=9999999999999999-${'0'.repeat(24)}`, 'before=nonsense']) {
      const { status } = await auditor.get(`/audit/records?noun=${noun}&month=2026-11&${place}`)
      expect([noun, place, status]).toEqual([noun, place, 200])
    }
  }
  const { page: none } = await auditor.get('/audit/records?noun=invoice&month=2026-11')
  expect(none).toContain('No record in this month.')
  const stranger = await auditorOf(await newDealer(system))
  const { page: theirs } = await stranger.get('/audit/records?month=2026-11')
  expect(theirs).toContain('No record in this month.')
})

test('a record is shown as of a moment, as the API answered then', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  const before = new Date(Date.now() - 60_000).toISOString().slice(0, 19)
  const { number } = documentIn(await draft.confirm(await untilCode(draft)))
  const auditor = await auditorOf(dealer)
  const { location } = await auditor.post('/audit/find', { value: number ?? '' })
  const { page: now } = await auditor.get(`${location}/state`)
  expect(now).toContain(number)
  const { page: then } = await auditor.get(`${location}/state?at=${before}`)
  expect(then).toContain('The API did not show this record at that moment.')
  expect((await auditor.get(`${location}/state?at=`)).status).toBe(200)
})

test('a date that cannot be read is an error that says what is expected, in every field', async () => {
  const dealer = await newDealer(system)
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const auditor = await auditorOf(dealer)
  const record = recordPath('expense-voucher', id)
  const asked = [
    ...['nonsense', '2026-02-30', '2026-11-20T25:00', '20.11.2026', '2026-11-20T10:00Z'].map(
      (date) => `${record}/state?at=${date}`,
    ),
    `${record}?from=dün`,
    `${record}?to=2026-13-01`,
    '/audit/events?from=x',
    '/audit/accesses?to=x',
    '/audit/records?month=2026-13',
  ]
  for (const address of asked) {
    const { status, page: shown } = await auditor.get(address)
    const field = address.match(/\?(\w+)=/)?.[1]
    expect([address, status]).toEqual([address, 400])
    expect(shown).toContain(`“${field}” is not a date that can be read. Write it like 20`)
  }
})

test('the filter of a time line offers the types that its record can have', async () => {
  const dealer = await newDealer(system)
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const customer = recordId()
  await dealer.import({
    kind: 'customer',
    data: { id: customer, idNo: OTHER_PERSON, nameSurname: 'Ayşe Işık' },
  })
  const auditor = await auditorOf(dealer)
  const typesOf = async (path: string) =>
    [...(await auditor.get(path)).page.matchAll(/<option value="([A-Z]\w+)"/g)].map(
      ([, type]) => type,
    )

  expect(await typesOf(recordPath('customer', customer))).toEqual([...customerEvents.types.keys()])
  const ofVoucher = await typesOf(recordPath('expense-voucher', id))
  expect(ofVoucher).toEqual(expect.arrayContaining(['VoucherFinalized', 'NumberTaken']))
  expect(ofVoucher.filter((type) => /Invoice|Bank|Form|Customer/.test(type ?? ''))).toEqual([])
})

test('an auditor starts a verification and sees what it found', async () => {
  const dealer = await newDealer(system)
  const auditor = await auditorOf(dealer)
  const { location } = await auditor.post('/audit/verification')
  expect(location).toBe('/audit/verification')
  const { page: shown, headers } = await auditor.get(location)
  expect(shown).toMatch(/The verification is under way:|No differences were found/)
  expect(headers.get('refresh')).toBe(shown.includes('under way') ? '2' : null)
  await expect
    .poll(async () => (await auditor.get(location)).page, { timeout: 60_000 })
    .toContain('No differences were found.')
  const { page: accesses } = await auditor.get('/audit/accesses')
  expect(accesses).toContain('A verification was started.')
})

test('one searches on from the page of a record', async () => {
  const dealer = await newDealer(system)
  const { id, serial, number } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const auditor = await auditorOf(dealer)
  for (const part of ['', '/changes', '/state']) {
    const { page: shown } = await auditor.get(`${recordPath('expense-voucher', id)}${part}`)
    expect(shown).toMatch(/<form class="find" method="post" action="\/audit\/find" role="search">/)
  }
  const { location } = await auditor.post('/audit/find', { value: `${serial} ${number}` })
  expect(location).toBe(recordPath('expense-voucher', id))
})
