import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import type { ColumnKind } from '#query/export/columns.ts'
import { pythonPackages } from '#test/support/python-packages.ts'

const PACKAGES = [
  'duckdb==2.0.0',
  'numpy==2.4.6',
  'pandas==3.1.1',
  'pyarrow==26.0.1',
  'python-dateutil==4.0.0',
]

const Said = Type.Record(Type.String(), Type.Array(Type.Unknown()))

/** What exported files hold, as exact text, and how the files are named. */
export interface Expected {
  readonly kinds: Readonly<Record<string, ColumnKind>>
  readonly rows: readonly Readonly<Record<string, string | null>>[]
  /** Their format and separator. */
  readonly files: Readonly<Record<string, readonly [format: string, separator: string]>>
}

/** What each of the programs that analysts use reads wrong in each of the files. */
export async function readWrong(folder: string, expected: Expected) {
  const env = { ...process.env, PYTHONPATH: await pythonPackages(PACKAGES) }
  const script = 'test/query-service/export/read_files.py'
  const child = spawn('python3', [script, folder], { env })
  child.stdin.end(JSON.stringify(expected))
  const exited = once(child, 'exit')
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  if (child.exitCode !== 0) throw new Error(failed)
  return Parse(Said, JSON.parse(said))
}
