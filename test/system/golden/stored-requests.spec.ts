import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { shopDealer } from '#test/audit/business.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

const FILE = join(import.meta.dirname, '../../fixtures/stored-forms/requests.json')
const Requests = Compile(
  Type.Array(
    Type.Object({
      path: Type.String(),
      /** As a client sends it. */
      data: Type.Record(Type.String(), Type.Unknown()),
      /** What every release hashes of it. */
      hashed: Type.String(),
    }),
  ),
)
const requests = Requests.Parse(JSON.parse(readFileSync(FILE, 'utf8')))

test('a request under a key is known again by every release', async () => {
  const dealer = await shopDealer(system)
  const pool = openPool(system.databases.command, { logger: silentLogger, max: 1, name: 'test' })
  try {
    const { pseudonym } = await openVaultToRead(pool, Buffer.from(system.vaultKey, 'hex'))
    for (const [index, { path, data, hashed }] of requests.entries()) {
      const word = `İş-${index}`
      const { status, error } = await dealer.api.post(path, data, {
        'idempotency-key': encodeURI(word),
      })
      const key = pseudonym('idempotencyKey', dealer.companyId, encodeURI(word))
      const { rows } = await pool.query(
        'select request_hash from vault.idempotency where company_id = $1 and key = $2',
        [dealer.companyId, key],
      )
      const expected = pseudonym('request', hashed)
      expect([path, status, error, String(rows[0]?.request_hash)]).toEqual([
        path,
        201,
        undefined,
        expected,
      ])
    }
  } finally {
    await pool.end()
  }
})
