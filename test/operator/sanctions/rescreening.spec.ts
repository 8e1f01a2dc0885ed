import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sanctionsCommand } from '#operator/sanctions/command.ts'
import { DAY_MS, operatorIsAhead } from '#test/support/operators-clock.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { detailIn, listIn, PATH } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

async function rescreened(...options: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const { databases, eventStoreUrl, vaultKey } = system
  const environment = {
    DATABASE_URL: databases.command,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
  }
  const terminal = { environment, stdin: new PassThrough(), stdout, stderr }
  const exitCode = await sanctionsCommand.run(
    ['rescreen', '--list', 'wanted', ...options],
    terminal,
  )
  stdout.end()
  expect(exitCode).toBe(0)
  const run: unknown = JSON.parse(await text(stdout))
  return run
}

const customer = (idNo: string, nameSurname: string, year: number) => ({
  kind: 'customer',
  data: { id: recordId(), idNo, nameSurname, year },
})
const known = { id: 'w1', name: 'Eski Kayıtlı', birth: '1970' }
const added = { id: 'w2', name: 'Yeni Listelenmiş', birth: '1980' }

test('each customer who matches a new entry of a list gets one check', async () => {
  const { api, import: importLines } = await newDealer(system, { lines: [] })
  await importLines(
    customer('U1000001', 'Eski Kayitli', 1970),
    customer('U1000002', 'Yeni Listelenmis', 1980),
    customer('U1000003', 'Yeni Listelenmiş', 1950),
    customer('U1000004', 'Bambaşka Biri', 1980),
  )
  await importList(system, 'wanted', listOf(known))
  expect(await rescreened()).toMatchObject({ since: null, entries: 1, customers: 4, matched: 1 })

  const before = new Date().toISOString()
  await importList(system, 'wanted', listOf(known, added))
  expect(await rescreened()).toMatchObject({ entries: 1, customers: 4, matched: 1 })
  expect(await rescreened('--since', before)).toMatchObject({ entries: 1, matched: 1 })
  expect(await rescreened()).toMatchObject({ entries: 0, matched: 0 })

  await expect
    .poll(async () => listIn(await api.get(PATH)).map(({ fullName }) => fullName), {
      timeout: LONGEST_WAIT_MS,
    })
    .toEqual(['Yeni Listelenmis', 'Eski Kayitli'])
  const [newest] = listIn(await api.get(PATH))
  expect(detailIn(await api.get(`${PATH}/${newest?.id}`))).toMatchObject({
    summary: { masakCount: 0, wantedCount: 1, pepCount: 0, hasCustomer: true },
    matches: {
      wanted: [{ entryId: 'w2', matchedName: 'Yeni Listelenmiş', explanation: { name: 1 } }],
    },
  })
})

test('an entry that a version in between lacked is compared with the customers who came then', async () => {
  const { import: importLines } = await newDealer(system, { lines: [] })
  const whole = listOf(known, added)
  await importList(system, 'wanted', whole)
  await rescreened()

  await importList(system, 'wanted', listOf(known))
  await importLines(customer('U1000005', 'Yeni Listelenmis', 1980))
  await importList(system, 'wanted', whole)
  expect(await rescreened()).toMatchObject({ entries: 1, matched: 2 })
  expect(await rescreened()).toMatchObject({ entries: 0, matched: 0 })
})

test('a version begins by the clock that all processes have in common', async () => {
  const before = new Date()
  await importList(system, 'wanted', listOf(known))
  const setRight = operatorIsAhead(-5 * DAY_MS)
  await importList(system, 'wanted', listOf(known, added, { id: 'w3', name: 'Saati Geri' }))
  setRight()
  expect(await rescreened('--since', before.toISOString())).toMatchObject({ entries: 2 })
})
