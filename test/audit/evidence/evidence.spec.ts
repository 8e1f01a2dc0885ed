import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { succession } from '#kernel/platform/log-chain/key-succession.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { auditorOf, linesIn } from '../auditing.ts'
import { shopDealer, shopOf } from '../business.ts'
import { untilSigned, verified } from './packages.ts'

const system = systemForThisFile({
  NOTARY_KEY: '7'.repeat(64),
  NOTARY_INTERVAL_SECONDS: '1',
})

/** The character ends a line for Node's own reader, but not in a file of lines. */
const templateInTwoLines = {
  key: 'two-lines',
  title: 'Two\u2028lines',
  lineName: 'Two\u2028lines',
  material: 'gold',
  unitType: 'GRM',
}

async function exported(...more: readonly string[]) {
  const shop = shopOf(system, await shopDealer(system))
  const neighbour = await newDealer(system)
  for (const deed of ['buys gold', 'knows a customer', 'changes a customer'] as const) {
    await shop.does(deed)
  }
  await shop.dealer.import({ kind: 'template', data: { ...templateInTwoLines, id: recordId() } })
  await untilSigned(system)
  const folder = join(await temporaryFolder('operator'), 'evidence')
  const { companyId } = shop.dealer
  const parameters = ['--company', companyId, '--out', folder, ...more]
  const { exitCode, stdout, stderr } = await auditorOf(system).run('export', parameters)
  expect([stderr, exitCode]).toEqual(['', 0])
  return { folder, companyId, neighbour, said: linesIn(stdout), shop }
}

