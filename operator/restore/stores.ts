import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { dataFolder } from '#kernel/platform/cli/data-folder.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

const PROGRAM = join(import.meta.dirname, '../../local-stack/stores/main.ts')

const Stores = Compile(Type.Object({ databaseUrl: Type.String(), eventStoreUrl: Type.String() }))

/** Where a restore writes. */
export interface Stores extends ReturnType<typeof Stores.Parse> {}

/** The stores that the environment names, or those that `npm start` would start. */
export async function withStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  if (dataFolder(environment) === null) {
    const read = settingsFrom(environment)
    const databaseUrl = read(settings.DATABASE_URL)
    return work({ databaseUrl, eventStoreUrl: read(settings.EVENTSTORE_URL) })
  }
  const child = spawn(process.execPath, [PROGRAM], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  try {
    return await work(await announced(child))
  } finally {
    // It ends when its standard input closes, so it never outlives this process.
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

async function announced({ stdout, stderr }: Child): Promise<Stores> {
  const complaint = text(stderr)
  for await (const line of createInterface({ input: stdout })) return Stores.Parse(JSON.parse(line))
  throw new CommandError((await complaint).trim() || 'The stores do not start.')
}
