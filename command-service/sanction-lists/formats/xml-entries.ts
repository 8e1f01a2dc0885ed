import { SaxesParser } from 'saxes'
import { UnreadableList } from '../list-row.ts'
import { clean } from './words/clean.ts'

/** An element, with its own text and the elements in it. Prefixes of namespaces are left out. */
export interface XmlElement {
  readonly name: string
  readonly line: number
  text: string
  readonly children: XmlElement[]
}

const MAX_DEPTH = 20
const MAX_ELEMENTS = 5_000

/** The elements of these names, one by one. Declarations that could make entities grow are not read. */
export async function* xmlEntries(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlElement, void> {
  const found: XmlElement[] = []
  const parser = entriesParser(names, found)
  for await (const piece of text) {
    writeOrFail(parser, piece)
    yield* found.splice(0)
  }
  writeOrFail(parser, null)
  yield* found.splice(0)
}

function writeOrFail(parser: SaxesParser, piece: string | null) {
  try {
    if (piece === null) parser.close()
    else parser.write(piece)
  } catch (error) {
    if (error instanceof UnreadableList) throw error
    const wrong = error instanceof Error ? error.message : 'is no XML'
    throw new UnreadableList(parser.line, `is no well-formed XML: ${wrong}`)
  }
}

function entriesParser(names: ReadonlySet<string>, found: XmlElement[]): SaxesParser {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let depth = 0
  let elements = 0
  parser.on('doctype', () => {
    throw new UnreadableList(parser.line, 'has a document type declaration')
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    depth += 1
    if (open.length === 0 && !names.has(name)) return
    elements = open.length === 0 ? 0 : elements + 1
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) {
      throw new UnreadableList(parser.line, 'has an entry that is too large')
    }
    const element = { name, line: parser.line, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (element !== undefined && open.length === 0) found.push(element)
  })
  parser.on('error', (error) => {
    throw error
  })
  return parser
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The text of the first child of a name. */
export const childText = ({ children }: XmlElement, name: string): string =>
  clean(children.find((child) => child.name === name)?.text ?? '')

/** The texts of all children of a name that are in elements of another. */
export const textsIn = ({ children }: XmlElement, name: string, child: string): readonly string[] =>
  children
    .filter((each) => each.name === name)
    .flatMap((each) => each.children.filter((inner) => inner.name === child))
    .map(({ text }) => clean(text))

/** Every text by the way to it: `INDIVIDUAL_ALIAS.2.QUALITY`. */
export function flattened({ children }: XmlElement): [string, string][] {
  const seen = new Map<string, number>()
  return children.flatMap((child): [string, string][] => {
    const count = (seen.get(child.name) ?? 0) + 1
    seen.set(child.name, count)
    const name = count === 1 ? child.name : `${child.name}.${count}`
    const text = clean(child.text)
    const inside = flattened(child).map(([path, value]): [string, string] => [
      `${name}.${path}`,
      value,
    ])
    return text === '' ? inside : [[name, text], ...inside]
  })
}
