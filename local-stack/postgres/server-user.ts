import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Empty: the server runs as the current user. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root, so root creates a user for it. */
export async function serverUser(): Promise<ServerUser> {
  if (userInfo().uid !== 0) return {}
  const exists = await run('id', ['-u', 'postgres']).then(
    () => true,
    () => false,
  )
  if (!exists) await run('useradd', ['--system', '--user-group', 'postgres'])
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** Used for the cluster when its user cannot enter the data folder. */
export const reachableFolder = '/var/lib/sarraf'

/** Whether the user can traverse every folder above the path; root's home is closed, for example. */
export async function isReachable(path: string, user: ServerUser): Promise<boolean> {
  if (user.uid === undefined) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & constants.S_IXOTH) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
