import { type Content, type Element, xmlText } from './element.ts'

/** The element as XML; texts are always escaped. */
export function written(name: string, content: Content): string {
  if (typeof content === 'string') return `<${name}>${escaped(content)}</${name}>`
  if (isList(content)) return content.map((one) => written(name, one)).join('')
  const parts = Object.entries(content)
  const attributes = parts.filter(([part]) => part.startsWith('@')).map(attribute)
  const inside = parts.filter(([part]) => !part.startsWith('@')).map(inner)
  return `<${name}${attributes.join('')}>${inside.join('')}</${name}>`
}

const inner = ([name, content]: readonly [string, Content]): string =>
  name === '#' && typeof content === 'string' ? escaped(content) : written(name, content)

const attribute = ([name, content]: readonly [string, Content]): string =>
  typeof content === 'string' ? ` ${name.slice(1)}="${escaped(content)}"` : ''

const isList = (content: Element | readonly Element[]): content is readonly Element[] =>
  Array.isArray(content)

const escaped = (text: string): string =>
  xmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
