import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { newDealer, newId } from '#test/support/import-lines.ts'
import { systemForThisFile } from '#test/support/operator.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { startOperator, variablesOf } from '../command-line.ts'
import { servicesForThisFile } from '../services.ts'

const MEGABYTE = 1024 * 1024
const FILE_BYTES = 200 * MEGABYTE
/** A process that kept the file, or one column of it, would need more. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=128' }
const MOST_RESIDENT_MB = 450

const system = systemForThisFile()
servicesForThisFile(system)

async function fileOf(lines: Iterable<string>): Promise<string> {
  const file = join(await temporaryFolder('operator'), 'large')
  await pipeline(Readable.from(lines), createWriteStream(file))
  return file
}

/** Runs a command with little memory; says how much it had at its peak. */
async function running(parameters: readonly string[], input?: Readable) {
  const child = startOperator(parameters, { ...variablesOf(system()), ...HEAP })
  const ended = once(child, 'exit')
  if (input === undefined) child.stdin.end()
  else input.pipe(child.stdin)
  let peakMb = 0
  async function measure() {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0)
    peakMb = Math.max(peakMb, kilobytes / 1024)
  }
  const measuring = setInterval(() => void measure(), 50)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  clearInterval(measuring)
  return { stdout, stderr, exitCode: child.exitCode, peakMb }
}

test('200 MB of lines are imported in constant memory', async () => {
  const dealer = newDealer()
  const photograph = 'A'.repeat(20 * 1024)
  const ids = Array.from({ length: 200 }, newId)
  const times = Math.ceil(FILE_BYTES / photograph.length / ids.length)
  function* lines() {
    yield `${JSON.stringify(dealer.company())}\n`
    for (let time = 0; time < times; time++) {
      for (const id of ids) {
        const data = {
          companyId: dealer.companyId,
          id,
          idNo: '10000000146',
          createdAt: '2026-11-19T08:00:00Z',
          updatedAt: '2026-11-19T08:00:00Z',
          dataSet: { photograph },
        }
        yield `${JSON.stringify({ kind: 'idvSession', data })}\n`
      }
    }
  }
  const { stdout, stderr, peakMb } = await running(['import', await fileOf(lines())])
  expect(stderr).toBe('')
  const [imported, unchanged] = [ids.length + 1, ids.length * (times - 1)]
  expect(stdout).toBe(`${JSON.stringify({ imported, unchanged })}\n`)
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThan(MOST_RESIDENT_MB)
})

test('a fault in the last of 200 MB of lines is found in constant memory', async () => {
  const dealer = newDealer()
  const session = {
    companyId: dealer.companyId,
    id: newId(),
    idNo: '10000000146',
    createdAt: '2026-11-19T08:00:00Z',
    updatedAt: '2026-11-19T08:00:00Z',
    dataSet: { note: 'ş'.repeat(2_000) },
  }
  const line = `${JSON.stringify({ kind: 'idvSession', data: session })}\n`
  const count = Math.ceil(FILE_BYTES / Buffer.byteLength(line))
  function* lines() {
    yield `${JSON.stringify(dealer.company())}\n`
    for (let at = 0; at < count; at++) yield line
    yield '{"kind":"price"}\n'
  }
  const file = createReadStream(await fileOf(lines()))
  const { stdout, stderr, exitCode, peakMb } = await running(['import', '-'], file)
  expect([stdout, stderr, exitCode]).toEqual(['', `line ${count + 2}: data: is required\n`, 1])
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThan(MOST_RESIDENT_MB)
})
