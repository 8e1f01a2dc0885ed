import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { compiled } from '#test/support/compiled.ts'
import { isTrouble } from '#test/support/of-the-moment.ts'

const program = fileURLToPath(import.meta.resolve('#stack/event-store/commands.ts'))

const Report = Type.Object({
  findings: Type.Array(
    Type.Object({
      subject: Type.String(),
      verdict: Type.String(),
      found: Type.String(),
      cure: Type.Optional(Type.String()),
    }),
  ),
})

/** What `event-store -- check` calls a fault or a warning. */
export async function check(url: string) {
  const child = spawn(process.execPath, [program, 'check', '--json'], {
    env: { ...compiled(), PATH: process.env['PATH'], EVENTSTORE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { findings } = Parse(Report, JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
  const trouble = findings.filter(isTrouble)
  return {
    exitCode: child.exitCode,
    trouble: trouble.map(({ verdict, subject, found }) => `${verdict}: ${subject}: ${found}`),
    cures: trouble.map(({ cure = '' }) => cure),
    fine: findings.filter(({ verdict }) => verdict === 'ok').map(({ subject }) => subject),
  }
}
