import { copyFileSync, openSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const MAX_BYTES = 16 * 1024 * 1024
const CHECK_EVERY_MS = 5_000

export const logFolderOf = (folder: string) => join(folder, 'logs')

export const logFileOf = (folder: string, part: string) => join(logFolderOf(folder), `${part}.log`)

/** A descriptor that a child can write to directly, also after this process has ended. */
export const openLog = (file: string): number => openSync(file, 'a', 0o600)

/** Limits the size of each log in the folder, with one predecessor (`.1`). */
export function boundLogs(folder: string, maxBytes = MAX_BYTES): () => void {
  const check = () => {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.log'))) {
      rotate(join(folder, name), maxBytes)
    }
  }
  check()
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Truncates in place, because writers keep their descriptors; they append, so they continue at 0. */
function rotate(file: string, maxBytes: number) {
  if (statSync(file).size <= maxBytes) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

/** The last lines of a log, for the message of a failed start. */
export const lastLines = (file: string, count: number): string =>
  linesOf(file).slice(-count).join('\n')

/** The last line of plain text of a process. Its log records are JSON, and may be written later. */
export const lastWords = (file: string): string =>
  linesOf(file).findLast((line) => !line.startsWith('{')) ?? ''

/** Why a process has ended, if the last failure in its log is just before its end. */
export function lastFailure(file: string): string | undefined {
  const failure = linesOf(file).slice(-LINES_OF_AN_END).findLast(isFatal)
  const { err, msg }: { err?: { message?: string }; msg?: string } = JSON.parse(failure ?? '{}')
  return (err?.message ?? msg)?.split('\n')[0]
}

const LINES_OF_AN_END = 5
const isFatal = (line: string) => /^\{"level":60,.*\}$/.test(line)

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}
