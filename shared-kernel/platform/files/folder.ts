import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#kernel/platform/errors/error-code.ts'

/** Makes a folder for its owner alone, unless it is there. Its own step, because `recursive` hides why it fails. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
}

/** Makes the names in a folder as durable as the contents of its files. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
