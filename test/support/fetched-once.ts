import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'

/**
 * Fills a folder that is not there yet, all of it or nothing. Of several that do so at the same time,
 * each fills one of its own, and the first one is kept.
 */
export async function fetchedOnce(
  folder: string,
  fetchInto: (partial: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(folder)) return
  const partial = `${folder}.${randomUUID()}`
  try {
    await mkdir(partial, { recursive: true })
    await fetchInto(partial)
    await rename(partial, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
