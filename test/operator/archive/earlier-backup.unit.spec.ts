import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkArchive } from '#operator/archive/check-archive.ts'
import { readLines, writeLines } from '#operator/archive/line-files.ts'
import { manifestPath, manifestText, readManifest } from '#operator/archive/manifest.ts'
import { refuseForged } from '#operator/archive/manifest-mac.ts'
import { keysOf } from '#operator/restore/vault-key.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** A backup as version 0.1.0 wrote it, and the key of its vault. */
const GOLDEN = join(import.meta.dirname, 'golden')
const VAULT_KEY = Buffer.from(
  '95c69b3f8d395343ec31cf3c50b7e63d698e2124e29a456bb941f8541d199683',
  'hex',
)

const unwatched = { begin: () => {}, reached: () => {}, end: () => {} }

test('a backup that was written before is opened by its key, and is whole', async () => {
  const manifest = await readManifest(GOLDEN)
  const { macs, keyedHash } = await keysOf({ folder: GOLDEN, manifest }, VAULT_KEY)
  refuseForged(manifest, keyedHash)
  expect(manifest.log.events).toBe(11)
  const { forged } = await checkArchive({ folder: GOLDEN, manifest, macs }, unwatched)
  expect(forged).toBe(0)
})

test('a backup is written as it was written before', async () => {
  const folder = await temporaryFolder('golden')
  await cp(manifestPath(GOLDEN), manifestPath(folder))
  const manifest = await readManifest(folder)
  expect(manifestText(manifest)).toBe(await readFile(manifestPath(GOLDEN), 'utf8'))
  expect(manifest.files).toHaveLength(9)
  for (const file of manifest.files) {
    const again = await writeLines(folder, file.name, readLines(GOLDEN, file))
    expect(Object.keys(again)).toEqual(Object.keys(file))
    expect(again.lines).toBe(file.lines)
    const [written, before] = [join(folder, file.name), join(GOLDEN, file.name)]
    // Versions of zlib compress differently.
    expect(gunzipSync(await readFile(written))).toEqual(gunzipSync(await readFile(before)))
  }
})
