import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../supervisor/project-folder.ts'

export const cacheFolder = join(projectFolder, 'node_modules/.cache/sarraf-compiled')

export const librariesFolder = join(cacheFolder, 'libraries')

/** Which module of a library is in which file there. */
export const indexIn = (folder: string) => join(folder, 'index.json')

const markOf = (folder: string) => join(folder, 'filled')

/** What `npm` has installed. */
const installed = join(projectFolder, 'node_modules/.package-lock.json')

/**
 * V8 takes only what the same version has made, and Node only what the same user has made of the same files;
 * libraries have to be those that were bundled.
 */
const fillingOfThisProcess = () =>
  [process.version, process.arch, process.getuid?.(), projectFolder, installedAt()].join(' ')

const installedAt = () => statSync(installed, { throwIfNoEntry: false })?.mtimeMs

/**
 * Whether the cache is of use here. Processes that start together would all write into one that is not
 * filled, and none of them would end before it has.
 */
export function isFilled(folder = cacheFolder): boolean {
  try {
    return readFileSync(markOf(folder), 'utf8') === fillingOfThisProcess()
  } catch {
    return false
  }
}

export const markAsFilled = (folder = cacheFolder) =>
  writeFileSync(markOf(folder), fillingOfThisProcess())
