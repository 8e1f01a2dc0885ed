import { expect, onTestFinished, test } from 'vitest'
import { END_CONSUMER } from '#kernel/domain/identity-number.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { personRefs } from '#publishing/events/person-ref.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { execute } from '#test/support/execute.ts'

const SHOP = 'c0ffee000000000000000001'
const OTHER_SHOP = 'c0ffee000000000000000002'
const AYSE = '10000000146'
const ALI = '39586528950'

async function open() {
  const administratorUrl = await databaseForThisTest()
  const { command } = databasesOfRoles(administratorUrl)
  const pool = openPool(command, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const vault = () => openVault(pool, Buffer.alloc(32, 7))
  const destroyKeys = (which: string) =>
    execute(administratorUrl, `update vault.data_key set wrapped = null where ${which}`)
  return { destroyKeys, vault: await vault(), reopened: vault }
}

test('a person has one pseudonym in a company, and another one in each company', async () => {
  const { vault, reopened } = await open()
  const inShop = (idNo: string) => vault.pseudonym('person', SHOP, idNo)
  const ref = await personRefs(vault, [SHOP, OTHER_SHOP, SHOP])
  const later = await personRefs(await reopened(), [SHOP])

  const ayse = ref(SHOP, inShop(AYSE))
  expect(ayse).toMatch(/^[0-9a-f]{40}$/)
  expect(ayse).not.toBe(inShop(AYSE))
  expect(later(SHOP, inShop(AYSE))).toBe(ayse)
  expect(ref(SHOP, inShop(ALI))).not.toBe(ayse)
  expect(ref(OTHER_SHOP, inShop(AYSE))).not.toBe(ayse)
})

test('a missing person has no pseudonym', async () => {
  const { vault } = await open()
  const ref = await personRefs(vault, [SHOP])

  expect(ref(SHOP, null)).toBeNull()
  expect(ref(SHOP, vault.pseudonym('person', SHOP, END_CONSUMER))).toBeNull()
})

test('a forgotten person keeps the pseudonym', async () => {
  const { destroyKeys, vault, reopened } = await open()
  const owner = { companyId: SHOP, purpose: 'fiscal', person: AYSE } as const
  const ayse = vault.pseudonym('person', SHOP, AYSE)
  const { id } = await vault.keyOf(owner)
  const before = (await personRefs(vault, [SHOP]))(SHOP, ayse)

  await destroyKeys(`id = '${id}'`)

  expect((await personRefs(await reopened(), [SHOP]))(SHOP, ayse)).toBe(before)
})

test('after a company’s key for the feed is destroyed, no person has a pseudonym', async () => {
  const { destroyKeys, vault, reopened } = await open()
  await personRefs(vault, [SHOP])

  await destroyKeys(`purpose = 'feed'`)

  const ref = await personRefs(await reopened(), [SHOP])
  expect(ref(SHOP, vault.pseudonym('person', SHOP, AYSE))).toBeNull()
})
