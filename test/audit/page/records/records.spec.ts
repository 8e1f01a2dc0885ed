import { expect, test } from 'vitest'
import { keepVerdict } from '#audit/verification/verifications.ts'
import { documentIn, electronicDealer, newDraft } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, fromBank, manual, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'
import { auditPageForThisFile, recordPath, visitor } from '../running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
let shared: Dealer | undefined

/** For tests that look at their own documents only. */
const someDealer = async () => {
  shared ??= await newDealer(system)
  return shared
}

async function auditorOf(dealer: Dealer) {
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  return auditor
}

const bought = async (dealer: Dealer, fields = {}) =>
  createdIn(await dealer.api.post('/v1/expenses', manual(fields)))

test('a document is found by its printed values, and a single result is shown at once', async () => {
  const dealer = await someDealer()
  const { id, serial, number } = await bought(dealer)
  const auditor = await auditorOf(dealer)
  for (const value of [`${serial} ${number}`, ` ${serial}${number} `, id, id.toUpperCase()]) {
    const found = await auditor.post('/audit/find', { value })
    expect([value, found.location]).toEqual([value, recordPath('expense-voucher', id)])
  }
})

test('an identity number is in no URL and in no log line', async () => {
  const dealer = await someDealer()
  const one = await bought(dealer, { amount: 1000 })
  const other = await bought(dealer, { amount: 2000 })
  const auditor = await auditorOf(dealer)
  const found = await auditor.post('/audit/find', { value: PERSON })
  expect(found.location).toMatch(/^\/audit\/found\/[0-9a-f-]{36}$/)
  const { page: list } = await auditor.get(found.location)
  for (const { id } of [one, other]) expect(list).toContain(recordPath('expense-voucher', id))
  await auditor.get(recordPath('expense-voucher', one.id))
  expect(page.log()).toContain(one.id)
  expect(page.log()).not.toMatch(new RegExp(`${PERSON}|Ayşe|${dealer.credentials.secretKey}`))
  const stranger = await auditorOf(await newDealer(system))
  expect((await stranger.get(found.location)).status).toBe(404)
})

test('the auditor of another company cannot find the document', async () => {
  const owner = await newDealer(system)
  const { id, number, serial } = await bought(owner)
  const transaction = await owner.transaction()
  const stranger = await auditorOf(await newDealer(system))
  for (const [noun, record] of [
    ['expense-voucher', id],
    ['bank-transaction', transaction],
    ['company', owner.companyId],
    ['invoice', id],
    ['nothing', id],
  ] as const) {
    expect((await stranger.get(recordPath(noun, record))).status).toBe(404)
    expect((await stranger.get(`${recordPath(noun, record)}/changes`)).status).toBe(404)
  }
  for (const value of [id, `${serial} ${number}`, PERSON, owner.companyId]) {
    const { location } = await stranger.post('/audit/find', { value })
    const { page: nothing } = await stranger.get(location)
    expect([value, nothing.includes('No record was found')]).toEqual([value, true])
  }
})

