import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { accessesCommand } from '#audit/access/command.ts'
import { exportCommand } from '#audit/evidence/command.ts'
import { findCommand } from '#audit/finding/command.ts'
import { historyCommand } from '#audit/history/command.ts'
import { stateCommand } from '#audit/state/command.ts'
import { type CliCommand, CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import { compiled } from '#test/support/compiled.ts'
import type { SystemAddresses } from '#test/support/system.ts'

const auditProgram = fileURLToPath(import.meta.resolve('#audit/main.ts'))
const projectionsProgram = fileURLToPath(import.meta.resolve('#projections/cli/main.ts'))

/** The variables through which the commands find a system. */
export const variablesOf = ({ databases, eventStoreUrl, vaultKey }: SystemAddresses) => ({
  DATABASE_URL: databases.auditor,
  EVENTSTORE_URL: eventStoreUrl,
  VAULT_KEY: vaultKey,
})

type Variables = Readonly<Record<string, string>>

/** Runs `audit …` as a process of its own. */
export const audit = (parameters: readonly string[], environment: Variables, input = '') =>
  ended(auditProgram, parameters, environment, input)

/** Runs `projections …` as a process of its own. */
export const projections = (parameters: readonly string[], environment: Variables) =>
  ended(projectionsProgram, parameters, environment)

async function ended(
  program: string,
  parameters: readonly string[],
  environment: Variables,
  input = '',
) {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { ...compiled(), ...environment },
  })
  const exited = once(child, 'exit')
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { stdout, stderr, exitCode: child.exitCode }
}

/** The same within this process, which is quicker. */
async function run(command: CliCommand, parameters: readonly string[], running: Running) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end(running.input ?? '')
  const environment = variablesOf(running.system)
  const written = Promise.all([text(stdout), text(stderr)])
  const exitCode = await command
    .run(parameters, { environment, stdin, stdout, stderr })
    .catch((error: unknown) => {
      if (error instanceof WrongUsage) return 2
      if (error instanceof CommandError) stderr.write(`${error.message}\n`)
      else throw error
      return 1
    })
    .finally(() => [stdout.end(), stderr.end()])
  const [out, err] = await written
  return { stdout: out, stderr: err, exitCode }
}

interface Running {
  readonly system: SystemAddresses
  readonly input?: string
}

const commands = {
  history: historyCommand,
  find: findCommand,
  state: stateCommand,
  export: exportCommand,
  accesses: accessesCommand,
}

/** The commands on a system. */
export const auditorOf = (system: SystemAddresses) => ({
  run: (name: keyof typeof commands, parameters: readonly string[], input = '') =>
    run(commands[name], parameters, { system, input }),
  async history(...parameters: readonly string[]) {
    const { stdout, stderr, exitCode } = await run(historyCommand, parameters, { system })
    if (exitCode !== 0) throw new Error(stderr)
    return linesIn(stdout).map((line) => Line.Parse(line))
  },
})

const Line = Compile(
  Type.Object({
    position: Type.Integer(),
    revision: Type.Integer(),
    eventId: Type.String(),
    type: Type.String(),
    version: Type.Integer(),
    recordedAt: Type.String(),
    actor: Type.Object({ kind: Type.String(), id: Type.String() }),
    requestId: Type.Union([Type.String(), Type.Null()]),
    data: Type.Record(Type.String(), Type.Unknown()),
    stream: Type.String(),
    attemptId: Type.Union([Type.String(), Type.Null()]),
    traceId: Type.Union([Type.String(), Type.Null()]),
    correlationId: Type.String(),
    cause: Type.Record(Type.String(), Type.Unknown()),
    began: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    call: Type.Unknown(),
    unreadable: Type.Optional(Type.String()),
  }),
)
export type HistoryLine = ReturnType<typeof Line.Parse>

export const linesIn = (output: string): unknown[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
