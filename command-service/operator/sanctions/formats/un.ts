import { SaxesParser } from 'saxes'
import { clean, distinct, type ListRow, listRow, orNothing, UnreadableList } from '../list-row.ts'

/** An element, with its own text and the elements in it. */
interface Element {
  readonly name: string
  readonly line: number
  text: string
  readonly children: Element[]
}

const ENTRIES = new Set(['INDIVIDUAL', 'ENTITY'])
const MAX_DEPTH = 20
const MAX_ELEMENTS = 5_000

/** The United Nations' consolidated list. Declarations that could make entities grow are not read. */
export async function* unRows(text: AsyncIterable<string>): AsyncGenerator<ListRow, void> {
  const found: Element[] = []
  const parser = entriesParser(found)
  for await (const piece of text) {
    writeOrFail(parser, piece)
    yield* found.splice(0).map(entryRow)
  }
  writeOrFail(parser, null)
  yield* found.splice(0).map(entryRow)
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

function entriesParser(found: Element[]): SaxesParser {
  const parser = new SaxesParser()
  const open: Element[] = []
  let depth = 0
  let elements = 0
  parser.on('doctype', () => {
    throw new UnreadableList(parser.line, 'has a document type declaration')
  })
  parser.on('opentag', ({ name }) => {
    depth += 1
    if (open.length === 0 && !ENTRIES.has(name)) return
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

function entryRow(entry: Element): ListRow {
  const text = (name: string) =>
    clean(entry.children.find((each) => each.name === name)?.text ?? '')
  const entryId = text('DATAID')
  if (entryId === '') {
    return { line: entry.line, fault: { field: 'DATAID', wrong: 'is required' } }
  }
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map(text)
  const name = parts.filter((part) => part !== '').join(' ')
  const original = text('NAME_ORIGINAL_SCRIPT')
  const aliases = aliasesOf(entry)
  return listRow(entry.line, {
    entryId,
    name,
    aliases: distinct([...aliases.good, original], [name]),
    weakAliases: distinct(aliases.low, [name, ...aliases.good]),
    idNos: distinct(valuesOf(entry, 'INDIVIDUAL_DOCUMENT', 'NUMBER')),
    birthDate: orNothing(birthDatesOf(entry).join('; ')),
    nationality: orNothing(distinct(valuesOf(entry, 'NATIONALITY', 'VALUE')).join('; ')),
    program: orNothing(text('UN_LIST_TYPE')),
    reason: orNothing(text('COMMENTS1')),
    record: Object.fromEntries(flattened(entry)),
  })
}

function aliasesOf(entry: Element) {
  const aliases = entry.children
    .filter(({ name }) => name === 'INDIVIDUAL_ALIAS' || name === 'ENTITY_ALIAS')
    .map((alias) => ({
      isLow: childText(alias, 'QUALITY').toLowerCase() === 'low',
      names: childText(alias, 'ALIAS_NAME').split(';').map(clean),
    }))
  return {
    good: aliases.filter(({ isLow }) => !isLow).flatMap(({ names }) => names),
    low: aliases.filter(({ isLow }) => isLow).flatMap(({ names }) => names),
  }
}

const birthDatesOf = (entry: Element) =>
  distinct(
    entry.children
      .filter(({ name }) => name === 'INDIVIDUAL_DATE_OF_BIRTH')
      .map((birth) => {
        const years = [childText(birth, 'FROM_YEAR'), childText(birth, 'TO_YEAR')]
        return (
          childText(birth, 'DATE').slice(0, 10) ||
          childText(birth, 'YEAR') ||
          years.filter((year) => year !== '').join('-')
        )
      }),
  )

const valuesOf = (entry: Element, name: string, child: string) =>
  entry.children.filter((each) => each.name === name).map((each) => childText(each, child))

const childText = ({ children }: Element, name: string) =>
  clean(children.find((child) => child.name === name)?.text ?? '')

/** Every text by the way to it: `INDIVIDUAL_ALIAS.2.QUALITY`. */
function flattened({ children }: Element): [string, string][] {
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
