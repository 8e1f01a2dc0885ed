import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { freePort } from '#stack/free-port.ts'
import { sharedPart } from '#stack/part-kinds.ts'
import { readStackSettings } from '#stack/settings.ts'
import { logFileOf, logFolderOf } from '#stack/supervisor/logs.ts'
import { supervisedPart } from '#stack/supervisor/part.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

test('a service in the shared process has its own settings and log, and comes back with the process', async () => {
  const folder = await temporaryFolder('sandbox')
  await mkdir(logFolderOf(folder))
  const settings = readStackSettings(settingsFrom({ DATA_DIR: folder }))
  const port = await freePort()
  const environment = { DATA_DIR: join(folder, 'of the sandbox') }
  const readyPath = '/health/live'
  const definition = sharedPart(settings, [
    { name: 'sandbox', port, environment, readyPath },
    { name: 'webhooks', port: null, environment: {}, readyPath },
  ])
  expect(definition.hosts).toEqual(['sandbox'])
  const nothing = () => undefined
  const part = supervisedPart(
    definition,
    { launched: nothing, ended: nothing, gaveUp: nothing, refused: nothing, ready: nothing },
    { has: () => false, add: nothing },
  )
  onTestFinished(() => part.stop(Date.now() + 5_000))
  await part.start()
  const first = part.process()?.pid ?? 0

  expect(await readFile(`/proc/${first}/environ`, 'utf8')).not.toContain('of the sandbox')
  await expect.poll(() => readFile(logFileOf(folder, 'sandbox'), 'utf8')).toContain('"listening"')
  expect(await readFile(logFileOf(folder, 'shared'), 'utf8')).toBe('')
  process.kill(first, 'SIGKILL')
  const isBack = async () =>
    (await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined))?.status
  await expect.poll(() => part.process()?.pid ?? first).not.toBe(first)
  await expect.poll(isBack).toBe(200)
})