test('a name with markup is escaped', async () => {
  const dealer = await newDealer(system)
  const hostile = `<script>alert("1")</script><img src=x onerror='a()'>&amp;`
  const { id } = await bought(dealer, { description: hostile })
  const auditor = await auditorOf(dealer)
  await dealer.import({
    kind: 'customer',
    data: { id: recordId(), idNo: OTHER_PERSON, nameSurname: hostile },
  })
  const list = await auditor.post('/audit/find', { value: hostile })
  const customer = await auditor.post('/audit/find', { value: OTHER_PERSON })
  const { page: steps } = await auditor.get(recordPath('expense-voucher', id))
  const [, drafted = ''] =
    /event=([0-9a-f-]{36})#[^"]*">Data <code>VoucherDrafted/.exec(steps) ?? []
  for (const path of [
    `${recordPath('expense-voucher', id)}?event=${drafted}`,
    `${recordPath('expense-voucher', id)}/changes`,
    `${recordPath('expense-voucher', id)}/state`,
    list.location,
    customer.location,
  ]) {
    const { page: shown, status } = await auditor.get(path)
    expect(status).toBe(200)
    expect(shown).toContain('&#60;script&#62;alert(&#34;1&#34;)')
    expect(shown).not.toMatch(/<script|<img|onerror='|&amp;/)
  }
})

test('the time line shows an electronic voucher call by call, in both languages', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  await draft.prepare()
  await draft.sms()
  await draft.confirm('0000')
  const { number } = documentIn(await draft.confirm(await draft.code()))
  const auditor = await auditorOf(dealer)
  const { location } = await auditor.post('/audit/find', { value: number ?? '' })
  const { page: english } = await auditor.get(location)
  expect(english).toContain('The code was not accepted, and nothing was submitted')
  expect(english).toContain(`The document is official as ${number}`)
  expect(english.match(/class="call"/g)).toHaveLength(4)
  expect(english.match(/class="answer"/g)).toHaveLength(4)
  expect(english).toMatch(/outcome of the call started in <a href="#e-[0-9a-f-]{36}">step 3<\/a>/)
  const { page: turkish } = await auditor.get(`${location}?lang=tr`)
  expect(turkish).toContain('Kod kabul edilmedi, hiçbir şey gönderilmedi')
  expect(turkish).not.toMatch(/>\s*(Time line|Data|Changes|Signed in)/)
})

test('a voucher and its bank transaction link to each other', async () => {
  const dealer = await someDealer()
  const transaction = await dealer.transaction({ idNo: PERSON })
  const { id } = createdIn(await dealer.api.post('/v1/expenses', fromBank(transaction)))
  const auditor = await auditorOf(dealer)
  const voucher = await auditor.get(recordPath('expense-voucher', id))
  expect(voucher.page).toContain(`href="${recordPath('bank-transaction', transaction)}"`)
  const bank = await auditor.get(recordPath('bank-transaction', transaction))
  expect(bank.page).toContain(`href="${recordPath('expense-voucher', id)}"`)
  const { page: changes } = await auditor.get(
    `${recordPath('bank-transaction', transaction)}/changes`,
  )
  expect(changes).toContain('<h1>Bank transaction')
  expect(changes).toContain('isCheck')
})

test('the secret of a provider account is never shown', async () => {
  const dealer = await someDealer()
  await dealer.import({
    kind: 'providerAccount',
    data: { provider: 'kmts', user: 'shop-4711', secret: 'do-not-show' },
  })
  const auditor = await auditorOf(dealer)
  const { page: company } = await auditor.get(recordPath('company', dealer.companyId))
  expect(company).toContain('ProviderAccountRecorded')
  expect(company).not.toMatch(/do-not-show|shop-4711|scrypt/)
})

test('the last verification is shown with its date', async () => {
  const dealer = await newDealer(system)
  const auditor = await auditorOf(dealer)
  expect((await auditor.get('/audit')).page).toContain('has not been verified yet')
  await keepVerdict(system.databases.auditor, dealer.companyId, {
    events: 1234,
    rows: 99,
    differences: 2,
    chain: 'broken',
    pinned: false,
    position: '7',
    tables: { differences: 2, parkedCompanies: 0 },
    log: { faults: 0 },
    peopleWithTwoNames: 0,
    hashChain: {
      chained: 1,
      differences: 0,
      firstDifference: null,
      signatures: 0,
      signedUpTo: 0,
      keyIds: [],
      signatureFault: null,
      storedHeadFault: null,
      pinnedUpTo: 0,
      pinFault: null,
    },
  })
  const { page: home } = await auditor.get('/audit')
  expect(home).toContain('2 differences were found')
  expect(home).toContain('1,234')
})

test('the evidence of the company can be downloaded as one file', async () => {
  const dealer = await someDealer()
  const auditor = await auditorOf(dealer)
  const { status, headers, body } = await auditor.post('/audit/evidence')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(headers.get('content-disposition')).toContain(`evidence-${dealer.companyId}`)
  expect(body.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  for (const name of ['manifest.json', 'events.ndjson', 'verify.mjs']) {
    expect(body.includes(`evidence/${name}`)).toBe(true)
  }
})
