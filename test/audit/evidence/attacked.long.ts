import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { shopDealer, shopOf } from '../business.ts'
import {
  type Change,
  copyOf,
  exportedTo,
  falsified,
  joined,
  linesOf,
  nodes,
  replacing,
  untilSigned,
  verified,
} from './packages.ts'

const NOTARY_KEY = '7'.repeat(64)
const system = systemForThisFile({ NOTARY_KEY, NOTARY_INTERVAL_SECONDS: '1' })
const notary = notaryKey(Buffer.from(NOTARY_KEY, 'hex'))
const withKey = ['--key', notary.publicKey]

let kept = ''
/** A copy for one test. */
const aPackage = () => copyOf(kept)

beforeAll(async () => {
  const dealer = await shopDealer(system)
  const shop = shopOf(system, dealer)
  for (const deed of ['buys gold', 'buys gold', 'knows a customer'] as const) await shop.does(deed)
  await untilSigned(system)
  kept = await newFolder('evidence-attacked')
  await exportedTo(kept, system, dealer.companyId)
})

afterAll(() => removeFolder(kept))

const places = (lines: readonly string[], has: string) =>
  lines.flatMap((line, at) => (line.includes(has) ? [at] : []))

/** Two vouchers exchange what is between these words. */
const exchanging =
  (has: string, value: RegExp): Change =>
  (content) => {
    const lines = linesOf(content)
    const [one = -1, other = -1] = places(lines, has)
    const [first = '', second = ''] = [lines[one], lines[other]]
    const [ofFirst, ofSecond] = [value.exec(first)?.[0] ?? '', value.exec(second)?.[0] ?? '']
    expect(ofFirst).not.toBe(ofSecond)
    return joined(
      lines.with(one, first.replace(value, ofSecond)).with(other, second.replace(value, ofFirst)),
    )
  }

const DRAFTED = '"type":"VoucherDrafted"'

describe('who makes the manifest fit cannot', () => {
  const changes: readonly (readonly [string, string, Change])[] = [
    [
      'exchange two lines',
      'opened.ndjson',
      (all) => joined(linesOf(all).toSpliced(0, 2, ...linesOf(all).slice(0, 2).toReversed())),
    ],
    [
      'exchange the amounts of two vouchers',
      'opened.ndjson',
      exchanging(DRAFTED, /"voucherId":"[^"]*"/),
    ],
    [
      'exchange the keys of two events',
      'keys.ndjson',
      exchanging('call.metadata', /"call\.metadata":"[^"]*"/),
    ],
    ['drop the last line', 'opened.ndjson', (all) => joined(linesOf(all).slice(0, -1))],
    ['add a line', 'opened.ndjson', (all) => joined([...linesOf(all), '{"type":"InvoiceIssued"}'])],
    ['write a member twice', 'opened.ndjson', replacing('"data":{', '"data":{},"data":{')],
    [
      'write a number in another form',
      'opened.ndjson',
      replacing(/"version":(\d)/g, '"version":$1.0'),
    ],
    ['write letters in another form', 'opened.ndjson', replacing('Ayşe', String.raw`Ay\u015fe`)],
    ['add white space', 'opened.ndjson', replacing('"data":', '"data": ')],
    ['end lines as Windows does', 'opened.ndjson', replacing('\n', '\r\n')],
    [
      'begin with a byte order mark',
      'opened.ndjson',
      (all) => Buffer.concat([Buffer.from('\uFEFF'), all]),
    ],
    [
      'leave an event in twice',
      'events.ndjson',
      (all) => joined([linesOf(all)[0] ?? '', ...linesOf(all)]),
    ],
    [
      'call an event unreadable',
      'opened.ndjson',
      replacing(/\}$/gm, ',"unreadable":"its MAC does not hold"}'),
    ],
    [
      'say that a head has no number',
      'signed-heads.ndjson',
      replacing(/"count":(\d+)/g, '"count":"$1"'),
    ],
    ['drop the signatures', 'signed-heads.ndjson', () => Buffer.from('')],
    ['change the schemas', 'schemas.json', replacing('"type"', '"tyqe"')],
    ['change the rules', 'README.md', replacing('Ed25519', 'Ed448')],
    [
      'show another period',
      'manifest.json',
      replacing('"from": null', '"from": "2026-01-01T00:00:00Z"'),
    ],
    ['show more events in the log', 'manifest.json', replacing(/"log": \{\s*"events": /g, '$&1')],
    ['change the receipt', 'receipt.json', replacing('EvidenceWritten', 'EvidenceExported')],
    [
      'repeat a member of the receipt',
      'receipt.json',
      replacing('"before":', '"before":[],"before":'),
    ],
    [
      'drop the signature of the receipt',
      'receipt.json',
      replacing(/"signed":\{.*\}\}/g, '"signed":null}'),
    ],
  ]
  test.each(changes)('%s', async (_name, file, change) => {
    const { printed, exitCode } = await verified(await falsified(kept, { [file]: change }), withKey)
    expect(printed).not.toMatch(/sound|at async|Error:/)
    expect(exitCode).toBe(1)
  })
})

