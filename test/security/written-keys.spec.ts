import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { auditPageForThisFile, visitor } from '#test/audit/page/running-page.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { anyNumberOfTries } from '#test/support/without-limits.ts'

const system = systemForThisFile(anyNumberOfTries)
const page = auditPageForThisFile(system, anyNumberOfTries)

const EVERYTHING = [200, 400, 303]
const NOTHING = [401, 401, 401]
/** Longer than the query service remembers a key. */
const REMEMBERED_MS = 1_500
const SOON = { timeout: LONGEST_WAIT_MS }

/** What credentials open: reading, writing, the audit page. */
async function opened(credentials: Dealer['credentials']) {
  const api = apiAt(system.baseUrl, credentials, { mayFail: true })
  const read = await api.get('/v1/expenses')
  const write = await api.post('/v1/expenses', {})
  const audit = await visitor(page.url).signIn(credentials)
  return [read.status, write.status, audit.status]
}

/** Who has the address of the process that writes the tables. */
async function tables() {
  const client = new pg.Client({ connectionString: system.databases.projections })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function auditor() {
  const dealer = await newDealer(system)
  const { apiUserId, secretKey } = dealer.credentials
  const record = (changes: object = {}) =>
    dealer.import({
      kind: 'apiKey',
      data: {
        apiUserId,
        secretKey,
        validUntil: '2099-01-01T00:00:00Z',
        rights: ['*', 'audit'],
        ...changes,
      },
    })
  await record()
  const untilAuditor = async () => expect(await opened(dealer.credentials)).toEqual(EVERYTHING)
  await vi.waitFor(untilAuditor, SOON)
  return { ...dealer, record }
}

test('a key that somebody inserts into the tables opens nothing', async () => {
  const { companyId } = await auditor()
  const client = await tables()
  const credentials = { apiUserId: 'written-by-hand', secretKey: 'a secret of my own choice' }
  await client.query(
    `insert into read_model.api_key
     select $1, company_id, $2, true, '2099-01-01', '{*,audit}', revision + 1, mac
     from read_model.api_key where company_id = $3`,
    [credentials.apiUserId, await hashSecret(credentials.secretKey), companyId],
  )
  expect(await opened(credentials)).toEqual(NOTHING)
})

test.each([
  `update read_model.api_key set secret_hash = $2 where company_id = $1`,
  `update read_model.api_key set rights = rights || '{kmts}' where company_id = $1 and $2 <> ''`,
  `update read_model.api_key set valid_until = 'infinity' where company_id = $1 and $2 <> ''`,
  `update read_model.company set package = 'Gold' where company_id = $1 and $2 <> ''`,
  `update read_model.company set kmts_enabled = not kmts_enabled where company_id = $1 and $2 <> ''`,
  `update read_model.company set revision = revision + 1 where company_id = $1 and $2 <> ''`,
])('after “%s” the key reads nothing, and the audit page believes the log', async (change) => {
  const { companyId, credentials } = await auditor()
  const client = await tables()
  const secretKey = 'a secret of my own choice'
  const changed = await client.query(change, [companyId, await hashSecret(secretKey)])
  expect(changed.rowCount).toBe(1)
  await vi.waitFor(async () => expect(await opened(credentials)).toEqual([401, 400, 303]), SOON)
  expect(await opened({ ...credentials, secretKey })).toEqual(NOTHING)
})

test('a key that was ended stays so when its earlier row is put back', async () => {
  const { companyId, credentials, record } = await auditor()
  const client = await tables()
  const { rows: earlier } = await client.query<{ row: string }>(
    'select to_jsonb(api_key)::text as row from read_model.api_key where company_id = $1',
    [companyId],
  )
  await record({ status: false })
  await vi.waitFor(async () => expect(await opened(credentials)).toEqual(NOTHING), SOON)
  await client.query('delete from read_model.api_key where company_id = $1', [companyId])
  await client.query(
    `insert into read_model.api_key
     select * from jsonb_populate_record(null::read_model.api_key, $1)`,
    [earlier[0]?.row],
  )
  const until = Date.now() + REMEMBERED_MS
  while (Date.now() < until) expect(await opened(credentials)).toEqual(NOTHING)
})
