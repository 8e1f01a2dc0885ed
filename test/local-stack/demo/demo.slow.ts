// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'

const run = promisify(execFile)

/** Rejects when the demo says that not all went well. */
async function demo({ folder }: Place) {
  const env = { ...process.env, DATA_DIR: folder }
  const { stdout } = await run(process.execPath, ['local-stack/demo/main.ts'], { env })
  return stdout
}

test('the demo waits for the start, succeeds, repeats on the same data, and skips official documents if their provider is not the sandbox', async () => {
  const place = await placeForStacks()
  const { supervisor, output } = place.launch()
  await expect.poll(output).toContain('Sarraf is starting')
  const first = await demo(place)
  expect(first).toMatch(/^waiting for the system, which is starting\n/)
  expect(first).toContain('sent: official as SDG')
  expect(first).toContain('official as SDI')
  expect(await demo(place)).toContain('All steps succeeded.')
  const [address = ''] = /http\S+\/audit\/records\/expense-voucher\/\S+/.exec(first) ?? []
  const asked = await fetch(address)
  expect([asked.status, asked.url]).toEqual([200, expect.stringContaining('/audit/sign-in?next=')])
  await stopStack(supervisor)

  const { url } = await sandboxForThisTest()
  await place.start({ INTEGRATOR_URL: url })
  const elsewhere = await demo(place)
  expect(elsewhere).toContain('The electronic voucher is skipped')
  expect(elsewhere).toContain('The invoice is skipped')
})