const linesOf = async (folder: string, name: string) =>
  (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')

test('a package can be verified without Sarraf, and holds only the company’s data', async () => {
  const { folder, companyId, neighbour, said } = await exported()

  const { printed, exitCode } = await verified(folder)
  expect(printed).toMatch(/^sound: \d+ events of \d+; signed up to \d+ by/)
  expect(exitCode).toBe(0)

  const [stored, opened] = [
    await linesOf(folder, 'events.ndjson'),
    await linesOf(folder, 'opened.ndjson'),
  ]
  expect(said).toEqual([{ events: stored.length, folder }])
  expect(opened).toHaveLength(stored.length)
  expect(stored.filter((line) => !line.includes(companyId))).toEqual([])
  expect([...stored, ...opened].filter((line) => line.includes(neighbour.companyId))).toEqual([])
  expect(stored.join('\n')).toContain('Two\u2028lines')
  expect(opened.join('\n')).toContain(String.raw`Two\u2028lines`)
  expect(stored.join('\n')).not.toContain('Ayşe')
  expect(opened.join('\n')).toContain('Ayşe Işık')
  expect((await readdir(folder)).toSorted()).toEqual([
    'README.md',
    'chain.bin',
    'events.ndjson',
    'keys.ndjson',
    'manifest.json',
    'opened.ndjson',
    'receipt.json',
    'schemas.json',
    'signed-heads.ndjson',
    'verify.mjs',
  ])
})

test('the verifier names any change in a package', async () => {
  const { folder } = await exported()
  const place = await temporaryFolder('operator')
  const lines = await linesOf(folder, 'events.ndjson')
  const [first = '', second = '', ...rest] = lines
  const manifest: { files: Record<string, { sha256: string }>; events: { count: number } } =
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  let copies = 0

  /** Also by somebody who mends the manifest. */
  async function changed(name: string, content: string | Buffer, count = manifest.events.count) {
    copies += 1
    const copy = join(place, `copy-${copies}`)
    await cp(folder, copy, { recursive: true })
    await writeFile(join(copy, name), content)
    const asItIs = await verified(copy)
    const { [name]: _, ...files } = manifest.files
    const mended = { ...manifest, files, events: { ...manifest.events, count } }
    await writeFile(join(copy, 'manifest.json'), JSON.stringify(mended))
    return [asItIs, await verified(copy)]
  }
  const fault = (printed: string) => ({ printed: expect.stringContaining(printed), exitCode: 1 })
  const file = fault('events.ndjson is not the file that was exported')

  const byte = [first.replace('"type":"C', '"type":"K'), second, ...rest].join('\n')
  expect(await changed('events.ndjson', byte)).toEqual([file, fault('line 1: it has changed')])
  const dropped = [first, ...rest].join('\n')
  expect(await changed('events.ndjson', dropped)).toEqual([
    file,
    fault(`${lines.length - 1} of ${lines.length} events are there`),
  ])
  const customer = lines.findIndex((line) => line.includes('"stream":"customer-'))
  const gap = lines.toSpliced(customer, 1).join('\n')
  expect(await changed('events.ndjson', gap, lines.length - 1)).toEqual([
    file,
    fault('what stood before it is missing'),
  ])
  const swapped = [second, first, ...rest].join('\n')
  expect(await changed('events.ndjson', swapped)).toEqual([
    file,
    fault('line 2: it is not in the order of the log'),
  ])
  const chain = await readFile(join(folder, 'chain.bin'))
  chain[5] = (chain[5] ?? 0) ^ 1
  expect(await changed('chain.bin', chain)).toEqual([
    fault('chain.bin is not the file that was exported'),
    fault('it is not the log that was signed at event'),
  ])
  const heads = await readFile(join(folder, 'signed-heads.ndjson'), 'utf8')
  const forged = heads.replace(/"count":(\d+)/, (_all, count) => `"count":${Number(count) + 1}`)
  expect(await changed('signed-heads.ndjson', forged)).toEqual([
    fault('signed-heads.ndjson is not the file that was exported'),
    fault('does not hold'),
  ])
})

test('a package is compared with the heads and the key that its reader keeps', async () => {
  const { folder } = await exported()
  const heads = join(folder, 'signed-heads.ndjson')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const { events, head }: { events: number; head: string } = manifest.log
  const own = notaryKey(Buffer.from('7'.repeat(64), 'hex'))
  const other = notaryKey(Buffer.from('8'.repeat(64), 'hex'))
  const fault = (printed: string) => ({ printed: expect.stringContaining(printed), exitCode: 1 })

  expect((await verified(folder)).printed).toContain('; not pinned')
  const end = ['--head', `${events}:${head}`]
  const pinned = await verified(folder, ['--key', own.publicKey, '--witness', heads, ...end])
  expect(pinned).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining(`pinned up to ${events}`),
  })
  expect(await verified(folder, ['--key', other.publicKey])).toEqual(fault('is by another key'))
  expect(await verified(folder, ['--head', `${events}:${'0'.repeat(64)}`])).toEqual(
    fault(`it is not the log that you keep a head of at event ${events}`),
  )
  const later = await verified(folder, ['--head', `${events + 1}:${head}`])
  expect(later.printed).toContain('pinned up to 0, 1 of your heads are later')
  expect(await verified(folder, ['--head', 'x'])).toEqual(fault('--head takes COUNT:HASH'))

  const witness = join(await temporaryFolder('operator'), 'witness.ndjson')
  await writeFile(witness, `${JSON.stringify(other.signHead(3, Buffer.alloc(32)))}\n`)
  const differing = await verified(folder, ['--witness', witness, '--key', own.publicKey])
  expect(differing).toEqual(fault('over 3 events is not the notary'))
  expect(differing.printed).toContain('that you keep a head of at event 3')

  const [first = ''] = await linesOf(folder, 'signed-heads.ndjson')
  const succeeded = succession(own, other)
  await writeFile(witness, `${JSON.stringify(succeeded)}\n${first}\n`)
  for (const key of [own, other]) {
    const after = await verified(folder, ['--witness', witness, '--key', key.publicKey])
    expect(after).toMatchObject({ exitCode: 0, printed: expect.stringContaining('pinned up to') })
  }
  const alone = { ...succeeded, successorSignature: succeeded.signature }
  await writeFile(witness, `${JSON.stringify(alone)}\n${first}\n`)
  const unfounded = await verified(folder, ['--witness', witness, '--key', other.publicKey])
  expect(unfounded).toEqual(fault('the statement of a new key is false'))
})

test('a package of a period holds that part of the log, and an impossible export is explained in one line', async () => {
  const { shop, companyId } = await exported()
  const from = new Date(Date.now() + 1)
  while (Date.now() <= from.getTime() + 1) await new Promise(setImmediate)
  await shop.does('buys gold')
  const to = new Date()
  while (Date.now() <= to.getTime() + 1) await new Promise(setImmediate)
  await shop.does('changes a customer')
  const folder = join(await temporaryFolder('operator'), 'deep', 'evidence')
  const period = ['--from', from.toISOString(), '--to', to.toISOString()]
  const asked = ['--company', companyId, '--out', folder]
  const auditor = auditorOf(system)
  expect(await auditor.run('export', [...asked, ...period])).toMatchObject({ exitCode: 0 })

  const types = (await linesOf(folder, 'opened.ndjson')).flatMap((line) => linesIn(line))
  expect(types.map((line) => Object(line).type)).toContain('VoucherFinalized')
  expect(types.map((line) => Object(line).type)).not.toContain('CustomerRecorded')
  expect((await verified(folder)).exitCode).toBe(0)

  expect(await auditor.run('export', asked)).toMatchObject({
    exitCode: 1,
    stderr: `${folder} is not empty: name a new or empty folder.\n`,
  })
  const unknown = ['--company', '65f000000000000000000001', '--out', join(folder, 'x')]
  expect(await auditor.run('export', unknown)).toMatchObject({ exitCode: 1 })
})
