import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { invoiceLines, invoicingDealer, newPerson } from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { startWork } from '#test/support/workers.ts'
import { syncedLists } from '#test/system/sync/accounting.ts'
import { deeds, type Writer } from './mirror-deeds.ts'
import { packedClient } from './packed-client.ts'

const system = systemForThisFile()
const SECONDS = Number(process.env['MIRROR_SECONDS'] ?? 45)
const WRITERS = 3
const PERSONS = 6

let folder = ''
beforeAll(async () => {
  folder = await packedClient()
  await copyFile(join(import.meta.dirname, 'mirror-program.js'), join(folder, 'program.js'))
  return () => rm(folder, { recursive: true, force: true })
})

const Report = Type.Object({
  changes: Type.Integer(),
  deletions: Type.Integer(),
  sizes: Type.Record(Type.String(), Type.Integer()),
  differences: Type.Array(Type.String()),
})

/** The client's program, until it has nothing more to follow. */
function startMirror({ credentials }: Dealer) {
  const { apiUserId, secretKey } = credentials
  const program = spawn(process.execPath, ['program.js'], {
    cwd: folder,
    env: {
      ...process.env,
      BASE_URL: system.baseUrl,
      API_USER_ID: apiUserId,
      SECRET_KEY: secretKey,
      LISTS: syncedLists.join(','),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill())
  const printed = text(program.stdout)
  const exited = once(program, 'exit')
  return async () => {
    program.stdin.write('over\n')
    expect(await exited).toEqual([0, null])
    return Value.Parse(Report, JSON.parse(await printed))
  }
}

const pick = (count: number) => Math.floor(Math.random() * count)
const names = Object.keys(deeds)

test(
  'a copy that the installed client keeps equals all lists, after any writes, deletions, forgetting and imports',
  async () => {
    const dealer = await invoicingDealer(system, {
      company: { kmtsEnabled: true },
      lines: invoiceLines(false),
    })
    const persons = Array.from({ length: PERSONS }, () => ({
      idNo: newPerson(),
      customerId: recordId(),
    }))
    const tally = { writes: 0, deletions: 0, forgotten: 0, imports: 0 }
    const shared = { system, dealer, folder, persons, tally, pick }
    const newWriter = (): Writer => ({
      ...shared,
      drafts: [],
      invoiceDrafts: [],
      templates: [],
      accounts: [],
      forms: [],
    })
    const endMirror = startMirror(dealer)
    const work = startWork((over) =>
      Array.from({ length: WRITERS }, async () => {
        const writer = newWriter()
        // Each once, then at random: forgetting takes longest.
        const order = [...names]
        while (!over.aborted)
          await deeds[order.shift() ?? names[pick(names.length)] ?? '']?.(writer)
      }),
    )
    for (const until = Date.now() + SECONDS * 1_000; Date.now() < until; ) {
      work.check()
      await pause(100)
    }
    await work.stop()

    const { differences, ...followed } = await endMirror()
    process.stdout.write(`${JSON.stringify({ seconds: SECONDS, ...tally, followed })}\n`)
    expect(differences).toEqual([])
    expect(Object.values(followed.sizes).every((size) => size > 0)).toBe(true)
    expect(Math.min(followed.deletions, ...Object.values(tally))).toBeGreaterThan(0)
  },
  60_000 + 2 * SECONDS * 1_000,
)
