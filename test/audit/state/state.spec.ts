import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import { withScratch } from '#audit/state/scratch.ts'
import { stateAt } from '#audit/state/states.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { PERSON } from '#test/support/vouchers.ts'
import { auditorOf } from '../auditing.ts'
import { answerOf, deeds, shopDealer, shopOf } from '../business.ts'
import { addressOf, expectPastOf, untilLater } from './past.ts'

const system = systemForThisFile()

const REFUSED = /read-only transaction|permission denied/

const newShop = async () => shopOf(system, await shopDealer(system))

test('in any history every past response can be reproduced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...deeds, ...deeds], { minLength: 9, maxLength: 10 }),
      (day) => expectPastOf(system, day),
    ),
    { numRuns: 1 },
  )
})

test('the command prints a record’s state on a day, and now', async () => {
  const { dealer } = await newShop()
  const id = recordId()
  const customer = (nameSurname: string) =>
    dealer.import({ kind: 'customer', data: { id, idNo: PERSON, nameSurname } })
  const before = await untilLater()
  await customer('Ayşe Işık')
  const then = await answerOf(dealer, { noun: 'customer', id })
  const at = await untilLater()
  await customer('Ayşe Yılmaz')
  const auditor = auditorOf(system)

  const state = async (...parameters: string[]): Promise<unknown> => {
    const { stdout, stderr, exitCode } = await auditor.run('state', ['customer', id, ...parameters])
    return exitCode === 0 ? JSON.parse(stdout) : stderr
  }
  expect(await state('--at', at)).toEqual(then)
  expect(await state()).toEqual(await answerOf(dealer, { noun: 'customer', id }))
  const steps = await auditor.history('customer', id)
  const recordedAt = steps.at(-1)?.recordedAt ?? ''
  const justBefore = new Date(Date.parse(recordedAt) - 1).toISOString()
  const now = await state()
  expect([await state('--at', recordedAt), await state('--at', justBefore)]).toEqual([now, then])
  const subject = { noun: 'customer', id, companyId: dealer.companyId } as const
  const shown = (moment: number) =>
    auditingAt(addressOf(system), (audited) => stateAt(audited, subject, moment))
  const recordedMs = Date.parse(recordedAt)
  expect([await shown(recordedMs), await shown(recordedMs - 1)]).toMatchObject([
    { nameSurname: 'Ayşe Yılmaz' },
    { nameSurname: 'Ayşe Işık' },
  ])
  expect(await state('--at', before)).toMatch(/^The API did not show customer .*\n$/)
  expect(await state('--at', 'yesterday')).toMatch(/'--at <date>' argument 'yesterday' is invalid/)
  const company = await auditor.run('state', ['company', dealer.companyId])
  expect(JSON.parse(company.stdout)).toMatchObject({
    id: dealer.companyId,
    settings: { eDocument: { serial: 'KUY' } },
  })
})

test('an auditor’s connection can write only to temporary tables', {
  tags: ['embedded-node'],
}, async () => {
  const { dealer } = await newShop()
  const writes = [
    'delete from read_model.company',
    'update vault.data_key set wrapped = null',
    'create table read_model.mine (id text)',
    'create schema mine',
    'insert into event_store.events select * from event_store.events limit 1',
    'create temporary table mine (id text)',
  ]
  await auditingAt(addressOf(system), async (audited) => {
    for (const write of writes) {
      await expect(audited.pool.query(write)).rejects.toThrow(REFUSED)
    }
    const reads = [
      'readStream',
      'readLog',
      'readLogBack',
      'eventAt',
      'headOfLog',
      'checkPlace',
      'damagedStreams',
      'subscribe',
    ]
    expect(Object.keys(audited.log)).toEqual(reads)
    const { rows } = await withScratch(audited, dealer.companyId, async ({ client, advance }) => {
      await advance(await audited.log.headOfLog())
      for (const write of writes) {
        await expect(client.query(write)).rejects.toThrow(REFUSED)
      }
      return client.query('select title from pg_temp.company')
    })
    expect(rows).toEqual([{ title: 'Kapalıçarşı Sarraf' }])
  })
})
