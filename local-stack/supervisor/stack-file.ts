import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'

/** The addresses by which other programs on this machine find the running system. */
export interface StackFile {
  readonly baseUrl: string
  readonly commandUrl: string
  readonly queryUrl: string
  readonly eventStoreUrl: string
  /** As its administrator. */
  readonly databaseUrl: string
  /** As each role. */
  readonly databases: Readonly<Record<LoginRole, string>>
  readonly sandboxUrl: string | null
  /** Settings of the command service that the operator's commands also need. */
  readonly integratorUrl: string | null
  readonly attemptDeadlineSeconds: number
  readonly sanctionSources: readonly SanctionSource[]
  readonly kafkaBrokers: string | null
  /** The address of the feed's status; null if it does not run. */
  readonly feedUrl: string | null
  readonly pids: Readonly<Record<string, number>>
}

const pathIn = (folder: string) => join(folder, 'stack.json')

/** It contains the passwords of the database, and of the lists' sources. */
export const writeStackFile = (folder: string, content: StackFile) =>
  writePrivately(pathIn(folder), content)

/** Atomically, and readable by its owner alone. */
export function writePrivately(path: string, content: object) {
  const half = `${path}.new`
  writeFileSync(half, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  chmodSync(half, 0o600)
  renameSync(half, path)
}

export const removeStackFile = (folder: string) => rmSync(pathIn(folder), { force: true })

/** The processes of the last run; empty if it stopped in order. */
export function processesOfLastRun(folder: string): readonly number[] {
  try {
    const { pids }: { pids: Record<string, number> } = JSON.parse(
      readFileSync(pathIn(folder), 'utf8'),
    )
    return Object.values(pids).filter((pid) => Number.isInteger(pid) && pid > 1)
  } catch {
    return []
  }
}
