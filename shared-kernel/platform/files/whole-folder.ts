import { rmSync } from 'node:fs'
import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { claimFolder } from './claim-folder.ts'
import { makeFolder, syncFolder } from './folder.ts'
import { UNFINISHED } from './replace-file.ts'

/** Refuses a folder that holds anything. */
export async function refuseUsed(folder: string): Promise<void> {
  const found = await orFault(folder, unlessMissing(lstat(folder)))
  if (found?.isSymbolicLink() === true) {
    throw new CommandError(`${folder} is a link: name the folder itself.`)
  }
  if ((await namesIn(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty: name a new or empty folder.`)
  }
}

/**
 * Lets `work` write files into a folder that gets its name once all of them are on the disk. Until then it stands
 * beside, for its owner alone. After an error nothing is left; what a killed run has left is replaced if
 * `isOurs` knows all of its names.
 */
export async function wholeFolder<Result>(
  folder: string,
  isOurs: (name: string) => boolean,
  work: (partial: string) => Promise<Result>,
): Promise<Result> {
  await refuseUsed(folder)
  const partial = `${folder}${UNFINISHED}`
  if (!(await namesIn(partial)).every(isOurs)) {
    throw new CommandError(`${partial} holds something else than what an interrupted run left.`)
  }
  // What would end the work at its last step ends it here.
  await orFault(folder, unlessMissing(rmdir(folder)))
  await orFault(partial, makeFolder(partial))
  const claim = await orFault(partial, claimFolder(partial))
  if (claim === undefined) throw new CommandError(`Another run is writing ${partial}.`)
  const endStops = removedOnStop(partial)
  try {
    await orFault(partial, rm(partial, { recursive: true, force: true }))
    await orFault(partial, makeFolder(partial))
    const result = await work(partial)
    await orFault(folder, finish(partial, folder))
    return result
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    endStops()
    claim.release()
  }
}

/**
 * What runs that were killed have left beside a folder, or still write: with these names, and no others. What this
 * user may not read is another user's.
 */
export async function unfinishedBeside(
  folder: string,
  isOurs: (name: string) => boolean,
): Promise<readonly string[]> {
  const parent = dirname(folder)
  const found: string[] = []
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.endsWith(UNFINISHED)) continue
    const names = await readdir(join(parent, name)).catch(() => undefined)
    if (names?.every(isOurs) === true) found.push(join(parent, name))
  }
  return found.toSorted()
}

/** A program that asks to be told of these signals ends by itself, and the work with an error. */
function removedOnStop(partial: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (signal: NodeJS.Signals) => {
    endStops()
    if (process.listenerCount(signal) > 0) return
    rmSync(partial, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  const endStops = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  for (const signal of signals) process.on(signal, stop)
  return endStops
}

async function finish(partial: string, folder: string) {
  await syncFolder(partial)
  await rename(partial, folder)
  await syncFolder(dirname(folder))
}

const orFault = <Value>(path: string, step: Promise<Value>) =>
  orFileFault(`${path} cannot be written`, step)

/** The names in a folder; none also where there is no folder. */
const namesIn = async (folder: string) =>
  (await orFault(folder, unlessMissing(readdir(folder)))) ?? []

/** Undefined where there is nothing. */
const unlessMissing = <Value>(step: Promise<Value>) =>
  step.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
