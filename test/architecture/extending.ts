import { readFileSync } from 'node:fs'

const PAGE = 'docs/extending.md'
export const page = readFileSync(PAGE, 'utf8')

/** A file that an example writes, or some of its lines. */
export interface Excerpt {
  /** The heading of the example. */
  readonly example: string
  readonly path: string
  readonly isWhole: boolean
  readonly lines: readonly string[]
}

/** Every block of code of the page that names a file. */
export const excerpts: readonly Excerpt[] = page.split(/^## /m).flatMap((section) => {
  const [example = ''] = section.split('\n', 1)
  const blocks = section.matchAll(/^( *)```(ts|diff) (\S+)\n([\s\S]*?)^ *```$/gm)
  return [...blocks].map(([, indent = '', kind, path = '', text = '']) => ({
    example,
    path,
    isWhole: kind === 'ts',
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(indent.length)),
  }))
})

/** The file's text with the excerpt. Each piece of a diff must fit it in one place. */
export const withExcerpt = (code: string, { lines, isWhole }: Excerpt): string =>
  isWhole ? `${lines.join('\n')}\n` : piecesOf(lines).reduce(withPiece, code)

/** An empty line stands for what a diff leaves out. */
const piecesOf = (lines: readonly string[]): readonly string[][] =>
  lines
    .join('\n')
    .split('\n\n')
    .map((piece) => piece.split('\n'))

function withPiece(code: string, piece: readonly string[]): string {
  const side = (left: string) =>
    `\n${piece.flatMap((line) => (line.startsWith(left) ? [] : [`${line.slice(1)}\n`])).join('')}`
  const [before, after] = [side('+'), side('-')]
  const [head, tail, ...others] = `\n${code}`.split(before)
  if (head === undefined || tail === undefined || others.length > 0 || before === after) {
    throw new Error(`not in one place of the file:${before}`)
  }
  return `${head}${after}${tail}`.slice(1)
}
