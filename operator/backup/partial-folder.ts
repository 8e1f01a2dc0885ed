import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { namesIn } from '#kernel/platform/cli/names-in.ts'

const OURS = /^(?:manifest\.json|[a-z_.]+\.ndjson\.gz)$/

/** Runs `work` in a folder beside `folder`, which gets its name when all is on the disk. */
export async function inPartialFolder<Result>(
  folder: string,
  work: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = `${folder}.partial`
  if ((await namesIn(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty: a backup takes a folder of its own.`)
  }
  const leftover = await namesIn(partial)
  if (!leftover.every((name) => OURS.test(name))) {
    throw new CommandError(`${partial} holds something else than an interrupted backup.`)
  }
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const result = await work(partial)
  await syncFolder(partial)
  await rename(partial, folder)
  await syncFolder(dirname(folder))
  return result
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
