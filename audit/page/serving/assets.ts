import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chartStyle } from '#kernel/platform/charts/bar-chart.ts'
import { textOf } from '#kernel/platform/http/html.ts'

interface Asset {
  readonly path: string
  readonly contentType: string
  readonly content: string
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Below the address of a site. It contains a hash of the content, so browsers may cache it permanently. */
function asset(name: string, ending: string, contentType: string, more = ''): Asset {
  const content = read(`./${name}.${ending}`) + more
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `/assets/${name}-${hash}.${ending}`, contentType, content }
}

const style = asset('style', 'css', 'text/css; charset=utf-8', textOf(chartStyle))
const icon = asset('icon', 'svg', 'image/svg+xml')

export const stylePath = style.path
export const iconPath = icon.path

export const assets = (): readonly Asset[] => [style, icon]
