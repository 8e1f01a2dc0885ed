import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isInstalled } from '#test/architecture/wings.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { completionScript } from './completed.ts'

const run = promisify(execFile)
const SHOWN_WITHIN = { timeout: 20_000, interval: 50 }

async function scriptFile(shell: string) {
  const folder = await temporaryFolder('completion')
  const file = join(folder, `completion.${shell}`)
  await writeFile(file, await completionScript(shell))
  return { folder, file }
}

/** A shell at a terminal, in which npm only says how it is called. */
async function shellAtTerminal(shell: string, call: string) {
  const { folder, file } = await scriptFile(shell)
  const terminal = spawn('script', ['--quiet', '--command', call, '/dev/null'], {
    env: { PATH: process.env['PATH'], HOME: folder, HISTFILE: '/dev/null', TERM: 'dumb' },
  })
  onTestFinished(() => void terminal.kill())
  let shown = ''
  terminal.stdout.on('data', (text: Buffer) => {
    shown += text.toString()
  })
  const shows = (text: string) => vi.waitFor(() => found(text), SHOWN_WITHIN)
  terminal.stdin.write(`source ${file}; npm() { printf '<%s>' "$*"; }; echo rea""dy\n`)
  const found = (text: string) => {
    if (!shown.replaceAll('\r', '').includes(text)) throw new Error(`not shown: ${text}\n${shown}`)
    return true
  }
  await shows('ready\n')
  return { shows, type: (keys: string) => terminal.stdin.write(keys) }
}

test.each([
  ['bash', 'bash --norc --noprofile -i'],
  ['zsh', 'zsh -f -i'],
])('Tab in %s completes commands, options and choices', async (shell, call) => {
  const { type, shows } = await shellAtTerminal(shell, call)
  type('DATA_DIR=x npm run --silent operator -- sanctions upd\t\n')
  expect(await shows('<run --silent operator -- sanctions update>')).toBe(true)
  type('npm run operator -- export --form\tnd\t\n')
  expect(await shows('<run operator -- export --format ndjson>')).toBe(true)
  type('npm run operator -- export --format=nd\t\n')
  expect(await shows('<run operator -- export --format=ndjson>')).toBe(true)
})

test('fish completes commands, options and choices, with what they mean', async () => {
  const { file } = await scriptFile('fish')
  const ask = 'source $argv[1]; complete --do-complete $argv[2]'
  const completed = async (line: string) => {
    const { stdout } = await run('fish', ['--no-config', '-c', ask, file, line])
    return stdout.trim().split('\n')
  }
  expect(await completed('npm run --silent operator -- sanc')).toEqual([
    'sanctions\tSanction lists and how they match.',
  ])
  const format = [expect.stringMatching(/^--format\t/)]
  expect(await completed('node ./operator/main.ts export --form')).toEqual(format)
  expect(await completed('npm run operator -- export --format=n')).toEqual(['--format=ndjson'])
  expect(await completed('npm run operator -- api-key ')).toEqual(['create', 'disable'])
})

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const programs = globSync(
  '{audit,operator,projections,publishing,shared-kernel,local-stack}/**/main.ts',
)
  .filter((path) => !isInstalled(path))
  .filter((path) => readFileSync(path, 'utf8').includes('runCommand('))

test.each(programs)('%s completes itself, by the name that npm knows', async (entry) => {
  const { stdout } = await run(process.execPath, [entry, 'completion', 'fish'])
  const [, name = ''] = /`npm run (\S+) -- …`/.exec(stdout) ?? []
  expect(stdout).toContain(`and \`node ${entry} …\``)
  const called = scripts[name] ?? `node ${name}`
  expect(called.endsWith(` ${entry}`)).toBe(true)
})

test('there are as many programs as there are names for them, and one that containers alone run', () => {
  const named = programs.filter((entry) =>
    Object.values(scripts).some((one) => one.endsWith(entry)),
  )
  expect(programs.length).toBe(named.length + 1)
  expect(named.length).toBeGreaterThan(5)
})
