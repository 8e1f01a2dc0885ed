import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { priceEvents } from '#kernel/events/reference-data.ts'
import { sanctionListStream } from '#kernel/events/sanction-list.ts'
import { receiverForThisTest } from '#test/publishing/webhooks/receiver.ts'
import { relayForThisTest } from '#test/shared-kernel/platform/event-store/relay.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { newPerson } from '#test/support/invoices.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { administrator, stranger } from '../monitoring/connections.ts'
import { webhookService } from '../monitoring/webhook-service.ts'

const system = systemForThisFile()

const ONCE_A_SECOND = { timeout: LONGEST_WAIT_MS, interval: 1_000 }
const AFTER_A_MOVE = { timeout: 8_000, interval: 100 }
const SOME_MOVES = { timeout: LONGEST_WAIT_MS, interval: 10 }
const SOON = { timeout: LONGEST_WAIT_MS, interval: 100 }
/** The option of a request to read that asks for everything to come, too, in its bytes. */
const SUBSCRIPTION = Buffer.from([0x32, 0])

async function readiness(url: string) {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, said: await answer.text() }
}

const lacks = (name: string) => ({
  status: 503,
  said: expect.stringMatching(`${name} lacks .* of the log: .*\\d of \\w+`),
})
const ready = { status: 200, said: expect.any(String) }

const metric = (name: string) =>
  expect.stringMatching(`sarraf_follower_missing_events{.*follower="${name}".*} [1-9]`)

const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text()

interface Kept {
  readonly table: string
  /** The follower, as the table calls it. */
  readonly name: string
  /** Whose connections write it. */
  readonly role: string
}

/** Its follower can neither save nor read its place until it is another one, and then begins there. */
async function movePlace(
  client: Client,
  { table, name, role }: Kept,
  to: string,
  happens: () => Promise<unknown> = async () => undefined,
) {
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  await happens()
  const head = await stranger(system).headOfLog()
  await client.query(`update ${table} set ${to.replace('HEAD', head.toString())} where name = $1`, [
    name,
  ])
  // Whoever held it loses it, and reads the place again under a new one.
  await client.query(
    `update command.lease set holder = gen_random_uuid(), held_until = now()
    where name = 'process/' || $1`,
    [name],
  )
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = $1`,
    [role],
  )
  await client.query('commit')
}

/**
 * A process that does not know yet that it has lost its lease may save its place once more: then it is moved
 * again.
 */
async function movePlaceUntil(url: string, expected: unknown, move: () => Promise<void>) {
  const movedForGood = async () => {
    await move()
    try {
      await expect.poll(() => readiness(url), AFTER_A_MOVE).toEqual(expected)
      return true
    } catch {
      return false
    }
  }
  await expect.poll(movedForGood, SOME_MOVES).toBe(true)
}

const voucher = () => manual({ idNo: newPerson() })

const roleOf = (url: string) => new URL(url).username

test('webhooks whose place was set forward are not ready, until the place is to be taken as it is', async () => {
  const dealer = await newDealer(system)
  const client = await administrator(system)
  const receiver = await receiverForThisTest((_received, response) => {
    response.writeHead(204).end()
  })
  const endpoint = { endpointId: recordId(), url: receiver.url, eventTypes: ['sarraf.*'] }
  await dealer.import({ kind: 'webhookEndpoint', data: endpoint })
  const url = await webhookService(system)
  const kept = {
    table: 'webhooks.place',
    name: 'webhooks',
    role: roleOf(system.databases.webhooks),
  }
  await expect
    .poll(async () => {
      createdIn(await dealer.api.post('/v1/expenses', voucher()))
      const { rows } = await client.query(
        `select last_event->'passed' as passed from webhooks.place`,
      )
      return rows
    }, ONCE_A_SECOND)
    .toEqual([{ passed: expect.objectContaining({ expenseVoucher: expect.any(Number) }) }])
  await expect.poll(() => readiness(url), SOON).toEqual(ready)

  await movePlaceUntil(url, lacks('webhooks'), () =>
    movePlace(client, kept, 'position = HEAD', async () =>
      createdIn(await dealer.api.post('/v1/expenses', voucher())),
    ),
  )
  expect(await metricsOf(url)).toEqual(metric('webhooks'))

  await movePlaceUntil(url, ready, () =>
    movePlace(client, kept, `last_event = last_event - 'passed'`),
  )
})

test('a recovery whose place was set forward makes the command service not ready, until it begins again', async () => {
  const { api } = await newDealer(system)
  const client = await administrator(system)
  createdIn(await api.post('/v1/expenses', voucher()))
  const counting = `select name from command.process_state
    where last_event->'passed' ? 'expenseVoucher' order by name limit 1`
  const nameOfRecovery = async () => {
    const { rows } = await client.query<{ name: string }>(counting)
    return rows[0]?.name ?? ''
  }
  await expect.poll(nameOfRecovery, SOON).not.toBe('')
  const kept = {
    table: 'command.process_state',
    name: await nameOfRecovery(),
    role: roleOf(system.databases.command),
  }

  await movePlaceUntil(system.baseUrl, lacks(kept.name), () =>
    movePlace(client, kept, 'position = HEAD', async () =>
      createdIn(await api.post('/v1/expenses', voucher())),
    ),
  )

  await movePlaceUntil(system.baseUrl, ready, () =>
    movePlace(client, kept, `position = 0, last_event = null, state = 'null'`),
  )
})

test('a command service that was not sent what it decides by is not ready', async () => {
  await newDealer(system)
  const relay = await relayForThisTest(Number(new URL(system.eventStoreUrl).port))
  const prices = `${priceEvents.category}-`
  relay.changeRead = (answer, request) =>
    request.includes(prices) && answer.includes(prices) ? undefined : answer
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: relay.url })

  await expect.poll(() => readiness(url), SOON).toEqual(lacks('reference-data'))
  expect(await metricsOf(url)).toEqual(metric('reference-data'))
  const whole = await anotherCommandService(system)
  await expect.poll(() => readiness(whole.url), SOON).toEqual(ready)
})

test('nor is one that was sent what stood there, and not what came then', async () => {
  await newDealer(system)
  const relay = await relayForThisTest(Number(new URL(system.eventStoreUrl).port))
  relay.changeRead = (answer, request) =>
    request.includes(SUBSCRIPTION) && answer.includes(`${priceEvents.category}-`)
      ? undefined
      : answer
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: relay.url })
  await expect.poll(() => readiness(url), SOON).toEqual(ready)

  await newDealer(system)

  await expect.poll(() => readiness(url), SOON).toEqual(lacks('reference-data'))
  expect(await metricsOf(url)).toEqual(metric('reference-data'))
})

test('a command service that was not sent a list when it read the lists is not ready', async () => {
  await importList(system, 'pep', listOf({ id: '1', name: 'Gizemli Uydurma' }))
  await newDealer(system)
  const relay = await relayForThisTest(Number(new URL(system.eventStoreUrl).port))
  const stream = sanctionListStream('pep')
  relay.changeRead = (answer, request) =>
    request.includes(stream) && answer.includes(stream) ? undefined : answer
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: relay.url })

  await expect.poll(() => readiness(url), SOON).toEqual(lacks('sanction-lists'))
  expect(await metricsOf(url)).toEqual(metric('sanction-lists'))
})
