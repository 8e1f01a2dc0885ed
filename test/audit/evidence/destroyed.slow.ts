import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { operatorProcess } from '#test/operator/command-line.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, manual, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'
import { auditorOf } from '../auditing.ts'
import { shopDealer } from '../business.ts'
import { untilLater } from '../state/past.ts'
import { verified as verifiedWith } from './packages.ts'

const NOTARY_KEY = '7'.repeat(64)
const system = systemForThisFile({ NOTARY_KEY, NOTARY_INTERVAL_SECONDS: '1' })
const auditor = auditorOf(system)
const { publicKey } = notaryKey(Buffer.from(NOTARY_KEY, 'hex'))

const FORGOTTEN = 'Ayşe Kanarya'
const EXPIRED = 'Barış Kanarya'
const KEPT = 'Ceren Serçe'

async function verified(folder: string, ...pins: readonly string[]) {
  const { printed, exitCode } = await verifiedWith(folder, ['--key', publicKey, ...pins])
  return [exitCode, printed]
}

async function exported({ companyId }: Dealer) {
  const folder = join(await temporaryFolder('operator'), 'evidence')
  const { exitCode, stderr } = await auditor.run('export', [
    '--company',
    companyId,
    '--out',
    folder,
  ])
  expect([exitCode, stderr]).toEqual([0, ''])
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  return {
    folder,
    witness: join(folder, 'signed-heads.ndjson'),
    manifest: JSON.parse(await read('manifest.json')),
    stored: (await read('events.ndjson')).trimEnd().split('\n'),
    opened: (await read('opened.ndjson')).trimEnd().split('\n'),
  }
}

const opened = (noun: string, id: string, at: string | undefined, { companyId }: Dealer) =>
  auditor.run('state', [
    noun,
    id,
    '--company',
    companyId,
    ...(at === undefined ? [] : ['--at', at]),
  ])

test('evidence still proves what happened when the data of people is destroyed, and shows none of it', async () => {
  const dealer = await shopDealer(system)
  const { companyId } = dealer
  const record = async (kind: string, data: object) => {
    const id = recordId()
    await dealer.import({ kind, data: { id, ...data } })
    return id
  }
  const recent = { idNo: PERSON, nameSurname: FORGOTTEN, lastDate: new Date().toISOString() }
  const account = await record('customer', recent)
  const long = { transactionDate: '2006-05-01T09:00:00Z', idNo: OTHER_PERSON }
  const payment = await dealer.transaction({ ...long, nameSurname: EXPIRED })
  const voucher = createdIn(
    await dealer.api.post('/v1/expenses', manual({ customerInfo: { nameSurname: KEPT } })),
  ).id
  const before = await exported(dealer)
  expect(before.opened.join()).toContain(FORGOTTEN)
  expect(before.opened.join()).toContain(EXPIRED)
  const then = await untilLater()
  for (const [noun, id] of [
    ['customer', account],
    ['bank-transaction', payment],
  ] as const) {
    expect((await opened(noun, id, then, dealer)).stdout).toMatch(/Kanarya/)
  }

  const list = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const { databaseUrl, eventStoreUrl, vaultKey } = system
  const administrator = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
    DESTROYED_KEYS: list,
  }
  const forget = ['--id-no', PERSON, '--reason', 'in writing']
  for (const call of [
    ['forget-person', '--company', companyId, ...forget],
    ['retention', 'run', '--company', companyId],
  ]) {
    expect(await operatorProcess(call, administrator)).toMatchObject({ exitCode: 0 })
  }

  const after = await exported(dealer)
  const everything = [...after.opened, ...after.stored].join('\n')
  for (const name of [FORGOTTEN, EXPIRED]) expect(everything).not.toContain(name)
  expect(after.opened.join()).toContain(KEPT)
  const about = (id: string) => after.opened.filter((line) => line.includes(id)).join()
  expect(about(account)).toContain('{"forgotten":true}')
  expect(about(payment)).toContain('{"forgotten":true}')
  for (const type of ['PersonForgotten', 'RetentionEnded']) {
    expect(after.opened.join()).toContain(type)
  }
  // Byte by byte as before, so all that was signed then still holds.
  expect(after.stored.slice(0, before.stored.length)).toEqual(before.stored)
  expect(await verified(after.folder)).toEqual([0, expect.stringMatching(/^sound: /)])
  const { events, head } = before.manifest.log
  const pins = ['--witness', before.witness, '--head', `${events}:${head}`]
  expect(await verified(after.folder, ...pins)).toEqual([
    0,
    expect.stringMatching(new RegExp(`pinned up to ${events}`)),
  ])

  for (const at of [then, undefined]) {
    for (const [noun, id] of [
      ['customer', account],
      ['bank-transaction', payment],
    ] as const) {
      const { exitCode, stdout, stderr } = await opened(noun, id, at, dealer)
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(stdout).toContain(id)
      expect(stdout).not.toMatch(/Kanarya/)
    }
    const { stdout } = await opened('expense-voucher', voucher, at, dealer)
    expect(stdout).toContain(KEPT)
  }
  const history = await auditor.history('customer', account, '--company', companyId)
  expect(JSON.stringify(history)).toContain('"forgotten":true')
})
