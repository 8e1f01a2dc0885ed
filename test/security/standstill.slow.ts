import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, test } from 'vitest'
import { apiKeyEvents } from '#kernel/events/reference-data.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { startedAuditPage } from '#test/audit/page/running-page.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { encoded } from '#test/support/stored-events.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

test('a command service that cannot follow its keys says so, and recovers by itself', async () => {
  const service = await anotherCommandService(system)
  const ready = async () => {
    const answer = await fetch(`${service.url}/health/ready`)
    return { status: answer.status, said: await answer.text() }
  }
  await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200)
  const owner = await databaseOwner()

  await withLog(system, async ({ eventStore, vault }) => {
    const [stream, event] = await newKey(vault)
    await owner.query('alter table vault.data_key rename to data_key_away')
    await eventStore.append(stream, [event], 'no_stream')
  })

  await expect.poll(ready, { timeout: 40_000 }).toEqual({
    status: 503,
    said: expect.stringMatching(/reference-data stands still at position \d+: /),
  })

  await owner.query('alter table vault.data_key_away rename to data_key')
  await expect.poll(async () => (await ready()).status, { timeout: 40_000 }).toBe(200)
})

test('tables and a hash chain that cannot be written are reported, and recover by themselves', async () => {
  const owner = await databaseOwner()
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])

  await owner.query('begin; lock table read_model.api_key, vault.log_chain')
  await withLog(system, async ({ eventStore, vault }) => {
    const [stream, event] = await newKey(vault)
    await eventStore.append(stream, [event], 'no_stream')
  })

  await expect
    .poll(missing, { timeout: 60_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^projections: .*read_model/),
        expect.stringMatching(/^projections: log_chain stands still at position \d+: /),
      ]),
    )
  await owner.query('rollback')
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
})

test('a process that cannot look up destroyed keys says so, and recovers by itself', async () => {
  const page = await startedAuditPage(system)
  onTestFinished(page.close)
  const ofPage = async () => (await fetch(`${page.url}/health/ready`)).text()
  const owner = await databaseOwner()
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])

  await owner.query('begin; lock table vault.destroyed_key in access exclusive mode')

  await expect
    .poll(missing, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^command: destroyed keys: not looked up for \d+ s$/),
        expect.stringMatching(/^projections: destroyed keys: not looked up for \d+ s$/),
      ]),
    )
  await expect.poll(ofPage, { timeout: 30_000 }).toContain('destroyed keys: not looked up for')
  await owner.query('rollback')
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
})

test('a process that cannot read an event says so', async () => {
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])

  await withLog(system, async ({ eventStore, vault }) => {
    const [, { metadata, ...event }] = await newKey(vault)
    const later = { ...event, type: 'KmtsQueryStarted', metadata: { ...metadata, version: 99 } }
    await eventStore.append(`kmtsVerification-${recordId()}`, [later], 'no_stream')
  })

  await expect
    .poll(missing, { timeout: 60_000 })
    .toContainEqual(
      expect.stringMatching(/^command: kmts.* stands still at position \d+: .*schema/),
    )
})

const Readiness = Compile(Type.Object({ missing: Type.Optional(Type.Array(Type.String())) }))

async function missing() {
  const answer = await fetch(new URL('/health/ready', system.baseUrl))
  return Readiness.Parse(await answer.json()).missing ?? []
}

async function databaseOwner() {
  const client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A key's event, sealed with a key that no service has read yet. */
async function newKey(vault: Vault) {
  const companyId = recordId()
  const stream = `apiKey-${randomBytes(20).toString('hex')}`
  const event = await encoded(vault, {
    family: apiKeyEvents,
    event: {
      type: 'ApiKeyRecorded',
      data: {
        companyId,
        apiUserId: `user-${companyId}`,
        secretHash: await hashSecret('secret'),
        status: true,
        validUntil: '2099-01-01T00:00:00Z',
        rights: ['*'],
      },
    },
    stream,
    companyId,
    at: new Date().toISOString(),
  })
  return [stream, event] as const
}
