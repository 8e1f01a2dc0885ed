import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { isInstalled } from './wings.ts'

/** What a reader copies into a shell. */
export interface Block {
  readonly path: string
  readonly line: number
  readonly text: string
}

export const documents = globSync([
  '*.md',
  'docs/**/*.md',
  '{client,local-stack,test,deploy}/**/*.md',
  'query-service/guides/*.md',
]).filter((path) => !isInstalled(path))

export const blocks: readonly Block[] = documents.flatMap((path) => {
  const document = readFileSync(path, 'utf8')
  return [...document.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map((found) => {
    const [, indent = '', text = ''] = found
    const line = document.slice(0, found.index).split('\n').length
    return { path, line, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
})

/** Only what is no comment is run. */
export const commandsIn = (text: string) => text.replaceAll(/(?:^|\s)#.*$/gm, '')

/** Null, or why the shell cannot read it. */
export function faultOfShell(text: string): string | null {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
  return status === 0 ? null : stderr
}

/** The commands of a block one by one, each with all of its lines. */
export function eachCommandIn(text: string): readonly string[] {
  const commands: string[] = []
  let open = ''
  for (const line of commandsIn(text).split('\n')) {
    open += open === '' ? line.trim() : `\n${line}`
    const isWhole = !/(?:\\|\||&&)\s*$/.test(open) && faultOfShell(open) === null
    if (isWhole && open !== '') commands.push(open)
    if (isWhole) open = ''
  }
  return commands
}
