import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { auditPageForThisFile, visitor } from '#test/audit/page/running-page.ts'
import { operator } from '#test/operator/command-line.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { folderForThisFile } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const folder = await folderForThisFile('witness')
const NOTARY_WITNESS = join(folder, 'witness.ndjson')
const seed = randomBytes(32)
const system = systemForThisFile({
  NOTARY_KEY: seed.toString('hex'),
  NOTARY_WITNESS,
  NOTARY_INTERVAL_SECONDS: '1',
})

const page = auditPageForThisFile(system, { NOTARY_WITNESS })

const Readiness = Type.Object({ missing: Type.Optional(Type.Array(Type.String())) })
const missingAt = async (url: string) =>
  Parse(Readiness, await (await fetch(`${url}/health/ready`)).json()).missing ?? []

const lastHead = () =>
  vi.waitFor(
    async () => {
      const last = await witnessIn(NOTARY_WITNESS).last()
      if (last === undefined) throw new Error('nothing is signed yet')
      return last
    },
    { timeout: LONGEST_WAIT_MS },
  )

/** As if the notary had signed that before the database was put back; undone at the end of the test. */
async function signed(count: number, head: string) {
  const before = await readFile(NOTARY_WITNESS)
  const putBack = () => writeFile(NOTARY_WITNESS, before)
  onTestFinished(putBack)
  const witness = witnessIn(NOTARY_WITNESS)
  const strange = notaryKey(seed).signHead(count, Buffer.from(head, 'hex'))
  return {
    /** The notary may have compared already, and then keep a head of its own behind it. */
    isLast: async () => {
      if ((await witness.last())?.head !== strange.head) await witness.keep(strange)
    },
    putBack,
  }
}

test.each([
  ['ends before', 1_000_000],
  ['differs from', 0],
])(
  'a log that %s what was signed is neither read nor written by any service or command',
  async (_, more) => {
    const { companyId, credentials } = await newDealer(system)
    const api = apiAt(system.baseUrl, credentials, { mayFail: true })
    createdIn(await api.post('/v1/expenses', manual({ amount: 700 })))
    // It sees no witness.
    const elsewhere = await anotherCommandService(system)
    await expect.poll(() => missingAt(elsewhere.url)).toEqual([])
    const auditor = visitor(page.url)
    expect((await auditor.signIn(credentials)).status).toBe(303)
    expect((await auditor.get('/audit')).status).toBe(200)
    const { count } = await lastHead()
    const { isLast, putBack } = await signed(count + more, 'ab'.repeat(32))

    await expect
      .poll(async () => {
        await isLast()
        return missingAt(system.baseUrl)
      })
      .toEqual(
        ['command', 'query', 'projections'].map((part) =>
          expect.stringContaining(`${part}: event store: logSetBack: `),
        ),
      )
    expect((await api.post('/v1/expenses', manual({ amount: 800 }))).status).toBe(503)
    expect((await api.get('/v1/expenses')).status).toBe(503)
    await expect
      .poll(() => missingAt(page.url()))
      .toEqual([expect.stringMatching(/^event store: logSetBack: /)])
    const late = visitor(page.url)
    const shown = [
      await auditor.get('/audit'),
      await auditor.post('/audit/evidence'),
      await late.signIn(credentials),
    ]
    expect(shown.map(({ status }) => status)).toEqual([503, 503, 503])
    await expect
      .poll(() => missingAt(elsewhere.url))
      .toEqual([expect.stringMatching(/logSetBack: .*found by another process/)])
    const { databases, eventStoreUrl, vaultKey } = system
    const variables = {
      DATABASE_URL: databases.command,
      EVENTSTORE_URL: eventStoreUrl,
      VAULT_KEY: vaultKey,
    }
    const created = await operator(['api-key', 'create', '--company', companyId], variables)
    expect([created.exitCode, created.stderr]).toEqual([
      1,
      expect.stringMatching(/^logSetBack: .*\n$/),
    ])

    await putBack()
    await expect.poll(() => missingAt(system.baseUrl)).toEqual([])
    await expect.poll(() => missingAt(page.url())).toEqual([])
    expect((await auditor.get('/audit')).status).toBe(200)
    await expect.poll(() => missingAt(elsewhere.url)).toEqual([])
    expect(createdIn(await api.post('/v1/expenses', manual({ amount: 900 }))).number).toBe('2')
    await elsewhere.close()
  },
)
