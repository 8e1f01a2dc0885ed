import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { command } from '#kernel/platform/cli/command.ts'
import { completionScript } from './completed.ts'

const run = promisify(execFile)

/** Calls what bash calls at Tab, with the line up to the cursor. */
const ATTEMPT = `
eval "$1"
COMP_LINE=$2 COMP_POINT=\${#2}
_sarraf "\${2%% *}"
printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`

const script = await completionScript('bash')

async function completed(line: string, shellScript = script): Promise<readonly string[]> {
  const { stdout } = await run('bash', ['--norc', '-uc', ATTEMPT, 'bash', shellScript, line])
  return stdout.split('\n').filter((word) => word !== '')
}

test.each([
  ['npm run --silent operator -- sanc', ['sanctions']],
  ['npm run -s operator -- sanctions im', ['import']],
  ['npm --silent run-script operator -- sanctions im', ['import']],
  ['node operator/main.ts webhooks repl', ['replay']],
  ['/usr/bin/node --disable-warning=X /app/operator/main.ts webhooks repl', ['replay']],
  ['npm run operator -- help restor', ['restore']],
])('a command: %s', async (line, words) => {
  expect(await completed(line)).toEqual(words)
})

test.each([
  ['npm run operator -- export --form', ['--format']],
  ['npm run operator -- export --noun invoices --out --form', []],
  ['npm run operator -- export --noun invoices --form', ['--format']],
  ['npm run operator -- --ver', ['--version']],
])('an option: %s', async (line, words) => {
  expect(await completed(line)).toEqual(words)
})

test.each([
  ['npm run operator -- export --format ', ['csv', 'ndjson', 'parquet']],
  ['npm run operator -- export --format=n', ['ndjson']],
  ['npm run operator -- resolve 65f0 --as acc', ['accepted']],
  ['npm run operator -- api-key dis', ['disable']],
  ['npm run operator -- completion ', ['bash', 'zsh', 'fish']],
])('a choice: %s', async (line, words) => {
  expect(await completed(line)).toEqual(words)
})

test.each([
  'npm run operator -- import ',
  'npm run operator sanc',
  'npm run audit -- hist',
  'npm install operator -- sanc',
  'node server.js sanc',
])('nothing of ours, where a file or another program is meant: %s', async (line) => {
  expect(await completed(line)).toEqual([])
})

test.each(['$(exit 1)', '`exit 1`', '"', '*', '\\\\'])(
  'nothing in the line is run or expanded: %s',
  async (typed) => {
    expect(await completed(`npm run operator -- ${typed} sanc`)).toEqual(['sanctions'])
  },
)

test('what completed npm before still does', async () => {
  const before = `theirs() { COMPREPLY=(by-npm); }; complete -F theirs npm; ${script}; ${script}`
  expect(await completed('npm inst', before)).toEqual(['by-npm'])
  expect(await completed('npm run operator -- sanc', before)).toEqual(['sanctions'])
})

test('the words of a declaration stay words, whatever is in them', async () => {
  const odd = command(
    'odd',
    (declared) => declared.description(`it's \\ $(exit 1) \`exit 1\`\tand "so on"`),
    () => Promise.resolve(0),
  )
  const program = { call: 'npm run odd-one', entry: 'odd/main.ts', commands: [odd] }
  const both = `${script}\n${await completionScript('bash', program)}`
  expect(await completed('npm run odd-one -- o', both)).toEqual(['odd'])
  expect(await completed('npm run operator -- sanc', both)).toEqual(['sanctions'])
})
