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

/** Parses the document; throws `NotWellFormed` if it is not well-formed. */
export const parseXml = (text: string): Element =>
  withXml(text, (document) => elementOf(document.root))

/** Passes the parsed document to the work, and frees its memory afterwards. */
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
    // The text arrived as JSON, so it is UTF-8, also if it declares another encoding.
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

/** The name with the usual prefix; names of other namespaces are written in full. */
export function nameOf({ name, namespaceUri }: XmlElement): string {
  // Each kind of document has a namespace of its own that contains only its root.
  if (namespaceUri === `${UBL}:${name}-2`) return name
  const prefix = prefixes.get(namespaceUri)
  return prefix === undefined ? `{${namespaceUri}}${name}` : `${prefix}${name}`
}
