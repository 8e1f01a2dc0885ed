import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { operator } from '../command-line.ts'

const system = systemForThisFile()

/** A valid number that no other test uses. */
const NUMBER = '48519763474'

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
