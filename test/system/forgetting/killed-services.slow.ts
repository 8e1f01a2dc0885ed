// @module-tag embedded-parts

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { customerLine } from '#test/support/customer-lines.ts'
import { createdIn as createdForm, OTHER_PERSON as PERSON } from '#test/support/forms.ts'
import { killUnderLoad } from '#test/support/kills.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'
import { startWork } from '#test/support/workers.ts'
import { operator } from '../drills/operator-process.ts'

const NAME = 'Kanarya Sarıgöz'
const SOON = { timeout: 30_000, interval: 20 }
const DESKS = 2

test('a person is forgotten although services are killed while others work', {
  timeout: 300_000,
}, async () => {
  const place = await placeForStacks()
  const stack = await place.start({ DEMO: 'false' })
  for (const names of [['command'], ['projections'], ['command', 'projections']]) {
    const dealer = await newDealer(await place.addresses())
    const known = await personKnownTo(dealer)
    const vouchers: string[] = []
    const api = apiAt(stack.baseUrl, dealer.credentials, { mayFail: true })
    const work = startWork((over) =>
      Array.from({ length: DESKS }, () => keepWriting(api, vouchers, over)),
    )
    const destroyed = await destroyedKeys(place)

    const forgetting = forget(place, dealer)
    await vi.waitFor(
      async () => expect(await destroyedKeys(place)).toBeGreaterThan(destroyed),
      SOON,
    )
    await killUnderLoad({ place, stack, acknowledged: () => vouchers.length, between: 5 }, names)

    // A command that lost a service in the middle is run again.
    const { exitCode } = await forgetting
    const again = exitCode === 0 ? { exitCode } : await forget(place, dealer)
    expect(again).toMatchObject({ exitCode: 0 })
    await work.stop()
    await expectForgotten(dealer, known)
  }
  const system = await place.addresses()
  expect(await withLog(system, (log) => differences({ ...system, ...log }))).toEqual([])
  const verdict = await audit(['verify'], variablesOf(system))
  expect([verdict.exitCode, verdict.stderr]).toEqual([0, expect.stringContaining('chain: ok')])
})

/** With an account and a form. */
async function personKnownTo({ api, ...dealer }: Dealer) {
  const customerId = recordId()
  const person = { idNo: PERSON, nameSurname: NAME }
  await dealer.import(customerLine({ id: customerId, ...person }))
  const { id: formId } = createdForm(await api.post('/v1/customers', person))
  return { customerId, formId }
}

/** Documents of the same person, which the law wants kept. */
async function keepWriting(api: Api, written: string[], over: AbortSignal) {
  while (!over.aborted) {
    const voucher = manual({ idNo: PERSON, nameSurname: NAME, allowDuplicate: true })
    const answer = await api.post('/v1/expenses', voucher).catch(() => undefined)
    if (answer?.status === 201) written.push(answer.requestId ?? '')
    else await pause(50)
  }
}

function forget({ folder }: Place, { companyId }: Dealer) {
  const order = ['--company', companyId, '--id-no', PERSON, '--reason', 'asked in writing']
  return operator(['forget-person', ...order], { DATA_DIR: folder })
}

async function destroyedKeys(place: Place) {
  const { databaseUrl } = await place.stackFile()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query('select from vault.destroyed_key')).rowCount ?? 0
  } finally {
    await client.end()
  }
}

async function expectForgotten(
  { api }: Dealer,
  { customerId, formId }: Awaited<ReturnType<typeof personKnownTo>>,
) {
  const { data: customer } = await api.get(`/v1/customers/${customerId}`)
  expect(customer).toMatchObject({ idNo: null, nameSurname: null, forgotten: true })
  const { data: form } = await api.get(`/v1/compliance/verifications/${formId}`)
  expect(form).toMatchObject({ idNo: null, nameSurname: null })
  const { data: vouchers } = await api.get(`/v1/expenses?filter[idNo]=${PERSON}`)
  expect(JSON.stringify(vouchers)).toContain(PERSON)
}
