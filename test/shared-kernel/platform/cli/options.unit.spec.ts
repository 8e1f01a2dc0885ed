import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { accessesCommand } from '#audit/access/command.ts'
import { exportCommand } from '#audit/evidence/command.ts'
import { stateCommand } from '#audit/state/command.ts'
import { dateOption, momentOption, writtenMomentOption } from '#kernel/platform/cli/options.ts'
import { type Program, runProgram } from '#kernel/platform/cli/run-command.ts'
import { operatorProgram } from '#operator/program.ts'
import { replayCommand } from '#publishing/kafka/replay/command.ts'

test('a moment is read to the microsecond, and a day is its midnight in UTC', () => {
  expect(momentOption('2026-11-20T12:45:00.1234567+03:00')).toBe(1_795_167_900_123_456n)
  expect(dateOption('2026-11-20')).toEqual(new Date('2026-11-20T00:00:00Z'))
  expect(writtenMomentOption('2026-11-23T00:10:04.123456Z')).toBe('2026-11-23T00:10:04.123456Z')
})

const audit: Program = {
  call: 'npm run audit',
  entry: 'audit/main.ts',
  commands: [stateCommand, accessesCommand, exportCommand],
}
const feed: Program = { call: 'npm run feed', entry: 'feed/main.ts', commands: [replayCommand] }

/** Nothing runs: whoever gives no moment gets no connection either. */
async function refusal(program: Program, parameters: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const terminal = { environment: { DATA_DIR: '/nowhere' }, stdin, stdout, stderr }
  const written = text(stderr)
  const exitCode = await runProgram(program, parameters, terminal)
  stderr.end()
  const [line] = (await written).split('\n')
  return { exitCode, line }
}

const id = '0'.repeat(24)
const noMoments = [
  '2026-02-30',
  '2026-11-25 18:27',
  '2026-11-25T18:27:00',
  '2026-11-25T24:00:00Z',
  '2016-12-31T23:59:60Z',
  'yesterday',
  '',
]

describe.each<[option: string, program: Program, parameters: readonly string[]]>([
  [
    '--since',
    operatorProgram,
    ['export', '--company', id, '--noun', 'invoices', '--format', 'csv', '--out', 'x'],
  ],
  ['--since', operatorProgram, ['webhooks', 'log', '--endpoint', id]],
  ['--since', operatorProgram, ['webhooks', 'replay', '--endpoint', id]],
  ['--since', operatorProgram, ['sanctions', 'rescreen']],
  ['--valid-until', operatorProgram, ['api-key', 'create', '--company', id]],
  ['--at', audit, ['state', 'customer', id]],
  ['--from', audit, ['accesses', '--company', id]],
  ['--to', audit, ['accesses', '--company', id]],
  ['--from', audit, ['export', '--company', id, '--out', 'x']],
  ['--to', audit, ['export', '--company', id, '--out', 'x']],
  ['--from', feed, ['replay', '--to-topic', 'copy']],
])('%s of %o', (option, program, parameters) => {
  test.each(noMoments)('is no moment: %j', async (moment) => {
    const { exitCode, line } = await refusal(program, [...parameters, option, moment])

    expect(line).toContain(option)
    expect(line).toMatch(/a day \(2026-11-20\) or a moment with its time zone/)
    expect(exitCode).toBeGreaterThan(0)
  })
})
