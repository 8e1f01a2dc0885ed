import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { operator } from '#test/operator/command-line.ts'
import * as forms from '#test/support/forms.ts'
import * as invoices from '#test/support/invoices.ts'
import { check } from '#test/support/sanction-checks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, fromBank, manual, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'
import { auditorOf, linesIn, variablesOf } from '../auditing.ts'
import { shopDealer } from '../business.ts'

const system = systemForThisFile()

const Result = Compile(
  Type.Object({
    records: Type.Record(Type.String(), Type.Integer()),
    linkedTransactions: Type.Integer(),
    mentions: Type.Integer(),
    events: Type.Integer(),
    accesses: Type.Integer(),
  }),
)

const exportPerson = (dealer: Dealer, idNo: string, out: string) =>
  operator(
    ['export-person', '--company', dealer.companyId, '--id-no', '-', '--out', out],
    variablesOf(system),
    idNo,
  )

const HOSTILE = '<script>alert("x")</script>'
/** More digits than a binary float holds. */
const LONG = '98765432109876543210'
const FORMULA = '=HYPERLINK("http://example.org")'

/** A record of every kind for the person; every value that is kept names the mark. */
async function everythingAbout(dealer: Dealer, idNo: string, mark: string) {
  const { api } = dealer
  const at = '2026-11-20T09:45:00Z'
  const customerId = recordId()
  await dealer.import(
    {
      kind: 'customer',
      data: {
        id: customerId,
        idNo,
        nameSurname: `${mark} customer first`,
        address: `${mark} customer ${HOSTILE}`,
        motherName: FORMULA,
      },
    },
    { kind: 'customer', data: { id: customerId, idNo, nameSurname: `${mark} customer` } },
    {
      kind: 'customerEvent',
      data: { id: recordId(), eventDate: at, idNo, recordLevel: 3, comment: `${mark} register` },
    },
    {
      kind: 'idvSession',
      data: {
        id: recordId(),
        idNo,
        createdAt: at,
        updatedAt: at,
        dataSet: {
          face: `${mark} idv`,
          score: new ExactNumber('0.9800'),
          no: new ExactNumber(LONG),
        },
      },
    },
    {
      kind: 'sanctionCheck',
      data: { id: recordId(), idNo, checkedAt: at, fullName: `${mark} panel` },
    },
  )
  await check(api, { idNo, fullName: `${mark} check` })
  const form = await api.post('/v1/customers', forms.person({ idNo, nameSurname: `${mark} form` }))
  expect(form.status).toBe(201)
  const customerInfo = { nameSurname: `${mark} seller` }
  createdIn(await api.post('/v1/expenses', manual({ idNo, customerInfo })))
  const draft = createdIn(
    await api.post(
      '/v1/expenses',
      manual({ idNo, amount: 1_234, isDraft: true, description: `${mark} deleted draft` }),
    ),
  )
  expect((await api.delete(`/v1/expenses/${draft.id}`)).status).toBe(200)
  const transaction = await dealer.transaction({
    idNo,
    nameSurname: `${mark} bank`,
    amount: '777.00',
  })
  createdIn(await api.post('/v1/expenses', fromBank(transaction, { idNo })))
  const sold = invoices.manual({ idNo, description: `${mark} invoice` })
  invoices.createdIn(await invoices.create(api, sold))
  return { draft }
}

const kinds = [
  'customer',
  'register',
  'idv',
  'panel',
  'check',
  'form',
  'seller',
  'deleted draft',
  'bank',
  'invoice',
]

test('a person gets everything that is kept, and nothing of another person or company', async () => {
  const [dealer, elsewhere] = [await shopDealer(system), await shopDealer(system)]
  const { draft } = await everythingAbout(dealer, PERSON, 'CANARY')
  await everythingAbout(dealer, OTHER_PERSON, 'STRANGER')
  await everythingAbout(elsewhere, PERSON, 'ELSEWHERE')
  const payment = await dealer.transaction({ idNo: OTHER_PERSON, nameSurname: 'STRANGER pays' })
  createdIn(await dealer.api.post('/v1/expenses', fromBank(payment, { idNo: PERSON })))
  await dealer.import({
    kind: 'customer',
    data: {
      id: recordId(),
      idNo: forms.COMPANY,
      nameSurname: 'STRANGER company',
      customerRelation: { types: 'vekil', nameSurname: 'CANARY acts', idNo: PERSON },
    },
  })
  const auditor = auditorOf(system)
  await auditor.history('expense-voucher', draft.id)
  await auditor.run('find', [PERSON, '--company', dealer.companyId])
  const out = join(await temporaryFolder('operator'), 'of', 'person')

  const exported = await exportPerson(dealer, PERSON, out)
  expect(exported).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('MASAK') })
  expect(Result.Parse(JSON.parse(exported.stdout))).toMatchObject({
    records: {
      customers: 1,
      identificationForms: 1,
      registerEvents: 1,
      identityVerifications: 1,
      expenseVouchers: 4,
      invoices: 1,
      bankTransactions: 1,
      sanctionChecks: 2,
    },
    linkedTransactions: 1,
    mentions: 1,
    accesses: 2,
  })
  for (const name of ['person.json', 'person.html']) {
    const text = await readFile(join(out, name), 'utf8')
    for (const kind of [...kinds, 'customer first', 'acts'])
      expect(text).toContain(`CANARY ${kind}`)
    for (const digits of ['0.9800', LONG]) expect(text).toContain(digits)
    expect(text).not.toMatch(/STRANGER|ELSEWHERE/)
    expect(text).not.toContain(OTHER_PERSON)
    expect((await stat(join(out, name))).mode & 0o777).toBe(0o600)
  }
  expect(await readFile(join(out, 'person.json'), 'utf8')).toContain('"removed": true')
  const page = await readFile(join(out, 'person.html'), 'utf8')
  expect(page).toContain(`<td>${LONG}</td>`)
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/>=HYPERLINK/)
  const { stdout } = await auditor.run('accesses', [
    '--company',
    dealer.companyId,
    '--question',
    PERSON,
  ])
  expect(linesIn(stdout)).toMatchObject([
    { type: 'RecordAccessed' },
    { type: 'PersonExported' },
    {},
  ])
})

test('for an unknown person no folder and no key is made, but the search is recorded', async () => {
  const dealer = await shopDealer(system)
  const folder = await temporaryFolder('operator')
  const out = join(folder, 'nobody')
  const keysBefore = await keyCount()

  const unknown = await exportPerson(dealer, '12345678950', out)
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/keeps nothing about a person with this number\.\n$/)
  const nowhere = await exportPerson({ ...dealer, companyId: recordId() }, PERSON, out)
  expect(nowhere).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^There is no company/),
  })
  const everybody = await exportPerson(dealer, '11111111111', out)
  expect(everybody).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/it is no person/) })
  await expect(stat(out)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await keyCount()).toBe(keysBefore)
  const asked = ['--company', dealer.companyId, '--question', '12345678950']
  const { stdout } = await auditorOf(system).run('accesses', asked)
  expect(linesIn(stdout)).toMatchObject([
    { data: { what: 'find' } },
    { data: { what: 'accesses' } },
  ])

  await mkdir(out)
  await writeFile(join(out, 'mine.txt'), 'mine')
  const refused = await exportPerson(dealer, PERSON, out)
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is not empty/) })
})

async function keyCount() {
  const client = new Client({ connectionString: system.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from vault.data_key')
    return rows[0]?.count
  } finally {
    await client.end()
  }
}
