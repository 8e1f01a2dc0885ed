import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { fileVariable } from '#kernel/platform/settings/read.ts'
import { logFileOf, openLog } from './logs.ts'
import { projectFolder } from './project-folder.ts'

export interface NodeProcess {
  readonly name: string
  /** The program, relative to the project's folder. */
  readonly program: string
  readonly arguments?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The data folder, which contains its log. */
  readonly folder: string
}

/** Suppresses a warning: for an event store that is addressed by its IP, no certificate name is sent. */
const FLAGS = ['--disable-warning=DEP0123']

/**
 * Node's threads each get memory of their own from glibc, and keep what they have freed. What is shared
 * is used again.
 */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }

/**
 * Starts a process with a session of its own, so that Ctrl-C reaches the supervisor alone. The channel
 * closes when the supervisor ends, and the process then exits.
 */
export async function launchNode(options: NodeProcess): Promise<ChildProcess> {
  const log = openLog(logFileOf(options.folder, options.name))
  try {
    const program = [...FLAGS, join(projectFolder, options.program), ...(options.arguments ?? [])]
    const child = spawn(process.execPath, program, {
      cwd: projectFolder,
      env: {
        ...process.env,
        METRICS_PORT: '',
        ...ONE_ARENA,
        ...inPlaceOfFiles(options.environment),
      },
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
    child.on('error', () => undefined)
    await once(child, 'spawn')
    return child
  } finally {
    closeSync(log)
  }
}

/** A part gets a secret as a value, also where this process reads it from a file. */
export const inPlaceOfFiles = (environment: NodeProcess['environment']) => ({
  ...Object.fromEntries(Object.keys(environment).map((name) => [fileVariable(name), ''])),
  ...environment,
})
