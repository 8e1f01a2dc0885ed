import {
  ParseOption,
  XmlCData,
  XmlDocument,
  XmlElement,
  XmlParseError,
  XmlText,
  type XmlTreeNode,
} from 'libxml2-wasm'
import type { Element } from './element.ts'

export class NotWellFormed extends Error {
  override readonly name = 'NotWellFormed'
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

const prefixes: ReadonlyMap<string, string> = new Map([
  [`${UBL}:CommonAggregateComponents-2`, 'cac:'],
  [`${UBL}:CommonBasicComponents-2`, 'cbc:'],
  [`${UBL}:CommonExtensionComponents-2`, 'ext:'],
])

/** The document as it is written; one that is not well-formed throws `NotWellFormed`. */
export const parseXml = (text: string): Element =>
  withXml(text, (document) => elementOf(document.root))

/** Lends the parsed document to the work, and frees its memory afterwards. */
export function withXml<Result>(text: string, work: (document: XmlDocument) => Result): Result {
  const document = opened(text)
  try {
    if (document.dtd !== null) throw new NotWellFormed('a document type is not allowed')
    return work(document)
  } finally {
    document.dispose()
  }
}

function opened(text: string): XmlDocument {
  try {
    // The text came as JSON: whatever encoding it names, it is UTF-8 by now.
    return XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_IGNORE_ENC })
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const [fault] = error.details
    const place = fault === undefined ? '' : ` (line ${fault.line}, column ${fault.col})`
    throw new NotWellFormed(`${(fault?.message ?? error.message).trim()}${place}`, { cause: error })
  }
}

function elementOf(element: XmlElement): Element {
  const nodes = childrenOf(element)
  return {
    name: nameOf(element),
    attributes: new Map(element.attrs.map(({ name, value }) => [name, value])),
    children: nodes.filter((node) => node instanceof XmlElement).map(elementOf),
    text: nodes
      .filter((node) => node instanceof XmlText || node instanceof XmlCData)
      .map((node) => node.content)
      .join(''),
  }
}

function childrenOf(element: XmlElement): readonly XmlTreeNode[] {
  const nodes: XmlTreeNode[] = []
  for (let node = element.firstChild; node !== null; node = node.next) nodes.push(node)
  return nodes
}

/** With the usual prefix; a name of a namespace that UBL does not know is written out. */
export function nameOf({ name, namespaceUri }: XmlElement): string {
  // Each kind of document has a namespace of its own, in which its root is alone.
  if (namespaceUri === `${UBL}:${name}-2`) return name
  const prefix = prefixes.get(namespaceUri)
  return prefix === undefined ? `{${namespaceUri}}${name}` : `${prefix}${name}`
}
