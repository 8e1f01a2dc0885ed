import { execFileSync } from 'node:child_process'
import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventIn, eventLine, openedEvent } from '#operator/archive/event-lines.ts'
import { readLines, writeLines } from '#operator/archive/line-files.ts'
import { readManifest } from '#operator/archive/manifest.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const NAME = 'lines.ndjson.gz'

test('lines come back as they were written, however many', async () => {
  const folder = await temporaryFolder('archive')
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `{"at":${at},"ş":"${'ğ'.repeat(at % 50)}"}`,
  )

  const file = await writeLines(folder, NAME, each(lines))

  expect(file.lines).toBe(20_000)
  expect(await Array.fromAsync(readLines(folder, file))).toEqual(lines)
})

test('a file without lines is a file', async () => {
  const folder = await temporaryFolder('archive')
  const file = await writeLines(folder, NAME, each([]))
  expect(await Array.fromAsync(readLines(folder, file))).toEqual([])
})

test('a file that was changed, cut off or exchanged is damaged', async () => {
  const folder = await temporaryFolder('archive')
  const lines = Array.from({ length: 5_000 }, (_, at) => `{"at":${at}}`)
  const file = await writeLines(folder, NAME, each(lines))
  const bytes = await readFile(join(folder, NAME))
  const other = await writeLines(folder, 'other.ndjson.gz', each(lines.toReversed()))
  const exchanged = await readFile(join(folder, other.name))
  const middle = Math.floor(bytes.length / 2)
  const changed = Buffer.from(bytes)
  changed[middle] = (changed[middle] ?? 0) ^ 1

  for (const content of [changed, bytes.subarray(0, middle), exchanged, Buffer.alloc(0)]) {
    await writeFile(join(folder, NAME), content)
    await expect(Array.fromAsync(readLines(folder, file))).rejects.toThrow(
      'The backup is damaged: lines.ndjson.gz is not what was written.',
    )
  }
  await rm(join(folder, NAME))
  await expect(Array.fromAsync(readLines(folder, file))).rejects.toThrow(
    `${join(folder, NAME)} cannot be read: there is no such file.`,
  )
})

test('no line of a file is believed before all of it is known', async () => {
  const folder = await temporaryFolder('archive')
  const file = await writeLines(folder, NAME, each(['{"of":"ours"}']))
  await appendFile(join(folder, NAME), gzipSync('{"of":"somebody else"}\n'))
  const lines: string[] = []
  const reading = (async () => {
    for await (const line of readLines(folder, file)) lines.push(line)
  })()
  await expect(reading).rejects.toThrow('lines.ndjson.gz is not what was written')
  expect(lines).toEqual([])
})

test('what is no ordinary file is not waited for', async () => {
  const folder = await temporaryFolder('archive')
  const file = await writeLines(folder, NAME, each(['{}']))
  await rm(join(folder, NAME))
  execFileSync('mkfifo', [join(folder, NAME)])
  await expect(Array.fromAsync(readLines(folder, file))).rejects.toThrow('is no ordinary file')
  execFileSync('mkfifo', [join(folder, 'manifest.json')])
  await expect(readManifest(folder)).rejects.toThrow('manifest.json is no ordinary file')
})

test('the bytes of an event come back, whether they are text or not', () => {
  const event = {
    position: 2n ** 60n,
    stream: 'expenseVoucher-ş',
    revision: 3n,
    id: 'c0ffee00-0000-4000-8000-000000000000',
    type: 'VoucherDrafted',
    contentType: 'application/octet-stream',
    data: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    metadata: Buffer.from('{ "spaces":  1 }'),
  }
  expect(eventIn(eventLine(event))).toEqual(event)
  expect(openedEvent(event).data).toEqual({})
  expect(
    openedEvent({ ...event, contentType: 'application/json', data: Buffer.from('{"a":1}') }),
  ).toMatchObject({ data: { a: 1 }, metadata: { spaces: 1 } })
})

test('a folder without a manifest is no complete backup, and one of a later version is refused', async () => {
  const folder = await temporaryFolder('archive')
  await expect(readManifest(folder)).rejects.toThrow('is no complete backup')
  await writeFile(join(folder, 'manifest.json'), '{"format":"sarraf-backup","formatVersion":2}')
  await expect(readManifest(folder)).rejects.toThrow('was written by a later version of Sarraf')
  await writeFile(join(folder, 'manifest.json'), '{"format":"sarraf-backup","forma')
  await expect(readManifest(folder)).rejects.toThrow('manifest.json is damaged')
  await truncate(join(folder, 'manifest.json'), 3 * 2 ** 30)
  await expect(readManifest(folder)).rejects.toThrow('manifest.json is too large for a manifest')
})

async function* each(lines: readonly string[]) {
  yield* lines
}
