import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FolderClaim {
  readonly release: () => void
}

/**
 * Claims the folder; undefined if it is claimed already, by this process or another. The operating system
 * releases the claim when the process ends, for any reason.
 */
export async function claimFolder(folder: string): Promise<FolderClaim | undefined> {
  const path = socketOf(folder)
  const claim = await listeningOn(path)
  // Elsewhere a killed process leaves a file behind.
  if (claim !== undefined || platform() === 'linux' || (await someoneAnswersOn(path))) return claim
  rmSync(path, { force: true })
  return listeningOn(path)
}

/** Whether a process holds the folder. */
export async function isClaimed(folder: string): Promise<boolean> {
  return existsSync(folder) && someoneAnswersOn(socketOf(folder))
}

/** Linux has socket names without a file. */
function socketOf(folder: string) {
  const name = `sarraf-${createHash('sha256').update(realpathSync(folder)).digest('hex')}`
  return platform() === 'linux' ? `\0${name}` : join(tmpdir(), `${name.slice(0, 32)}.sock`)
}

async function listeningOn(path: string): Promise<FolderClaim | undefined> {
  const claim: Server = createServer((socket) => socket.destroy()).unref()
  try {
    claim.listen(path)
    await once(claim, 'listening')
    return { release: () => void claim.close() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
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
