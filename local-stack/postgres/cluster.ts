import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { binaries } from './binaries.ts'
import { isReachable, reachableFolder, type ServerUser } from './server-user.ts'

const run = promisify(execFile)

export interface Cluster {
  readonly folder: string
  readonly password: string
  readonly settings?: readonly string[]
  readonly programs?: string
}

/** The cluster's real folder; the first start creates it, completely or not at all. */
export async function preparedCluster(cluster: Cluster, owner: ServerUser): Promise<string> {
  if (existsSync(join(cluster.folder, 'PG_VERSION'))) return realpath(cluster.folder)
  await mkdir(dirname(cluster.folder), { recursive: true })
  const wanted = join(await realpath(dirname(cluster.folder)), basename(cluster.folder))
  await makeTraversable(dirname(wanted), owner)
  const place = (await isReachable(wanted, owner)) ? wanted : await reachablePlace()
  const half = `${place}.new`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  await give(half, owner)
  await initialise({ ...cluster, folder: half }, owner)
  await rename(half, place)
  if (place !== wanted) await symlink(place, wanted)
  return place
}

/** Makes the folder around the cluster traversable for its user; folders above are left alone. */
async function makeTraversable(folder: string, owner: ServerUser) {
  if (owner.uid === undefined) return
  await chmod(folder, (await stat(folder)).mode | constants.S_IXOTH)
}

async function reachablePlace(): Promise<string> {
  await mkdir(reachableFolder, { recursive: true })
  await chmod(reachableFolder, 0o755)
  return join(reachableFolder, `cluster-${randomBytes(8).toString('hex')}`)
}

async function initialise({ folder, password, settings, programs }: Cluster, owner: ServerUser) {
  // Beside the cluster: there may be no folder for temporary files, or one that the server's user cannot enter.
  const passwordFile = `${folder}.password`
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
  await give(passwordFile, owner)
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C', '--no-instructions']
  const durability = settings?.includes('fsync=off') ? ['--no-sync'] : []
  try {
    const { initdb } = await binaries(owner, programs)
    await run(initdb, [`--pgdata=${folder}`, ...flags, ...locale, ...durability], {
      ...owner,
      cwd: folder,
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function give(path: string, { uid, gid }: ServerUser) {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
