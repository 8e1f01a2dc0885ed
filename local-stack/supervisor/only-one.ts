import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes this process the only one that works on the folder; false when another one does. The
 * system itself lets go of the claim when the process ends, however it ends.
 */
export async function claimFolder(folder: string): Promise<boolean> {
  const name = `sarraf-${createHash('sha256').update(realpathSync(folder)).digest('hex')}`
  // Linux knows socket names without a file; elsewhere a file is left behind by a process that was killed.
  if (platform() === 'linux') return listensOn(`\0${name}`)
  const file = join(tmpdir(), `${name.slice(0, 32)}.sock`)
  if (await listensOn(file)) return true
  if (await someoneAnswersOn(file)) return false
  rmSync(file, { force: true })
  return listensOn(file)
}

async function listensOn(path: string): Promise<boolean> {
  const claim: Server = createServer((socket) => socket.destroy()).unref()
  try {
    claim.listen(path)
    await once(claim, 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}

async function someoneAnswersOn(path: string): Promise<boolean> {
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
