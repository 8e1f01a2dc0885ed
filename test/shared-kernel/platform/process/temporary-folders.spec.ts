import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  removeAbandonedFolders,
  temporaryFolder,
} from '#kernel/platform/process/temporary-folders.ts'
import { temporaryFolder as ownFolder } from '#test/support/temporary-folder.ts'

const program = `
  import { writeFileSync } from 'node:fs'
  import { temporaryFolder } from '#kernel/platform/process/temporary-folders.ts'
  const folder = await temporaryFolder('evidence')
  writeFileSync(folder + '/opened.ndjson', 'decrypted')
  process.stdout.write(folder)
  setInterval(() => undefined, 1_000)`

/** What others start removes such folders, too, where it finds them. */
beforeEach(async () => {
  vi.stubEnv('TMPDIR', await ownFolder('temporary'))
  onTestFinished(() => void vi.unstubAllEnvs())
})

/** A process that has begun to write decrypted events; gives it and its folder. */
async function writing() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [folder] = await once(child.stdout, 'data')
  return { child, folder: String(folder) }
}

async function folderNamed(name: string) {
  const folder = join(tmpdir(), name)
  await mkdir(folder, { recursive: true })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'opened.ndjson'), 'decrypted')
  return folder
}

test('what a killed process has left decrypted is removed, and what a running one writes stays', async () => {
  const killed = await writing()
  const running = await writing()
  const ended = once(killed.child, 'exit')
  killed.child.kill('SIGKILL')
  await ended
  expect(existsSync(killed.folder)).toBe(true)
  await removeAbandonedFolders()
  expect([existsSync(killed.folder), existsSync(running.folder)]).toEqual([false, true])
})

test('at a start the folders with its own number are of a process before', async () => {
  const folder = await temporaryFolder('import')
  await removeAbandonedFolders()
  expect(existsSync(folder)).toBe(false)
})

test('a folder of somebody else stays', async () => {
  const foreign = await folderNamed('sarraf-evidence-of-somebody')
  await removeAbandonedFolders()
  expect(existsSync(foreign)).toBe(true)
})

test('a folder for temporary files that is not there stops no start', async () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  await removeAbandonedFolders()
  await expect(temporaryFolder('evidence')).rejects.toThrow('ENOENT')
})
