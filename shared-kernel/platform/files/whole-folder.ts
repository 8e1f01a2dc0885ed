import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
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
  await makeEmpty(folder, partial)
  try {
    const result = await work(partial)
    await orFault(folder, finish(partial, folder))
    return result
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** What would end the work at its last step ends it here. */
async function makeEmpty(folder: string, partial: string) {
  await orFault(folder, unlessMissing(rmdir(folder)))
  await orFault(partial, rm(partial, { recursive: true, force: true }))
  await orFault(partial, makeFolder(partial))
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
