import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { untilShown } from '#operator/forget-person/emptied-tables.ts'
import { endRetention } from '#operator/retention/run.ts'
import { audit, variablesOf as auditorsVariables } from '#test/audit/auditing.ts'
import { query } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, listed, setAside } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { operator } from '../command-line.ts'

const system = systemForThisFile()
const ID_NO = '39586528950'
const NAME = 'Mehmet Kanarya'

/** One that names a person, and one of nobody in particular. */
async function waiting() {
  const customer = await customerOfLittleBank(system)
  customer.bank.book(
    bankBooking('P-1', { islTtr: '-1', krsMskKmlkNo: ID_NO, krsMskUnvan: NAME }),
    bankBooking('N-1', { islTtr: '-1', krsMskUnvan: 'Kimse' }),
  )
  await query(customer.api)
  return customer
}

async function exported(companyId: string) {
  const out = join(await temporaryFolder('operator'), 'person')
  const call = ['export-person', '--company', companyId, '--id-no', '-', '--out', out]
  const { exitCode, stderr } = await operator(call, auditorsVariables(system), ID_NO)
  return {
    exitCode,
    stderr,
    json: await readFile(join(out, 'person.json'), 'utf8').catch(() => ''),
  }
}

test('what the bank wrote of a person is sealed in the log, and in that person’s export', async () => {
  const { companyId } = await waiting()
  const { stdout } = await setAside(system, ['list', '--company', companyId])
  expect(stdout).toContain(NAME)

  const { json, exitCode } = await exported(companyId)
  expect(exitCode).toBe(0)
  expect(json).toContain('setAsideBooking.BookingKept')
  expect(json).toContain(NAME)
  expect(json).not.toContain('Kimse')
})

test('it is destroyed when the law no longer keeps it, and everything still agrees', async () => {
  const { companyId, api } = await waiting()
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  await writeFile(file, '')
  const { databaseUrl, eventStoreUrl } = system
  const address = { databaseUrl, eventStoreUrl, integratorUrl: null, attemptDeadlineSeconds: null }
  const ended: string[] = []
  const listener = {
    reading: () => undefined,
    read: () => undefined,
    found: () => undefined,
    ended: ({ streams }: { readonly streams: readonly string[] }) => {
      ended.push(...streams)
      return Promise.resolve()
    },
  }
  const periods = { fiscalYears: 10, masakYears: 8 }
  const vaultKey = Buffer.from(system.vaultKey, 'hex')
  const endIn = (year: number) => {
    const order = { companyId, periods, now: Date.parse(`${year}-06-01T00:00:00Z`) }
    const work = async (opened: System) => {
      const position = await endRetention(opened, order, { file, listener })
      if (position !== undefined) await untilShown(opened.pool, position)
    }
    return withSystem({ ...address, vaultKey }, work, 'end of a retention')
  }
  await endIn(2036)
  expect(ended).toEqual([])
  await endIn(2037)

  const lines = await listed(system, companyId)
  const named = lines.find(({ stamp }) => stamp === 'P-1')
  expect(ended).toEqual([`setAsideBooking-${named?.id}`])
  expect(named).toMatchObject({ state: 'open', booking: null })
  expect(lines.find(({ stamp }) => stamp === 'N-1')?.booking?.text).toContain('Kimse')
  expect((await exported(companyId)).json).not.toContain(NAME)
  expect(await query(api)).toMatchObject({ failed: 1 })
  const verified = await audit(['verify', '--company', companyId], auditorsVariables(system))
  expect(verified).toMatchObject({ exitCode: 0 })
}, 60_000)
