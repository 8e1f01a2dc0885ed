import { XmlElement } from 'libxml2-wasm'
import { nameOf, withXml } from './parse-xml.ts'

/** The document with its official number, replacing the draft's. */
export const withOfficialNumber = (xml: string, number: string): string =>
  withXml(xml, (document) => {
    const kept = childNamed(document.root, 'cbc:ID')
    if (kept === undefined) insertBeforeUuid(document.root, number)
    else replaceText(kept, number)
    return document.toString({ format: false })
  })

function insertBeforeUuid(root: XmlElement, number: string) {
  const uuid = childNamed(root, 'cbc:UUID')
  if (uuid === undefined) throw new Error('A stored document has no uuid.')
  // The schema permits a copy indicator between the two.
  const next = childNamed(root, 'cbc:CopyIndicator') ?? uuid
  next.prependElement('ID', uuid.prefix).addText(number)
}

function replaceText(element: XmlElement, text: string) {
  for (let node = element.firstChild; node !== null; node = element.firstChild) node.remove()
  element.addText(text)
}

function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement && nameOf(node) === name) return node
  }
  return undefined
}
