import { pino } from 'pino'
import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { WrongUsage } from '#kernel/platform/cli/command.ts'
import { retryCommand } from '#projections/cli/retry-command.ts'
import { type Dealer, dealerForThisTest } from '../dealer.ts'
import { customerRecorded, person } from '../samples.ts'
import { terminalOf } from './terminal.ts'

const [ONE, OTHER] = ['1'.repeat(24), '2'.repeat(24)] as const
const NAME = 'Gülümser Çıngıraklıoğlu'

/** A company's customer of which the table says that it must not be there; gives what lifts that. */
async function oddCustomer(dealer: Dealer, companyId: string) {
  const customerId = `odd.${companyId}`
  const rule = `odd_${companyId}`
  await dealer.rows(`alter table read_model.customer
    add constraint ${rule} check (id <> '${customerId}') not valid`)
  const named = customerRecorded({
    companyId,
    customerId,
    person: { ...person, nameSurname: NAME },
  })
  for (let count = 0; count < 2; count++) {
    await dealer.write(customerEvents, customerId, named, { companyId })
  }
  await dealer.untilShown()
  return {
    parked: {
      company: companyId,
      stream: `customer-${customerId}`,
      revision: '0',
      type: 'CustomerRecorded',
      error: `PostgreSQL 23514: new row for relation, table customer, constraint ${rule}`,
      waiting: 2,
    },
    lift: () => dealer.rows(`alter table read_model.customer drop constraint ${rule}`),
  }
}

async function projecting() {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const dealer = await dealerForThisTest()
  dealer.project({ logger })
  await dealer.untilShown()
  const told = () => lines.map((line): unknown => JSON.parse(line))
  return { dealer, retry: terminalOf(dealer).bind(undefined, retryCommand), lines, told }
}

test('a command retries parked events, of one company or of all', async () => {
  const { dealer, retry } = await projecting()
  const one = await oddCustomer(dealer, ONE)
  const other = await oddCustomer(dealer, OTHER)
  const answer = (exitCode: number, ...parked: readonly object[]) => ({
    exitCode,
    line: { name: 'read_model', parked },
    told: '',
  })
  expect(await retry()).toEqual(answer(1, one.parked, other.parked))

  await one.lift()
  expect(await retry(OTHER)).toEqual(answer(1, other.parked))
  expect(await retry(ONE)).toEqual(answer(0))
  expect(await dealer.rows('select company_id from read_model.customer')).toEqual([
    { company_id: ONE },
  ])
  expect(await retry(ONE)).toEqual(answer(0))

  await other.lift()
  expect(await retry()).toEqual(answer(0))
  expect(await dealer.parked()).toEqual([])
})

test('a missing projections process and a wrong call are reported', async () => {
  const dealer = await dealerForThisTest()
  const retry = terminalOf(dealer).bind(undefined, retryCommand)
  await expect(retry()).rejects.toThrow('No projections process is running')
  await expect(retry(ONE, OTHER)).rejects.toThrow(WrongUsage)
  await expect(retry('--all')).rejects.toThrow(WrongUsage)
})

test('an event that parks its company is logged in one line, without personal data', async () => {
  const { dealer, told, lines } = await projecting()
  const { parked } = await oddCustomer(dealer, ONE)
  const { waiting: _, ...event } = parked
  const warning = { level: 40, projection: 'read_model', schema: 'read_model', ...event }
  await expect.poll(told).toEqual([expect.objectContaining(warning)])
  expect(lines.join('')).not.toMatch(new RegExp(`${NAME}|${person.idNo}`, 'i'))
})
