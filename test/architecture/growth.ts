import { spawnSync } from 'node:child_process'
import { wings } from './wings.ts'

// The lines of each wing beside those of the last tag: a change that adds more than 500 says what goes, or its package.

type Lines = ReadonlyMap<string, number>

/** Null where git is missing or refuses. */
function git(...parameters: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Of production code, as committed at a tag or as it is now. */
function linesOfWings(tag: string | null): Lines | null {
  const counted = git('grep', '--count', '', ...(tag === null ? [] : [tag]), '--', '*.ts')
  if (counted === null) return null
  const lines = new Map<string, number>(wings.map((wing) => [wing, 0]))
  for (const row of counted.split('\n')) {
    const [path = '', count] = row.replace(`${tag}:`, '').split(':')
    const [wing = ''] = path.split('/')
    const before = lines.get(wing)
    if (before !== undefined) lines.set(wing, before + Number(count))
  }
  return lines
}

const sum = (lines: Lines) => lines.values().reduce((all, one) => all + one, 0)

function rowOf(wing: string, now: number, then: number | undefined): string {
  const row = `${wing.padEnd(18)}${String(now).padStart(8)}`
  return then === undefined ? row : `${row}${String(then).padStart(10)}${signed(now - then)}`
}

const signed = (change: number) => `${change > 0 ? '+' : ''}${change}`.padStart(9)

/** A line for each wing, and one for all. */
export function tableOf(now: Lines, then: Lines | null): string {
  const rows = [...now].map(([wing, lines]) => rowOf(wing, lines, then?.get(wing)))
  return [...rows, rowOf('all', sum(now), then === null ? undefined : sum(then))].join('\n')
}

if (import.meta.main) {
  const now = linesOfWings(null)
  const tag = git('describe', '--tags', '--abbrev=0')
  if (now === null)
    process.stdout.write('The lines of the wings are not counted: git is missing.\n')
  else {
    const beside = tag === null ? 'there is no tag to compare with' : `beside those of ${tag}`
    process.stdout.write(`Lines of each wing, ${beside}:\n`)
    process.stdout.write(`${tableOf(now, tag === null ? null : linesOfWings(tag))}\n`)
  }
}
