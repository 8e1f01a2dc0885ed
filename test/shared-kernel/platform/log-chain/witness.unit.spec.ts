import { randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { entriesIn, lastHeadOf, witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const openFiles = async () =>
  Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(String)),
  )

test('a reader of the witness that stops early leaves no file open', async () => {
  const file = join(await temporaryFolder('witness'), 'witness.ndjson')
  const key = notaryKey(randomBytes(32))
  await witnessIn(file).keep(key.signHead(1, randomBytes(32)))
  // Longer than what is read ahead, or the file may be closed because its end was reached.
  await appendFile(file, (await readFile(file, 'utf8')).repeat(3_999))
  for await (const entry of entriesIn(file)) {
    expect(entry).toMatchObject({ kind: 'head', head: { count: 1 } })
    expect(await openFiles()).toContain(file)
    break
  }
  await expect.poll(openFiles).not.toContain(file)
  expect(await Array.fromAsync(entriesIn(file))).toHaveLength(4_000)
})

test('who has seen a head goes by it when the witness is taken away or emptied', async () => {
  const file = join(await temporaryFolder('witness'), 'witness.ndjson')
  const key = notaryKey(randomBytes(32))
  const last = lastHeadOf(file)
  expect(await last()).toBeUndefined()
  await witnessIn(file).keep(key.signHead(3, randomBytes(32)))
  expect(await last()).toMatchObject({ count: 3 })

  await writeFile(file, '')
  expect(await last()).toMatchObject({ count: 3 })
  await rm(file)
  expect(await last()).toMatchObject({ count: 3 })

  await witnessIn(file).keep(key.signHead(2, randomBytes(32)))
  expect(await last()).toMatchObject({ count: 2 })
})

test('a witness that cannot be read is named in one line, with the cause', async () => {
  const folder = await temporaryFolder('witness')
  const file = join(folder, 'none')
  const reading = (name: string) => Array.fromAsync(entriesIn(name))
  await expect(reading(file)).rejects.toThrow(
    new CommandError(`The witness ${file} cannot be read: there is no such file.`),
  )
  await expect(reading(folder)).rejects.toThrow(
    new CommandError(`The witness ${folder} cannot be read: it is a folder.`),
  )
  await appendFile(file, '{"count":1}\n')
  await expect(reading(file)).rejects.toThrow(
    new CommandError(`The witness ${file} has a line that is not a signed head.`),
  )
})

test('every user of the machine can read a witness, and the notary alone writes it', async () => {
  const file = join(await temporaryFolder('witness'), 'witness.ndjson')
  await witnessIn(file).keep(notaryKey(randomBytes(32)).signHead(1, randomBytes(32)))
  expect((await stat(file)).mode & 0o777).toBe(0o644)
})
