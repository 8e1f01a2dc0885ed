import { readFileSync } from 'node:fs'

/** What takes the place of what is written; `compose` is a function of the shell. */
interface Here {
  readonly project: string
  /** Of the archives. */
  readonly folder: string
  readonly secrets: string
}

/** The blocks of commands in a chapter about containers, up to the next heading. */
export function documentedCommands(
  heading: string,
  { project, folder, secrets }: Here,
): readonly string[] {
  const [, rest = ''] = readFileSync('docs/containers.md', 'utf8').split(`\n${heading}\n`)
  const [chapter = ''] = rest.split(/^##/m)
  const blocks = [...chapter.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
  if (blocks.length === 0) throw new Error(`${heading} has no commands`)
  return blocks.map((block) =>
    block
      .replaceAll('$PWD/deploy/secrets', secrets)
      .replaceAll('deploy/secrets', secrets)
      .replaceAll('docker compose', 'compose')
      .replaceAll('sarraf_$', `${project}_$`)
      .replaceAll('$PWD', folder),
  )
}
