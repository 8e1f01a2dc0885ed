import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'

const run = promisify(execFile)

test('a port is given out once, also to another process', async () => {
  const range = { lowest: 32_100, beyond: 32_103 }
  const ports = [await freePort(range), await freePort(range)]
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { freePort } from '#stack/free-port.ts'
    console.log(await freePort(${JSON.stringify(range)}))`,
  ])
  expect([...ports, Number(stdout)].toSorted()).toEqual([32_100, 32_101, 32_102])
})

test('none is given out twice, and none that something listens on', async () => {
  const range = { lowest: 32_110, beyond: 32_112 }
  const taken = createServer().listen(32_110, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  expect(await freePort(range)).toBe(32_111)
  await expect(freePort(range)).rejects.toThrow('no free port found')
})
