import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Asset {
  readonly path: string
  readonly contentType: string
  readonly content: string
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Below the address of a site. It contains a hash of the content, so browsers may cache it permanently. */
function asset(name: string, ending: string, contentType: string): Asset {
  const content = read(`./${name}.${ending}`)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `/assets/${name}-${hash}.${ending}`, contentType, content }
}

const style = asset('style', 'css', 'text/css; charset=utf-8')
const icon = asset('icon', 'svg', 'image/svg+xml')

export const stylePath = style.path
export const iconPath = icon.path

export const assets = (): readonly Asset[] => [style, icon]
