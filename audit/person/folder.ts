import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { namesIn } from '#kernel/platform/cli/names-in.ts'

/** Refuses a folder that holds anything. */
export async function refuseUsed(folder: string): Promise<void> {
  if ((await namesIn(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty: name a new or empty folder.`)
  }
}

/** Writes files into a new or empty folder, which gets all of them or none. Only the user may read them. */
export async function writeFolder(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await refuseUsed(folder)
  await mkdir(dirname(folder), { recursive: true })
  // Of mode 700.
  const partial = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    for (const [name, content] of Object.entries(files))
      await writeNew(join(partial, name), content)
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function writeNew(path: string, content: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
