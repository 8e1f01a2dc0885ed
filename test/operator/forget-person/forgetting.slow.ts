import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { variablesOf as asAuditor, audit, auditorOf } from '#test/audit/auditing.ts'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import { createdIn, person, standingIn } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { operator } from '../command-line.ts'

const system = systemForThisFile()

/** A valid number that no other test uses. */
const NUMBER = '48519763474'
/** What only the account, a form and a session know. */
const canaries = {
  name: 'Kanarya Sarıgöz',
  phone: '905550001122',
  email: 'kanarya@example.com',
  address: 'Kanaryalar Sokağı 17',
  note: 'kanarya-in-session',
}
/** What the law wants kept: an entry of the register, and a payment. */
const kept = { comment: 'riskli-kayıt', payer: 'Kanarya S.' }

async function personEverywhere(dealer: Dealer) {
  const customerId = recordId()
  const [sessionId, registerId] = [recordId(), recordId()]
  const { phone, email, address } = canaries
  await dealer.import(
    customerLine({ id: customerId, idNo: NUMBER, nameSurname: canaries.name, phone, email }),
    registerLine({ id: registerId, idNo: NUMBER, comment: kept.comment }),
    {
      kind: 'idvSession',
      data: {
        id: sessionId,
        idNo: NUMBER,
        dataSet: { note: canaries.note },
        createdAt: '2026-11-20T09:45:00Z',
        updatedAt: '2026-11-20T09:45:00Z',
      },
    },
  )
  await dealer.transaction({
    idNo: NUMBER,
    nameSurname: kept.payer,
    description: 'bilezik',
  })
  const form = { ...person({ idNo: NUMBER, nameSurname: canaries.name }), address }
  const headers = { 'idempotency-key': `form-${customerId}` }
  const submit = () => dealer.api.post('/v1/customers', form, headers)
  const { id: formId } = createdIn(await submit())
  await dealer.api.post('/v1/compliance/sanction-checks', { idNo: NUMBER })
  return { customerId, formId, submit, at: new Date().toISOString() }
}

async function forgetPerson(dealer: Dealer, ...more: readonly string[]) {
  const folder = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const parameters = ['--company', dealer.companyId, '--id-no', NUMBER, '--reason', 'in writing']
  const { stdout, stderr, exitCode } = await operator(['forget-person', ...parameters, ...more], {
    DATABASE_URL: system.databaseUrl,
    EVENTSTORE_URL: system.eventStoreUrl,
    VAULT_KEY: system.vaultKey,
    DESTROYED_KEYS: folder,
  })
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  const printed: unknown = JSON.parse(stdout)
  return printed
}

/** The tables, with the statistics about them, that hold a text anywhere. */
async function tablesHolding(...texts: readonly string[]) {
  const client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname !~ '^pg_|^information_schema'`,
    )
    expect(tables.length).toBeGreaterThan(20)
    const holding = new Set<string>()
    for (const { name } of [...tables, { name: 'pg_catalog.pg_stats' }]) {
      for (const text of texts) {
        const hex = Buffer.from(text).toString('hex')
        const { rowCount } = await client.query(
          `select from ${name} one where position($1 in one::text) > 0 or position($2 in one::text) > 0 limit 1`,
          [text, hex],
        )
        if (rowCount !== 0) holding.add(name)
      }
    }
    return [...holding].toSorted()
  } finally {
    await client.end()
  }
}

test('of a forgotten person only the records that the law requires can be found anywhere', async () => {
  const dealer = await newDealer(system)
  const { api } = dealer
  const known = await personEverywhere(dealer)
  const customer = `/v1/customers/${known.customerId}`
  const all = Object.values(canaries)
  expect((await api.get(customer)).data).toMatchObject({
    nameSurname: canaries.name,
    forgotten: false,
  })
  const before = ['read_model.customer', 'read_model.customer_form', 'read_model.idv_session']
  expect(await tablesHolding(...all)).toEqual(expect.arrayContaining(before))

  expect(await forgetPerson(dealer, '--dry-run')).toMatchObject({ dryRun: true, keys: 1 })
  expect(await forgetPerson(dealer)).toMatchObject({ keys: 1, wasForgotten: false })

  expect((await api.get(customer)).data).toMatchObject({
    idNo: null,
    nameSurname: null,
    phone: null,
    email: null,
    forgotten: true,
  })
  for (const search of [NUMBER, 'kanarya']) {
    expect((await api.get(`/v1/customers?q=${search}`)).data).toEqual([])
  }
  expect(await tablesHolding(...all)).toEqual([])
  expect(await tablesHolding(NUMBER, kept.comment, kept.payer)).toEqual([
    'read_model.bank_transaction',
    'read_model.customer_event',
    'read_model.sanction_check',
  ])
  const standing = standingIn(await api.get(`/v1/customers/check?idNo=${NUMBER}`))
  expect(standing).toMatchObject({ customer: null })
  expect(await forgetPerson(dealer)).toMatchObject({ keys: 0, wasForgotten: true })

  const next = createdIn(await known.submit())
  expect(next).toMatchObject({ idNo: NUMBER, nameSurname: canaries.name })
  expect(next.id).not.toBe(known.formId)
  expect(await forgetPerson(dealer)).toMatchObject({ keys: 1, wasForgotten: false })
  expect(await tablesHolding(...all)).toEqual([])
  const auditor = auditorOf(system)
  const state = await auditor.run('state', ['customer', known.customerId])
  expect(JSON.parse(state.stdout)).toMatchObject({ idNo: null, forgotten: true })
  const then = await auditor.run('state', ['customer', known.customerId, '--at', known.at])
  expect(JSON.parse(then.stdout)).toMatchObject({ idNo: null, nameSurname: null })
  const verdict = await audit(['verify', '--company', dealer.companyId], asAuditor(system))
  expect([verdict.exitCode, verdict.stderr]).toEqual([0, expect.stringContaining('chain')])
  expect(JSON.parse(verdict.stdout)).toMatchObject({ differences: 0 })
})

test('a number without records, the end consumer and a reason with the number are refused in one line', async () => {
  const dealer = await newDealer(system)
  const run = (...parameters: readonly string[]) =>
    operator(['forget-person', '--company', dealer.companyId, ...parameters], {
      DATABASE_URL: system.databaseUrl,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      DESTROYED_KEYS: '/nowhere/at/all',
    })
  const refused = async (number: string, reason: string) => {
    const { exitCode, stderr } = await run('--id-no', number, '--reason', reason)
    return [exitCode, stderr]
  }
  expect(await refused(NUMBER, 'asked')).toEqual([
    1,
    'This company keeps nothing about this person that can be forgotten.\n',
  ])
  expect(await refused('11111111111', 'asked')).toEqual([1, expect.stringMatching(/^\d+ stands/)])
  expect(await refused(NUMBER, `is ${NUMBER}`)).toEqual([1, expect.stringMatching(/^--reason/)])
})
