import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const MODULE = import.meta.resolve('#kernel/platform/process/spare-memory.ts')
const MIB = 1024 * 1024

/** Fills its heap with what it needs no more, and then rests, but for saying how large its heap is. */
const resting = (before: string) => `
  import { giveBackSpareMemory } from ${JSON.stringify(MODULE)}
  ${before}
  let left = Array.from({ length: 1_000_000 }, (_, index) => ({ text: 'what a start leaves ' + index }))
  console.log(process.memoryUsage().heapTotal)
  left = undefined
  setInterval(() => console.log(process.memoryUsage().heapTotal), 250)`

/** `limit` is a command of the shell that starts it. */
function heapsOf(program: string, limit = 'true'): readonly number[] {
  const run = `${limit} && exec "$0" --input-type=module --eval "$1"`
  const child = spawn('sh', ['-c', run, process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const heaps: number[] = []
  createInterface(child.stdout).on('line', (line) => heaps.push(Number(line) / MIB))
  return heaps
}

test('a process that rests gives back what its start has left behind, and goes on', async () => {
  const heaps = heapsOf(resting('giveBackSpareMemory(200)'))

  await expect.poll(() => heaps[0]).toBeGreaterThan(50)
  await expect.poll(() => heaps.at(-1)).toBeLessThan(30)
  const said = heaps.length
  await expect.poll(() => heaps.length).toBeGreaterThan(said + 3)
})

test('a process that works is not interrupted', async () => {
  const heaps = heapsOf(
    resting(`giveBackSpareMemory(200)
      const work = () => { const until = performance.now() + 20; while (performance.now() < until); setImmediate(work) }
      work()`),
  )

  await expect.poll(() => heaps.length, { timeout: 40_000 }).toBeGreaterThan(7)
  expect(heaps.at(-1)).toBeGreaterThan(50)
})

test('a process that is asked for work again and again keeps what it has compiled for it', async () => {
  const heaps = heapsOf(
    resting(`giveBackSpareMemory(200)
      setInterval(() => { const from = process.cpuUsage(); while (process.cpuUsage(from).user < 30_000); }, 400)`),
  )

  await expect.poll(() => heaps.length, { timeout: 40_000 }).toBeGreaterThan(11)
  expect(heaps.at(-1)).toBeGreaterThan(50)
})

test('after its start a process has to rest for longer: work that comes soon finds everything compiled', async () => {
  const heaps = heapsOf(
    resting(`giveBackSpareMemory(100, { atFirst: 6, later: 40 })
      const again = setInterval(() => {
        if (process.memoryUsage().heapTotal > ${30 * MIB}) return
        clearInterval(again)
        console.log(process.memoryUsage().heapTotal)
        left = Array.from({ length: 1_000_000 }, (_, index) => ({ text: 'what work leaves ' + index }))
        left = undefined
      }, 100)`),
  )
  const sinceWork = () => heaps.slice(heaps.findLastIndex((heap) => heap < 30) + 1)
  const hasWorked = () => heaps.some((heap) => heap < 30) && (heaps.at(-1) ?? 0) > 50

  await expect.poll(hasWorked, { timeout: 40_000 }).toBe(true)
  await expect.poll(() => sinceWork().length, { timeout: 40_000 }).toBeGreaterThan(7)
  await expect.poll(() => heaps.at(-1), { timeout: 40_000 }).toBeLessThan(30)
})

test('a process without a free file descriptor goes on', async () => {
  const said = heapsOf(
    `import { openSync } from 'node:fs'
    import { giveBackSpareMemory } from ${JSON.stringify(MODULE)}
    giveBackSpareMemory(100)
    try { for (;;) openSync('/dev/null') } catch (error) { if (error.code !== 'EMFILE') throw error }
    setInterval(() => console.log(0), 250)`,
    'ulimit -n 64',
  )

  await expect.poll(() => said.length, { timeout: 40_000 }).toBeGreaterThan(6)
})
