import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandsIn, documents } from './shell-blocks.ts'

// Every command that a document names exists, and the image has what is run in a container.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const clientScripts = JSON.parse(readFileSync('client/package.json', 'utf8')).scripts

const programs = new Map(
  ['operator', 'audit', 'projections', 'feed', 'event-store', 'database'].map((name) => [
    name,
    /\S+\.ts$/.exec(scripts[name])?.[0] ?? '',
  ]),
)

/** Each command with its program in front: `operator bank set-aside list`. */
const existing = new Set(
  [...programs.values()].flatMap((entry) => {
    const { stdout } = spawnSync(process.execPath, [entry, 'completion', 'bash'], {
      encoding: 'utf8',
    })
    return [...stdout.matchAll(/^([\w -]+)\tcommand\t([\w-]+)\t/gm)].map(
      ([, path, name]) => `${path} ${name}`,
    )
  }),
)

/** Of a document: its blocks without comments, and what stands in backticks in its text. */
function codeIn(document: string): readonly string[] {
  const blocks = [...document.matchAll(/^ *```(?:sh|text)\n([^]*?)^ *```$/gm)]
  const text = document.replaceAll(/^ *```[^]*?^ *```$/gm, '')
  return [
    ...blocks.map(([, block = '']) => commandsIn(block)),
    ...[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  ]
}

const code = documents.map((path) => ({ path, code: codeIn(readFileSync(path, 'utf8')) }))

/** The words of a command up to the first that is a value of the reader's. */
function unknownCommand(program: string, words: readonly string[]): string | undefined {
  let command = program
  for (const word of words) {
    const hasCommands = [...existing].some((one) => one.startsWith(`${command} `))
    if (!hasCommands) return undefined
    command = `${command} ${word}`
    if (!existing.has(command)) return command
  }
  return undefined
}

const named = /(?<![\w-])([a-z-]+) -- ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g
const inImage = /(?<![\w/.-])node ((?:[a-z-]+\/)+[a-z-]+\.ts)((?: [a-z][a-z-]*)*)/g

test('the programs say their commands', () => {
  expect(existing.size).toBeGreaterThan(60)
})

test.each(code)('every command that $path names exists', ({ code: texts }) => {
  const entries = new Map([...programs].map(([name, entry]) => [entry, name]))
  const unknown = texts.flatMap((text) => [
    ...[...text.matchAll(named)].map(([, program = '', words = '']) =>
      programs.has(program) ? unknownCommand(program, words.split(' ')) : undefined,
    ),
    ...[...text.matchAll(inImage)].map(([, entry = '', words = '']) =>
      unknownCommand(entries.get(entry) ?? '', words.trim().split(' ')),
    ),
  ])
  expect(unknown.filter((command) => command !== undefined)).toEqual([])
})

test.each(code)('every script that $path names exists', ({ code: texts }) => {
  const scriptsNamed = texts.flatMap((text) => [
    ...text.matchAll(/npm run (?:--silent |-s )?([a-z][\w:-]*)/g),
  ])
  const unknown = scriptsNamed.filter(
    ([, name = '']) => !(name in scripts) && !(name in clientScripts),
  )
  expect(unknown.map(([command]) => command)).toEqual([])
})

test('what the documents run in a container is in the image', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (\S+) \1$/gm)]
  const folders = copied.map(([, folder = '']) => folder)
  const blocks = code.flatMap(({ code: all }) => all).join('\n')
  const run = [...blocks.matchAll(/docker compose (?:exec|run)(?:[^\n]|\\\n)*?\bnode (\S+\.ts)/g)]
  expect(run.length).toBeGreaterThan(5)
  const missing = run.filter(
    ([, entry = '']) => !folders.some((folder) => entry.startsWith(`${folder}/`)),
  )
  expect(missing.map(([, entry]) => entry)).toEqual([])
})

test('what the documents give to the container of the operator is a command', () => {
  const blocks = code.flatMap(({ code: all }) => all).join('\n')
  const run = [...blocks.matchAll(/docker compose run [^\n]*? operator ([a-z-]+(?: [a-z-]+)*)/g)]
  const own = run.filter(([command]) => !command.includes('--entrypoint'))
  expect(own.length).toBeGreaterThan(3)
  const unknown = own.map(([, words = '']) => unknownCommand('operator', words.split(' ')))
  expect(unknown.filter((command) => command !== undefined)).toEqual([])
})
