import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { makeFolder } from '#kernel/platform/files/folder.ts'
import { finishFile, replaceFile, UNFINISHED } from '#kernel/platform/files/replace-file.ts'

const STATE = 'export.json'

const ExportedFile = Type.Object({
  name: Type.String(),
  rows: Type.Integer(),
  /** The last change in the file. */
  until: Type.String(),
})
const Order = Type.Object({
  company: Type.String(),
  noun: Type.String(),
  format: Type.String(),
  since: Type.Union([Type.String(), Type.Null()]),
  'include-deleted': Type.Boolean(),
  bom: Type.Boolean(),
  separator: Type.String(),
})
const State = Compile(
  Type.Object({
    ...Order.properties,
    isFinished: Type.Boolean(),
    files: Type.Array(ExportedFile),
  }),
)

export type ExportedFile = Static<typeof ExportedFile>
/** The options of the export in a folder. */
export type ExportOrder = Readonly<Static<typeof Order>>

/** The folder of one export. A file is in it once it is complete. */
export interface ExportFolder {
  /** The files that are complete, in order. */
  readonly files: () => readonly ExportedFile[]
  /** Writes a file under another name first, and then adds it. */
  readonly add: (
    name: string,
    write: (path: string) => Promise<Omit<ExportedFile, 'name'>>,
  ) => Promise<void>
  readonly finish: () => Promise<void>
}

/** Begins an export in an empty folder, or continues the same export after an interruption. */
export async function openFolder(folder: string, order: ExportOrder): Promise<ExportFolder> {
  await orFault(folder, makeFolder(folder))
  let files: readonly ExportedFile[] = await earlierFiles(folder, order)
  const save = (isFinished: boolean) =>
    replaceFile(join(folder, STATE), [
      `${JSON.stringify({ ...order, isFinished, files }, null, 2)}\n`,
    ])
  await save(false)
  return {
    files: () => files,
    async add(name, write) {
      const path = join(folder, name)
      const written = await write(`${path}${UNFINISHED}`)
      await finishFile(path)
      files = [...files, { name, ...written }]
      await save(false)
    },
    finish: () => save(true),
  }
}

async function earlierFiles(folder: string, order: ExportOrder): Promise<readonly ExportedFile[]> {
  const names = await orFault(folder, readdir(folder))
  if (names.length === 0) return []
  if (!names.includes(STATE))
    throw new CommandError(`${folder} holds other files: name an empty folder.`)
  const { files, isFinished, ...earlier } = stateIn(
    await readFile(join(folder, STATE), 'utf8'),
    folder,
  )
  if (isFinished) throw new CommandError(`${folder} holds a finished export: name an empty folder.`)
  for (const [name, value] of Object.entries(earlier)) {
    if (value !== Reflect.get(order, name)) {
      throw new CommandError(
        `${folder} holds an interrupted export with another --${name}: ${value ?? 'none'}.`,
      )
    }
  }
  for (const name of names) if (name.endsWith(UNFINISHED)) await rm(join(folder, name))
  return files
}

function stateIn(text: string, folder: string): ReturnType<typeof State.Parse> {
  try {
    return State.Parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${join(folder, STATE)} is not the file of an export.`)
  }
}

const orFault = <Value>(folder: string, step: Promise<Value>) =>
  orFileFault(`${folder} cannot be written`, step)