describe('a fault of the folder is one line', () => {
  const sentences: readonly (readonly [string, (folder: string) => Promise<unknown>, RegExp])[] = [
    ...[
      'manifest.json',
      'events.ndjson',
      'opened.ndjson',
      'keys.ndjson',
      'signed-heads.ndjson',
      'chain.bin',
      'receipt.json',
      'schemas.json',
      'README.md',
    ].map(
      (name) =>
        [
          `no ${name}`,
          (folder: string) => rm(join(folder, name)),
          new RegExp(`^${name.replace('.', String.raw`\.`)}: it is missing\n$`),
        ] as const,
    ),
    [
      'a link instead of a file',
      async (folder) => {
        await rename(join(folder, 'opened.ndjson'), join(folder, '..', 'elsewhere'))
        await symlink(join(folder, '..', 'elsewhere'), join(folder, 'opened.ndjson'))
      },
      /^opened\.ndjson: it is no ordinary file\n$/,
    ],
    [
      'a pipe instead of a file',
      async (folder) => {
        await rm(join(folder, 'manifest.json'))
        execFileSync('mkfifo', [join(folder, 'manifest.json')])
      },
      /^manifest\.json: it is no ordinary file\n$/,
    ],
    [
      'a folder instead of a file',
      async (folder) => {
        await rm(join(folder, 'chain.bin'))
        await mkdir(join(folder, 'chain.bin'))
      },
      /^chain\.bin: it is no ordinary file\n$/,
    ],
    [
      'a manifest that breaks off',
      (folder) => truncate(join(folder, 'manifest.json'), 100),
      /^manifest\.json: .*JSON.*\n$/,
    ],
    [
      'a package of the format before',
      async (folder) => {
        const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
        await writeFile(
          join(folder, 'manifest.json'),
          JSON.stringify({ ...manifest, format: 'sarraf-evidence/1' }),
        )
        for (const name of ['keys.ndjson', 'receipt.json']) await rm(join(folder, name))
      },
      /^manifest\.json: its format is not sarraf-evidence\/2, the one that this program verifies\n$/,
    ],
    [
      'a manifest that is no object',
      (folder) => writeFile(join(folder, 'manifest.json'), 'null'),
      /^manifest\.json: its format is not .*\n$/,
    ],
  ]
  test.each(sentences)('%s', async (_name, change, sentence) => {
    const copy = await aPackage()
    await change(copy)
    for (const node of nodes) {
      expect(await verified(copy, withKey, node)).toEqual({
        printed: expect.stringMatching(sentence),
        exitCode: 1,
      })
    }
  })

  test.each([
    [['--keys', notary.publicKey], /^options: .*--keys.*\n$/],
    [
      ['--key', 'notary.pem'],
      /^options: --key takes the 64 hexadecimal digits of the public key\n$/,
    ],
    [['--witness', '/nowhere/heads.ndjson'], /^\/nowhere\/heads\.ndjson: ENOENT.*\n$/],
    [['/nowhere'], /^manifest\.json: it is missing\n$/],
  ])('%j', async (parameters, sentence) => {
    expect(await verified(kept, parameters)).toEqual({
      printed: expect.stringMatching(sentence),
      exitCode: 1,
    })
  })
})

test('line ends that were changed on the way are named', async () => {
  const copy = await aPackage()
  for (const name of ['events.ndjson', 'opened.ndjson', 'keys.ndjson', 'README.md']) {
    const content = await readFile(join(copy, name), 'utf8')
    await writeFile(join(copy, name), content.replaceAll('\n', '\r\n'))
  }
  expect((await verified(copy, withKey)).printed).toContain(
    'opened.ndjson is not the file that was exported; the ends of its lines were changed',
  )
})

test('what is beside the package is named as no part of it, on the same line', async () => {
  const copy = await aPackage()
  await writeFile(join(copy, 'opinion\nsound: all of it.txt'), 'The expert says')
  await mkdir(join(copy, 'more'))
  const { printed, exitCode } = await verified(copy, withKey)
  expect(exitCode).toBe(0)
  expect(printed).toMatch(
    /^sound: [^\n]*not part of it: more, opinion\\u000asound: all of it\.txt\n$/,
  )
})

test('without a key nothing is said of who signed, and a package that somebody else signed is not the notary’s', async () => {
  expect((await verified(kept)).printed).toContain('which you have not compared')
  const other = notaryKey(
    Buffer.from(
      generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }).d ?? '',
      'base64url',
    ),
  )
  const copy = await falsified(kept, {
    'signed-heads.ndjson': (content) =>
      joined(
        linesOf(content).map((line) => {
          const { count, head }: { count: number; head: string } = JSON.parse(line)
          return JSON.stringify(other.signHead(count, Buffer.from(head, 'hex')))
        }),
      ),
  })
  expect(await verified(copy, withKey)).toEqual({
    exitCode: 1,
    printed: expect.stringContaining('is by another key'),
  })
})

test('a package goes on being sound where only its place changed', async () => {
  const folder = join(await temporaryFolder('operator'), 'a place with blanks, ş and #')
  await rename(await aPackage(), folder)
  for (const node of nodes) {
    expect(await verified(folder, withKey, node)).toMatchObject({ exitCode: 0 })
  }
})
