// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import { WRONG_SETTINGS } from '#kernel/platform/settings/read.ts'
import { withStores } from '#operator/restore/stores.ts'
import { roleUrls } from '#stack/postgres/role-urls.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { createdIn as createdForm, OTHER_PERSON } from '#test/support/forms.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, detailIn, manual } from '#test/support/vouchers.ts'
import { operator } from './operator-process.ts'
import { program } from './program.ts'

const NAME = 'Kanarya Sarıgöz'
const PATIENCE = { timeout: 30_000, interval: 50 }
const REFUSED = /^The database is from before an erasure: it does not know 1 of the keys .*\n$/

const services: readonly (readonly [string, LoginRole])[] = [
  ['command-service/main.ts', 'command'],
  ['query-service/main.ts', 'query'],
  ['projections/main.ts', 'projections'],
  ['audit/page/main.ts', 'auditor'],
  ['publishing/kafka/main.ts', 'feed'],
  ['publishing/webhooks/main.ts', 'webhooks'],
]

test('a data folder from before an erasure serves nothing of the person', async () => {
  const place = await placeForStacks()
  const elsewhere = await temporaryFolder('drill')
  const settings = { DEMO: 'false', DESTROYED_KEYS: join(elsewhere, 'destroyed-keys.ndjson') }

  const first = await place.start(settings)
  const dealer = await newDealer(await place.addresses())
  const { companyId, credentials } = dealer
  const form = { idNo: OTHER_PERSON, nameSurname: NAME }
  const headers = { 'idempotency-key': 'form-1' }
  const { id: formId } = createdForm(await dealer.api.post('/v1/customers', form, headers))
  const { id: voucherId } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  const voucher = detailIn(await dealer.api.get(`/v1/expenses/${voucherId}`))
  expect(await stopStack(first.supervisor)).toBe(0)
  const copy = join(elsewhere, 'copy')
  await copyOf(place.folder, copy)

  const second = await place.start(settings)
  const order = ['--company', companyId, '--id-no', OTHER_PERSON, '--reason', 'in writing']
  const forget = () =>
    operator(['forget-person', ...order], { ...settings, DATA_DIR: place.folder })
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(await stopStack(second.supervisor)).toBe(0)
  await rm(place.folder, { recursive: true })
  await copyOf(copy, place.folder)

  await everyProcessRefuses(place, settings.DESTROYED_KEYS)

  await place.start(settings)
  const api = apiAt((await place.addresses()).baseUrl, credentials)
  await vi.waitFor(async () => {
    expect(detailIn(await api.get(`/v1/expenses/${voucherId}`))).toEqual(voucher)
  }, PATIENCE)
  const { data } = await api.get(`/v1/compliance/verifications/${formId}`)
  expect(data).toMatchObject({ id: formId, idNo: null, nameSurname: null })
  const variables = variablesOf(await place.addresses())
  const state = await audit(['state', 'customer-form', formId, '--company', companyId], variables)
  expect([state.exitCode, state.stdout]).toEqual([0, expect.not.stringContaining(NAME)])
  // The log of that day does not say so yet.
  const again = await forget()
  expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([0, { keys: 0 }])
  expect((await audit(['verify'], variables)).exitCode).toBe(0)
  // The answer that was kept is forgotten too, so the same request is a new form.
  const { id: newFormId } = createdForm(await api.post('/v1/customers', form, headers))
  expect(newFormId).not.toBe(formId)
})

/** Also whom it is restored to: the users of an embedded PostgreSQL are not ours. */
const copyOf = (folder: string, to: string) => promisify(execFile)('cp', ['-a', folder, to])

async function everyProcessRefuses({ folder }: Place, list: string) {
  await withStores({ ...process.env, DATA_DIR: folder }, async (stores) => {
    const urls = roleUrls(stores.databaseUrl)
    const variables = {
      EVENTSTORE_URL: stores.eventStoreUrl,
      VAULT_KEY: '7'.repeat(64),
      SIGN_IN_KEY: '8'.repeat(64),
      DESTROYED_KEYS: list,
      KAFKA_BROKERS: 'nowhere.invalid:9092',
      ...providers,
    }
    const ends = await Promise.all(
      services.map(([main, role]) => program(main, [], { ...variables, DATABASE_URL: urls[role] })),
    )
    expect(ends.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
      services.map(() => [WRONG_SETTINGS, expect.stringMatching(REFUSED)]),
    )
  })
}

const providers = Object.fromEntries(
  ['INTEGRATOR_URL', 'KMTS_URL', 'BANK_GATEWAY_URL', 'TAXPAYER_REGISTRY_URL'].map((name) => [
    name,
    'http://nowhere.invalid',
  ]),
)
