import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Trace } from '#test/support/traces.ts'

const PROGRAM = import.meta.resolve('./dump-on-signal.ts')
const WRITTEN_WITHIN = { timeout: 60_000, interval: 50 }
/** They are no programs of ours, and hold what Kafka's topics and PostgreSQL's tables hold. */
const OTHERS = new Set(['postgres', 'kafka'])

/** What makes every process write its heap on request. */
export async function heapsIn(folder: string) {
  const heaps = join(folder, 'heaps')
  await mkdir(heaps, { recursive: true })
  return {
    environment: { NODE_OPTIONS: `--import=${PROGRAM}`, HEAP_FOLDER: heaps },
    /** Every text that is alive in these processes, process by process. */
    async read(pids: Readonly<Record<string, number>>): Promise<readonly Trace[]> {
      const traces: Trace[] = []
      for (const [name, pid] of Object.entries(pids)) {
        if (OTHERS.has(name)) continue
        traces.push({ place: `heap of ${name}`, text: await textsOf(heaps, pid) })
      }
      return traces
    },
  }
}

async function textsOf(folder: string, pid: number): Promise<string> {
  const file = join(folder, `${pid}.heapsnapshot`)
  process.kill(pid, 'SIGUSR2')
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), WRITTEN_WITHIN)
  const snapshot = await readFile(file)
  await rm(file)
  const begin = snapshot.indexOf('"strings":[')
  const end = snapshot.lastIndexOf(']')
  const texts: unknown = JSON.parse(snapshot.toString('utf8', begin + '"strings":'.length, end + 1))
  const text = Array.isArray(texts) ? texts.join('\n') : ''
  // A long text is there to its end, or a search of the others would show nothing.
  expect(text.includes('.end of a long text')).toBe(true)
  return text
}
