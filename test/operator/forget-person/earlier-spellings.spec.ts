import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit, auditorOf, variablesOf } from '#test/audit/auditing.ts'
import { customerLine } from '#test/support/customer-lines.ts'
import { namedByEarlierVersion } from '#test/support/earlier-people.ts'
import { createdIn, person } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { OTHER_PERSON } from '#test/support/vouchers.ts'
import { operator } from '../command-line.ts'

const system = systemForThisFile()

const CORRECTED = { idNo: 'ab 987-6543', nameSurname: 'CANARY corrected', comment: 'CANARY old' }
const UNCHANGED = { idNo: 'Ab9876543', nameSurname: 'CANARY account', comment: 'CANARY entry' }
const STRANGER = { idNo: 'ab 987-6544', nameSurname: 'STRANGER', comment: 'STRANGER entry' }

/** Accounts of an earlier version in two spellings, one of which is corrected now, and a form of today. */
async function recordedInSpellings(dealer: Dealer) {
  await namedByEarlierVersion(system, dealer, STRANGER)
  const corrected = await namedByEarlierVersion(system, dealer, CORRECTED)
  const unchanged = await namedByEarlierVersion(system, dealer, UNCHANGED)
  const { nameSurname } = CORRECTED
  await dealer.import(
    customerLine({ id: corrected.customerId, idNo: 'AB9876543', nameSurname }),
    customerLine({
      idNo: OTHER_PERSON,
      nameSurname: 'STRANGER company',
      customerRelation: { types: 'vekil', nameSurname: 'CANARY acts', idNo: 'AB-987 6543' },
    }),
  )
  const form = person({ idNo: 'aB.987.6543', nameSurname: 'CANARY form' })
  createdIn(await dealer.api.post('/v1/customers', form))
  return { corrected, unchanged }
}

const exported = async (dealer: Dealer, idNo: string) => {
  const out = join(await temporaryFolder('operator'), 'person')
  const parameters = ['--company', dealer.companyId, '--id-no', '-', '--out', out]
  const ended = await operator(['export-person', ...parameters], variablesOf(system), idNo)
  expect([ended.exitCode, ended.stderr]).toEqual([0, expect.any(String)])
  const counts: unknown = JSON.parse(ended.stdout)
  return { counts, text: await readFile(join(out, 'person.json'), 'utf8') }
}

async function forgotten(dealer: Dealer, idNo: string) {
  const parameters = ['--company', dealer.companyId, '--id-no', '-', '--reason', 'in writing']
  const { stdout, stderr, exitCode } = await operator(
    ['forget-person', ...parameters],
    {
      DATABASE_URL: system.databaseUrl,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      DESTROYED_KEYS: join(await temporaryFolder('operator'), 'destroyed-keys.ndjson'),
    },
    idNo,
  )
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  const printed: unknown = JSON.parse(stdout)
  return printed
}

test('a person whom earlier versions named by spellings is exported and forgotten as one', async () => {
  const dealer = await newDealer(system)
  const { corrected, unchanged } = await recordedInSpellings(dealer)

  const before = await exported(dealer, 'AB-9876543')
  const records = { customers: 2, registerEvents: 2, identificationForms: 1 }
  expect(before.counts).toMatchObject({ records, mentions: 1, erasedEvents: 0 })
  for (const canary of ['corrected', 'old', 'account', 'entry', 'form', 'acts']) {
    expect(before.text).toContain(`CANARY ${canary}`)
  }
  expect(before.text).not.toContain('STRANGER')

  const company = ['--company', dealer.companyId]
  const verified = await audit(['verify', ...company], variablesOf(system))
  expect([verified.exitCode, verified.stderr]).toEqual([
    0,
    expect.stringContaining('people: note: 1 have records under two names'),
  ])
  expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0, peopleWithTwoNames: 1 })

  expect(await forgotten(dealer, 'ab9876543')).toMatchObject({ keys: 3, wasForgotten: false })
  const after = await exported(dealer, 'AB 9876543')
  expect(after.counts).toMatchObject({ records, erasedEvents: 4 })
  for (const canary of ['corrected', 'account', 'form']) {
    expect(after.text).not.toContain(`CANARY ${canary}`)
  }
  const auditor = auditorOf(system)
  for (const { customerId } of [corrected, unchanged]) {
    for (const { data } of await auditor.history('customer', customerId)) {
      expect(data['person']).toEqual({ forgotten: true })
    }
    const { data } = await dealer.api.get(`/v1/customers/${customerId}`)
    expect(data).toMatchObject({ idNo: null, nameSurname: null, forgotten: true })
  }
  expect(await forgotten(dealer, 'AB9876543')).toMatchObject({ keys: 0, wasForgotten: true })
  const again = await audit(['verify', ...company], variablesOf(system))
  expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([0, { differences: 0 }])
  expect((await dealer.api.get('/v1/customers?q=STRANGER')).data).toHaveLength(2)
})
