import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const GONE_WITHIN_MS = 5_000

/** With everything as in production: what is committed is on the disk. */
export async function ownPostgres() {
  const folder = await newFolder('event-store-node')
  await chmod(folder, 0o755)
  const options = { folder: join(folder, 'postgres'), port: await freePort(), password: 'test' }
  let server: ChildProcess = await startPostgres(options)
  onTestFinished(async () => {
    await stopPostgres(server)
    await removeFolder(folder)
  })
  return {
    /** Around it; gone with it when the test ends. */
    folder,
    url: databaseUrl(options),
    /** All its processes at once, as when the power fails; the next start recovers. */
    kill: async () => {
      const exited = once(server, 'exit')
      const pids = [Number(server.pid), ...(await childrenOf(server.pid))]
      for (const pid of pids) killIfThere(pid)
      await exited
      const deadline = Date.now() + GONE_WITHIN_MS
      while ((await Promise.all(pids.map(isThere))).includes(true) && Date.now() < deadline) {
        await pause(5)
      }
    },
    start: async () => {
      server = await startPostgres(options)
    },
  }
}

/** A server process ends by itself when its parent is gone, so it may be gone before we come. */
function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const isThere = async (pid: number) => (await parentOf(String(pid))) !== undefined

async function childrenOf(parent: number | undefined): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(names.map(parentOf))
  return names.flatMap((name, index) => (parents[index] === parent ? [Number(name)] : []))
}

/** Undefined when there is no such process, or only what is left of one. */
async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === undefined || state === 'Z' || parent === undefined ? undefined : Number(parent)
}
