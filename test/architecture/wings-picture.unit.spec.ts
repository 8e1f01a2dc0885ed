import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInstalled, wings } from './wings.ts'

const { imports }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** `#kernel/` as `shared-kernel`. */
const wingOf = (alias: string) => imports[`${alias}*`]?.split('/')[1]

test('the picture of the wings has the arrows of the code', () => {
  const [, picture = ''] = /## The wings[\s\S]*?```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(
    readFileSync('ARCHITECTURE.md', 'utf8'),
  ) ?? ['']
  const drawn = picture.split('\n').flatMap((line) => {
    const [from = '', to] = line.replaceAll(/\[.*?\]/g, '').split(' --> ')
    const ends = (side: string) => side.trim().split(' & ')
    return to === undefined
      ? []
      : ends(from).flatMap((one) => ends(to).map((other) => `${one} → ${other}`))
  })

  expect(drawn.toSorted()).toEqual([...new Set(wings.flatMap(arrowsFrom))].toSorted())
})

function arrowsFrom(wing: string): readonly string[] {
  const texts = globSync(join(wing, '**/*.ts'))
    .filter((path) => !isInstalled(path))
    .map((path) => readFileSync(path, 'utf8'))
  const aliases = texts.flatMap((text) =>
    [...text.matchAll(/(?: from |import\()'(#\w+\/)/g)].map(([, alias = '']) => alias),
  )
  return [...new Set(aliases)].flatMap((alias) => {
    const other = wingOf(alias)
    return other === undefined || other === wing ? [] : [`${wing} → ${other}`]
  })
}
