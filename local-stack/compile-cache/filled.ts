import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../supervisor/project-folder.ts'

export const cacheFolder = join(projectFolder, 'node_modules/.cache/sarraf-compiled')

const markOf = (folder: string) => join(folder, 'filled')

/** V8 takes only what the same version has made, and Node only what the same user has made of the same files. */
const fillingOfThisProcess = () =>
  [process.version, process.arch, process.getuid?.(), projectFolder].join(' ')

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
