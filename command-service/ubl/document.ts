import { type Content, type Element, xmlText } from './element.ts'

const SCHEMAS = 'urn:oasis:names:specification:ubl:schema:xsd'
const NO_SERIAL = 'AAA'

/** A UBL document as text. */
export const ublDocument = (name: 'CreditNote' | 'Invoice', content: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${written(name, {
    '@xmlns': `${SCHEMAS}:${name}-2`,
    '@xmlns:cac': `${SCHEMAS}:CommonAggregateComponents-2`,
    '@xmlns:cbc': `${SCHEMAS}:CommonBasicComponents-2`,
    '@xmlns:ext': `${SCHEMAS}:CommonExtensionComponents-2`,
    ...(name === 'Invoice' ? placeOfSignature : {}),
    'cbc:UBLVersionID': '2.1',
    'cbc:CustomizationID': 'TR1.2.1',
    ...content,
  })}`

/** The schema of an invoice asks for it; the integrator fills it. That of a credit note does not. */
const placeOfSignature: Element = {
  'ext:UBLExtensions': { 'ext:UBLExtension': { 'ext:ExtensionContent': '' } },
}

/** Of the form that the schema demands; no number given ends in zeros alone. */
export const numberToCome = ({
  serial,
  issueDate,
}: {
  readonly serial: string | null
  readonly issueDate: string
}): string => `${serial ?? NO_SERIAL}${issueDate.slice(0, 4)}000000000`

/** The text as a note; none where there is nothing to say in it. */
export const notesOf = (text: string | null): readonly Element[] => {
  const note = xmlText(text ?? '')
  return note === '' ? [] : [{ '#': note }]
}

/** The element as XML; texts are always escaped. */
function written(name: string, content: Content): string {
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
