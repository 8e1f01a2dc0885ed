import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfProject } from '#test/support/copied-project.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

/** All that the simulation runs. */
const parts = [
  'audit',
  'client',
  'command-service',
  'local-stack',
  'operator',
  'package.json',
  'projections',
  'publishing',
  'query-service',
  'shared-kernel',
  'test',
] as const

/**
 * What the simulation says of a fault that somebody could make, each kept as a patch, and the first seed that found it.
 * Where plans are drawn otherwise, another seed does; a number that is out of date costs minutes, and nothing else.
 */
const planted = {
  'answer-before-the-event': [/acknowledged and lost/, 62],
  'answers-by-the-error-alone': [/by a request that was answered "later"/, 6],
  'append-in-doubt-is-forgotten': [
    /by a request that was answered "later"|acknowledged and lost/,
    6,
  ],
  'claim-released-on-a-time-out': [/is still givenUp|is there without/, 12],
  'claims-given-back-twice': [/is still givenUp/, 14],
  'failed-query-counts-as-complete': [
    /is complete, and B-|is not recorded|nothing was asked of/,
    20,
  ],
  'fence-is-forgotten': [/is there without/, 397],
  'form-taken-up-beside-another': [/more than one: form/, 132],
  'key-is-free-after-any-error': [/more than one|acknowledged and lost|refused and there/, 34],
  'doubt-of-another-company': [/acknowledged and lost|is refused with 404/, 179],
  'lease-is-not-waited-for': [/are the \S+ at once/, 147],
  'local-clock': [/is recorded \d+ ms ahead/, 3],
  'number-before-acceptance': [/is on no voucher|NumberTaken by a request/, 72],
  'number-looked-for-in-memory-alone': [/has two numbers|is on no voucher/, 41],
  'place-ahead-of-the-work': [
    /has saved other work than the log holds|is still|is answered 200, not 409/,
    17,
  ],
  'prepared-under-another-uuid': [/PreparationStarted: it is about/, 42],
  'recovery-of-running-requests': [/given up although its request still ran/, 106],
  'register-is-asked-again': [/the register is asked twice by/, 750],
  'review-is-not-listed': [/waits, and is not listed/, 41],
  'submitted-again-after-unknown': [/was made twice/, 15],
  'transaction-claim-is-taken-over': [
    /documents of the transaction|transactionClaim-\S+ \S+ is claimed for nothing|is claimed for \S+ while/,
    14,
  ],
  'unknown-outcome-is-not-asked-for': [/is official at the integrator alone/, 59],
} as const

/** The same of the projections. */
const plantedInProjections = {
  'epoch-is-forgotten': [/writes in the term of/, 65],
  'lock-taken-after-patience': [/without the lock/, 8],
  'moment-by-the-local-clock': [/updated_at is/, 1],
  'place-apart-from-rows': [/is missing|has missed what became of/, 13],
  'switch-before-the-last-events': [/is missing|a rebuild finds|steps back from/, 67],
  'told-before-the-commit': [/before it is committed/, 1],
} as const

const run = promisify(execFile)

let copy: string

beforeAll(async () => {
  copy = await newFolder('planted')
  await copyOfProject(parts, copy)
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
})

afterAll(() => removeFolder(copy))

/** As if the copy were in no repository, wherever temporary folders are. */
const applied = (patch: string, ...flags: readonly string[]) =>
  run('git', ['apply', ...flags, `test/simulation/${patch}.patch`], {
    cwd: copy,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  })

/** What a simulation says, and the code that it ends with. */
async function simulated(
  seeds: number,
  ...others: readonly string[]
): Promise<{ readonly code: unknown; readonly said: string }> {
  const flags = ['test/simulation/main.ts', '--seeds', `${seeds}`, '--workers', '1', ...others]
  try {
    const { stdout } = await run(process.execPath, flags, { cwd: copy })
    return { code: 0, said: stdout }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error)) throw error
    return { code: error.code, said: String(error.stdout) }
  }
}

test('without a planted fault, all is well', async () => {
  const { code, said } = await simulated(200)

  expect(said).toMatch(/all is well$/m)
  expect(code).toBe(0)
})

test.each(Object.entries(planted))('%s is found', (name, expected) =>
  expectFound(`planted/${name}`, expected),
)

test.each(Object.entries(plantedInProjections))('%s is found in projections', (name, expected) =>
  expectFound(`projections/planted/${name}`, expected, '--projections'),
)

async function expectFound(
  patch: string,
  [sentence, seed]: readonly [RegExp, number],
  ...flags: readonly string[]
) {
  await applied(patch)
  try {
    const again = await simulated(1, '--from', `${seed}`, ...flags)
    const { code, said } = again.code === 0 ? await simulated(2_000, ...flags) : again

    expect(said).toMatch(sentence)
    expect(code).toBe(1)
  } finally {
    await applied(patch, '--reverse')
  }
}
