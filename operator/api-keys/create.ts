import { randomBytes } from 'node:crypto'
import type { Terminal } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { importLines } from '../import/import-lines.ts'
import type { StandsAt } from '../import/wait-until-shown.ts'

interface NewKey {
  readonly companyId: string
  readonly user: string | undefined
  readonly rights: readonly string[] | undefined
  readonly validUntil: string | undefined
}

const SECRET_BYTES = 32
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Makes a key by an import line of its own; undefined where the line has faults. */
export const createKey =
  ({ companyId, user, rights = ['*'], validUntil }: NewKey, { stdout, stderr }: Terminal) =>
  async (system: System): Promise<StandsAt | undefined> => {
    const now = await commonClock(system.pool)
    const key = {
      companyId,
      apiUserId: user ?? `key-${randomBytes(6).toString('hex')}`,
      secretKey: randomBytes(SECRET_BYTES).toString('base64url'),
      validUntil: validUntil ?? new Date(now() + YEAR_MS).toISOString(),
      rights,
    }
    const line = Buffer.from(JSON.stringify({ kind: 'apiKey', data: key }))
    const source = { read: () => oneChunk(line), close: () => Promise.resolve() }
    const done = await importLines(source, system, {
      progress: progressOn(stderr),
      report: (_line, { field, wrong }) => stderr.write(`${field}: ${wrong}\n`),
    })
    if (done === undefined) return undefined
    stdout.write(jsonLine(key))
    return done.standsAt
  }

async function* oneChunk(chunk: Uint8Array) {
  yield chunk
}
