import { expect, test, vi } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { execute } from '#test/support/execute.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { check, namesIn, PERSON } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import {
  documentIn,
  electronicDealer,
  HASTE,
  messagesTo,
  newDraft,
  newPhone,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile(HASTE)

const SELLER = '10000000146'
const OTHER = '39586528950'
/** Of the list whose entries are changed. */
const WANTED = '25871077074'

/** As who has the address of the process that writes the tables. */
const rewritten = (statement: string) => execute(system.databases.projections, statement)

const account = (idNo: string, phone: string) => ({
  kind: 'customer',
  data: {
    id: recordId(),
    idNo,
    nameSurname: 'Ayşe Yılmaz',
    phone,
    address: 'Kalpakçılar Cad. 12',
    cities: 'Fatih',
    states: 'İstanbul',
    birthday: '1981-02-05',
  },
})

test('the seller’s code goes to the phone of the account’s events, whatever the row says', async () => {
  const dealer = await electronicDealer(system)
  const [own, foreign] = [newPhone(), newPhone()]
  await dealer.import(account(SELLER, own))
  await rewritten(
    `update read_model.customer set phone = '${foreign}', name_surname = 'Mehmet Başkası', address = 'Başka Sk. 1'
     where company_id = '${dealer.companyId}'`,
  )
  const draft = await newDraft(system, dealer, {
    idNo: SELLER,
    nameSurname: null,
    customerInfo: null,
  })
  expect(documentIn(await draft.prepare()).phone).toBe(own)
  documentIn(await draft.sms())
  expect(await messagesTo(system, own)).toHaveLength(1)
  expect(await messagesTo(system, foreign)).toEqual([])
})

test('a row that names another’s number leads to no account', async () => {
  const dealer = await electronicDealer(system)
  const own = newPhone()
  await dealer.import(account(OTHER, own))
  await rewritten(
    `update read_model.customer set id_no = '${SELLER}' where company_id = '${dealer.companyId}'`,
  )
  const draft = await newDraft(system, dealer, {
    idNo: SELLER,
    nameSurname: null,
    customerInfo: null,
  })
  expect(refusal(await draft.prepare())).toMatchObject([
    422,
    'E_DOCUMENT_DATA_INCOMPLETE',
    [{ field: 'customer.name' }, { field: 'customer.address' }, { field: 'customer.phone' }],
  ])
  expect(await check(dealer.api, { idNo: SELLER })).toMatchObject({
    summary: { hasCustomer: false },
  })
})

test('a match is weighed with the birthday of the account’s events', async () => {
  const dealer = await newDealer(system)
  await dealer.import(account(PERSON, newPhone()))
  await importList(
    system,
    'pep',
    listOf({ id: 'p1', name: 'Düşsel Hayalgezer', idNo: PERSON, birth: '1981-02-05' }),
  )
  const weighed = async () => {
    const { matches } = await check(dealer.api, { idNo: PERSON })
    return matches.pep.map(({ explanation }) => explanation?.facts)
  }
  await vi.waitFor(async () => expect(await weighed()).toHaveLength(1), {
    timeout: LONGEST_WAIT_MS,
  })
  const before = await weighed()
  await rewritten(
    `update read_model.customer set birthday = '1930-01-01', year = null
     where company_id = '${dealer.companyId}'`,
  )
  expect(await weighed()).toEqual(before)
})

test('entries that are not those of the import are compared with nobody', async () => {
  const { api } = await newDealer(system)
  await importList(system, 'masak', listOf({ id: 'm1', name: 'Kamber Uydurukoğlu', idNo: WANTED }))
  const found = async () => namesIn(await check(api, { idNo: WANTED })).masak
  await vi.waitFor(async () => expect(await found()).toEqual(['Kamber Uydurukoğlu']), {
    timeout: LONGEST_WAIT_MS,
  })
  await execute(
    system.databaseUrl,
    `update vault.sanction_list_entry
     set entry = entry || '{"name": "Somebody Else", "idNos": []}' where list = 'masak'`,
  )
  // The version in memory stays in use, and what is changed is quoted nowhere.
  expect((await api.post('/v1/compliance/sanction-checks', { idNo: WANTED })).status).toBe(503)
  const { url } = await anotherCommandService(system)
  const ready = await fetch(`${url}/health/ready`)
  expect([ready.status, await ready.text()]).toEqual([
    503,
    expect.stringContaining('sanction lists'),
  ])
})
