import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const newFolder = (name: string, within = tmpdir()): Promise<string> =>
  mkdtemp(join(within, `sarraf-${name}-`))

/** Removes a folder, also while a process that ends still writes there. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
