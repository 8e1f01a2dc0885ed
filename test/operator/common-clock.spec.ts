import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createKey } from '#operator/api-keys/create.ts'
import { disableKey } from '#operator/api-keys/disable.ts'
import { newDealer } from '#test/support/import-lines.ts'
import { importing, recordedFor, systemForThisFile } from '#test/support/operator.ts'
import { DAY_MS, operatorIsAhead } from '#test/support/operators-clock.ts'

const system = systemForThisFile()
const YEAR_MS = 365 * DAY_MS

test.each([
  { clock: '40 years ahead', ms: 40 * YEAR_MS },
  { clock: 'three days behind', ms: -3 * DAY_MS },
])('an operator whose clock is $clock dates nothing by it', async ({ ms }) => {
  const dealer = newDealer()
  const { companyId } = dealer
  const now = Date.now()
  const setRight = operatorIsAhead(ms)

  await importing(system(), [dealer.company(), dealer.customer()])
  const stdout = new PassThrough()
  const terminal = { environment: {}, stdin: stdout, stdout, stderr: new PassThrough() }
  const key = { companyId, user: companyId, rights: undefined, validUntil: undefined }
  await createKey(key, terminal)(system())
  await disableKey(companyId, terminal)(system())
  stdout.end()
  setRight()

  const recorded = await recordedFor(system(), companyId)
  const late = recorded.map(({ metadata }) => Date.parse(metadata.recordedAt) - now)
  expect(late.length).toBeGreaterThan(3)
  expect(late.filter((each) => Math.abs(each) > DAY_MS)).toEqual([])
  const { validUntil } = JSON.parse((await text(stdout)).split('\n')[0] ?? '')
  expect(Math.abs(Date.parse(validUntil) - now - YEAR_MS)).toBeLessThan(DAY_MS)
})
