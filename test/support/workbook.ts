import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The places of formats in the workbooks made here. */
export const styles = { general: 0, shortDate: 1, turkishDate: 2, tenDigits: 3, text: 4 } as const

const STYLES = `
  <numFmts count="2">
    <numFmt numFmtId="164" formatCode="[$-41F]d mmmm yyyy;@"/><numFmt numFmtId="165" formatCode="0000000000"/>
  </numFmts>
  <cellXfs count="5">
    <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="49"/>
  </cellXfs>`

/** A cell: a text, or how the workbook says it itself. */
export type Cell =
  | string
  | null
  | { readonly xml: string }
  | { readonly number: string; readonly style?: keyof typeof styles }

interface Sheet {
  readonly name?: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: readonly (readonly Cell[])[]
  /** `A1:C1` */
  readonly merged?: readonly string[]
  /** All that stands in `sheetData`, instead of the rows. */
  readonly data?: string
}

interface Options {
  readonly isFrom1904?: boolean
  readonly texts?: 'shared' | 'inline'
  /** Replaces parts, or adds some. */
  readonly parts?: Readonly<Record<string, string>>
}

/** A workbook in Excel's format of 2007 and later. */
export function workbookOf(sheets: readonly Sheet[], options: Options = {}): Promise<Buffer> {
  const shared: string[] = []
  const written = sheets.map((sheet) => sheetXml(sheet, options.texts === 'inline' ? null : shared))
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': workbookXml(sheets, options.isFrom1904 ?? false),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`,
    ...Object.fromEntries(written.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
    ...options.parts,
  }
  return archiveOf(parts)
}

/** A zip archive. */
export async function archiveOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

function sheetXml({ rows, merged = [], data }: Sheet, shared: string[] | null): string {
  const written = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, nameOf(column, at), shared)).join('')}</row>`,
  )
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<worksheet xmlns="${MAIN}"><sheetData>${data ?? written.join('')}</sheetData>${
    merges === '' ? '' : `<mergeCells count="${merged.length}">${merges}</mergeCells>`
  }</worksheet>`
}

function cellXml(cell: Cell, name: string, shared: string[] | null): string {
  if (cell === null) return ''
  if (typeof cell === 'string') {
    if (shared === null) return `<c r="${name}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    return `<c r="${name}" t="s"><v>${shared.push(cell) - 1}</v></c>`
  }
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${name}"`)
  return `<c r="${name}" s="${styles[cell.style ?? 'general']}"><v>${cell.number}</v></c>`
}

const nameOf = (column: number, row: number) => `${String.fromCharCode(65 + column)}${row + 1}`

const workbookXml = (sheets: readonly Sheet[], isFrom1904: boolean) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${isFrom1904 ? ' date1904="1"' : ''}/><sheets>${sheets
    .map(
      ({ name, state }, at) =>
        `<sheet name="${escaped(name ?? `Sayfa${at + 1}`)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets></workbook>`

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const contentTypes = (sheets: number) => {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const pages = Array.from({ length: sheets }, (_, at) =>
    type(`worksheets/sheet${at + 1}`, 'worksheet'),
  )
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${pages.join('')}${type('sharedStrings', 'sharedStrings')}${type('styles', 'styles')}</Types>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
