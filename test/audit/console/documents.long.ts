import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import {
  documentIn,
  electronicDealer,
  fault,
  HASTE,
  newDraft,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { auditPageForThisFile } from '../page/running-page.ts'
import { atTheConsole } from './visiting.ts'

const system = systemForThisFile(HASTE)
const page = auditPageForThisFile(system)

/** A dealer with a document whose outcome is unknown, one that waits for its code, and one that is done. */
async function threeDocuments() {
  const dealer = await electronicDealer(system)
  const [unknown, waiting, done] = [
    await newDraft(system, dealer),
    await newDraft(system, dealer),
    await newDraft(system, dealer),
  ]
  const code = await untilCode(unknown)
  await fault(system, 'voucher.submit', 'accept-then-timeout')
  expect((await unknown.confirm(code)).status).toBe(502)
  documentIn(await waiting.prepare())
  documentIn(await done.confirm(await untilCode(done)))
  return { dealer, unknown, waiting, done, owner: await atTheConsole(page.url, dealer) }
}

test('unknown outcomes come first, then what waits, and what is done is not there', async () => {
  const { owner, unknown, waiting, done } = await threeDocuments()
  const { page: shown } = await owner.get('/console/documents')
  const order = ['id="unknown"', unknown.id, 'id="person"', waiting.id].map((one) =>
    shown.indexOf(one),
  )
  expect(order.every((at) => at > 0)).toBe(true)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(shown).not.toContain(done.id)
  expect(shown).toContain('needs review')
  expect(shown).toContain('Ayşe Gül Yılmaz')
  expect(shown).toMatch(/0 minutes ago<span class="hint"> · <time /)
  expect((await owner.get('/console/documents?lang=tr')).page).toContain('Sonucu bilinmiyor')
})

test('many that wait for a person hide no unknown outcome', async () => {
  const { owner, unknown, waiting } = await threeDocuments()
  const pool = openPool(system.databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(() => pool.end())
  await pool.query(
    `insert into read_model.expense_voucher
     select (jsonb_populate_record(one, jsonb_build_object(
       'id', lpad(to_hex(copy), 24, '0'), 'updated_at', one.updated_at - copy
     ))).* from read_model.expense_voucher as one, generate_series(1, 120) as copy
     where one.id = $1`,
    [waiting.id],
  )
  const { page: shown } = await owner.get('/console/documents?lang=en')
  expect(shown).toContain(unknown.id)
  expect(shown).toContain('Outcome unknown (1)')
  expect(shown).toContain('Waiting for a person (100+)')
  expect(shown).toContain('The 100 oldest are shown.')
})

test('a document has its trace, and the commands of a decision ready to copy', async () => {
  const { owner, unknown } = await threeDocuments()
  const { page: shown } = await owner.get(
    `/console/documents/expense-voucher/${unknown.id}?lang=en`,
  )
  expect(shown).toContain('Ask the provider again')
  expect(shown).toContain(`npm run operator -- resolve ${unknown.id} --as never-arrived`)
  expect(shown).toContain(`npm run operator -- resolve ${unknown.id} --as accepted --number`)
  for (const type of ['VoucherDrafted', 'SubmissionStarted', 'SubmissionUnknown']) {
    expect(shown).toContain(type)
  }
  expect(shown).not.toContain('/audit')
})

test('a document that is done asks for nothing', async () => {
  const { owner, done } = await threeDocuments()
  const { page: shown } = await owner.get(`/console/documents/expense-voucher/${done.id}?lang=en`)
  expect(shown).toContain('It has its outcome')
  expect(shown).not.toContain('resolve')
})

test('each view of documents is an access event before anything is shown', async () => {
  const { owner, dealer, unknown } = await threeDocuments()
  await owner.get('/console/documents')
  await owner.get(`/console/documents/expense-voucher/${unknown.id}`)
  expect(page.log()).toContain(
    `"companyId":"${dealer.companyId}","type":"RecordAccessed","what":"find"`,
  )
  expect(page.log()).toContain(
    `"what":"time line","noun":"expense-voucher","recordId":"${unknown.id}"`,
  )
})

test('a company without open documents reads that, and other nouns have no page', async () => {
  const dealer = await electronicDealer(system)
  const owner = await atTheConsole(page.url, dealer)
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  expect((await owner.get('/console/documents?lang=en')).page).toContain(
    'Every document has an outcome',
  )
  expect((await owner.get(`/console/documents/expense-voucher/${id}`)).status).toBe(200)
  expect((await owner.get(`/console/documents/company/${dealer.companyId}`)).status).toBe(404)
})

/** By the gateway: the command service answers the form. */
const ask = (id: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${system.baseUrl}/console/documents/expense-voucher/${id}/status`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(),
  })

test('the provider is asked again, and its answer completes the document', async () => {
  const { owner, dealer, unknown } = await threeDocuments()
  const path = `/console/documents/expense-voucher/${unknown.id}`
  const cookie = `sarraf_console=${owner.cookies.get('sarraf_console')}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const asked = await ask(unknown.id, headers)
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${path}?asked=done`])
  expect(await unknown.state()).toBe('sent')
  const { page: shown } = await owner.get(`${path}?asked=done`)
  expect(shown).toContain('The provider was asked')
  expect(shown).toContain(`StatusChecked`)
  expect(shown).toContain(dealer.credentials.apiUserId)
})

test('nothing is asked for another site, without a session, or of another company', async () => {
  const { owner, unknown } = await threeDocuments()
  const path = `/console/documents/expense-voucher/${unknown.id}`
  const cookie = `sarraf_console=${owner.cookies.get('sarraf_console')}`
  const stranger = await atTheConsole(page.url, await electronicDealer(system))
  const foreign = `sarraf_console=${stranger.cookies.get('sarraf_console')}`
  const to = async (headers: Readonly<Record<string, string>>) =>
    (await ask(unknown.id, headers)).headers.get('location')
  expect(await to({ cookie, origin: 'https://evil.example' })).toBe(`${path}?asked=foreign`)
  expect(await to({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(`${path}?asked=foreign`)
  const byScript = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  expect(await to(byScript)).toBe(`${path}?asked=foreign`)
  const signIn = `/console/sign-in?next=${path}`
  expect(await to({})).toBe(signIn)
  expect(await to({ cookie: cookie.replace('console=', 'audit=') })).toBe(signIn)
  expect(await to({ cookie: `${cookie}x` })).toBe(signIn)
  expect(await to({ cookie: foreign })).toBe(`${path}?asked=RESOURCE_NOT_FOUND`)
  await owner.post('/console/sign-out')
  expect(await to({ cookie })).toBe(signIn)
  expect(await unknown.state()).toBe('review_required')
})
