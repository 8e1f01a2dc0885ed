import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { audit } from '../auditing.ts'

const seed = randomBytes(32)
const key = notaryKey(seed)
const printed = { exitCode: 0, stdout: `${key.publicKey}\n`, stderr: '' }

test('the notary’s public key is printed without a database', async () => {
  const folder = await temporaryFolder('operator')
  expect(await audit(['public-key'], { NOTARY_KEY: seed.toString('hex') })).toEqual(printed)

  const file = join(folder, 'seed')
  await writeFile(file, seed.toString('hex'))
  expect(await audit(['public-key'], { NOTARY_KEY_FILE: file })).toEqual(printed)

  const data = join(folder, 'data')
  await mkdir(data)
  await writeFile(join(data, 'notary.key'), `${seed.toString('hex')}\n`)
  expect(await audit(['public-key'], { DATA_DIR: data })).toEqual(printed)

  const witness = join(folder, 'witness.ndjson')
  await witnessIn(witness).keep(key.signHead(3, randomBytes(32)))
  const without = { DATA_DIR: folder, NOTARY_WITNESS: witness }
  expect(await audit(['public-key'], without)).toEqual(printed)
})

test('where there is no key, one line says so', async () => {
  const folder = await temporaryFolder('operator')
  expect(await audit(['public-key'], { DATA_DIR: folder })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No key of a notary is here: .*\n$/),
  })
})
