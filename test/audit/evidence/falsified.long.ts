import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { shopDealer, shopOf } from '../business.ts'
import {
  type Change,
  exportedTo,
  falsified,
  joined,
  linesOf,
  nodes,
  replacing,
  untilSigned,
  verified as verifiedWith,
} from './packages.ts'

const NOTARY_KEY = '7'.repeat(64)
const system = systemForThisFile({ NOTARY_KEY, NOTARY_INTERVAL_SECONDS: '1' })
const { publicKey } = notaryKey(Buffer.from(NOTARY_KEY, 'hex'))

const verified = (folder: string, node?: string) => verifiedWith(folder, ['--key', publicKey], node)

async function exported() {
  const dealer = await shopDealer(system)
  const shop = shopOf(system, dealer)
  await shop.does('buys gold')
  await shop.does('knows a customer')
  await untilSigned(system)
  const folder = join(await temporaryFolder('operator'), 'evidence')
  await exportedTo(folder, system, dealer.companyId)
  return folder
}

test('a person or an amount that was changed in what people read is not sound', async () => {
  const folder = await exported()
  expect(await verified(folder)).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(/^sound: .*; whole, as event \d+ says\n$/),
  })
  for (const change of [
    replacing('Ayşe', 'Fatma'),
    replacing(/"amount":"(\d+)\.(\d)(\d)"/g, '"amount":"1$1.$2$3"'),
    replacing(/"call":\{[^}]*\}/g, '"call":{"forgotten":true}'),
  ]) {
    expect(await verified(await falsified(folder, { 'opened.ndjson': change }))).toEqual({
      exitCode: 1,
      printed: expect.stringMatching(/^opened\.ndjson line \d+: /m),
    })
  }
})

test('a value is not called forgotten by whoever drops its key, nor a record dropped with its lines', async () => {
  const folder = await exported()
  const forgotten = await falsified(folder, {
    'opened.ndjson': replacing(/"call":\{[^}]*\}/g, '"call":{"forgotten":true}'),
    'keys.ndjson': replacing(/"call\.metadata":"[0-9a-f]+"/g, '"call.metadata":null'),
  })
  expect(await verified(forgotten)).toEqual({
    exitCode: 1,
    printed: expect.stringContaining('the log does not say that this package was exported'),
  })
  const events = linesOf(await readFile(join(folder, 'events.ndjson')))
  const dropped = new Set(
    events.flatMap((line, at) => (line.includes('"stream":"customer-') ? [at] : [])),
  )
  expect(dropped.size).toBeGreaterThan(0)
  const dropping: Change = (content) => joined(linesOf(content).filter((_, at) => !dropped.has(at)))
  const whole = await falsified(folder, {
    'events.ndjson': dropping,
    'opened.ndjson': dropping,
    'keys.ndjson': dropping,
  })
  expect(await verified(whole)).toEqual({
    exitCode: 1,
    printed: expect.stringContaining('the log does not say that this package was exported'),
  })
})

const lineFiles = ['events.ndjson', 'opened.ndjson', 'keys.ndjson', 'signed-heads.ndjson'] as const
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const flipped = (at: number): Change => {
  return (content) => {
    const changed = Buffer.from(content)
    const place = Math.floor(at * content.length)
    changed[place] = (changed[place] ?? 0) ^ 1
    return changed
  }
}

const lineChanges: Readonly<Record<string, (lines: string[], at: number) => string[]>> = {
  deleted: (lines, at) => lines.toSpliced(at, 1),
  duplicated: (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  swapped: (lines, at) => lines.toSpliced(at, 2, ...lines.slice(at, at + 2).toReversed()),
  added: (lines) => [...lines, lines[0] ?? ''],
}

test('no byte and no line of any file can be changed', async () => {
  const folder = await exported()
  const names = (await readdir(folder)).filter((name) => name !== 'verify.mjs')
  const byte = fc.record({ name: fc.constantFrom(...names), at: share }).map(({ name, at }) => ({
    changes: { [name]: flipped(at) },
  }))
  const line = fc
    .record({
      name: fc.constantFrom(...lineFiles),
      kind: fc.constantFrom(...Object.keys(lineChanges)),
      at: share,
    })
    .map(({ name, kind, at }) => {
      const change: Change = (content) => {
        const lines = linesOf(content)
        const place = Math.floor(at * lines.length)
        return joined(lineChanges[kind]?.(lines, place) ?? lines)
      }
      return { changes: { [name]: change } }
    })
  await fc.assert(
    fc.asyncProperty(fc.oneof(byte, line), async ({ changes }) => {
      const copy = await falsified(folder, changes)
      const isSame = (
        await Promise.all(
          Object.keys(changes).map(async (name) =>
            (await readFile(join(copy, name))).equals(await readFile(join(folder, name))),
          ),
        )
      ).every(Boolean)
      fc.pre(!isSame)
      expect((await verified(copy)).printed).not.toMatch(/^sound/m)
    }),
    { numRuns: 60 },
  )
}, 300_000)

test('the program runs on every Node of this machine', async () => {
  const folder = await exported()
  for (const node of nodes) {
    expect(await verified(folder, node)).toMatchObject({
      exitCode: 0,
      printed: expect.stringMatching(/^sound: /),
    })
  }
})
