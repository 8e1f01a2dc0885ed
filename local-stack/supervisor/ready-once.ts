import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivately } from './stack-file.ts'

/** Which parts have been ready with these settings: what refuses them later is a fault of the moment, and passes. */
export interface ReadyOnce {
  readonly has: (part: string) => boolean
  readonly add: (part: string) => void
}

/** Kept in the folder, so that a start in the middle of a failover waits, too; with other settings nothing has been ready. */
export function readyOnce(folder: string, settings: object): ReadyOnce {
  const file = join(folder, 'ready-once.json')
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex')
  const parts = new Set(partsIn(file, digest))
  return {
    has: (part) => parts.has(part),
    add(part) {
      if (parts.has(part)) return
      parts.add(part)
      writePrivately(file, { settings: digest, parts: [...parts] })
    },
  }
}

/** None where the file is missing, damaged, or of other settings. */
function partsIn(file: string, digest: string): readonly string[] {
  try {
    const kept: { settings: string; parts: string[] } = JSON.parse(readFileSync(file, 'utf8'))
    return kept.settings === digest ? kept.parts : []
  } catch {
    return []
  }
}
