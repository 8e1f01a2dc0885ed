import { readdir } from 'node:fs/promises'
import { errorCode } from '#kernel/platform/errors/error-code.ts'

/** The names in a folder; none also where there is no folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
