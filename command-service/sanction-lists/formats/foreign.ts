import { partsOf } from './tables/archive.ts'

/** How to get a list that we do not read in its publisher's own format. */
const fromOpenSanctions = (whose: string, dataset: string) =>
  `is ${whose}; take targets.simple.csv from https://www.opensanctions.org/datasets/${dataset}/ instead`

const ofac = `${fromOpenSanctions('the sanctions list of the USA (OFAC)', 'us_ofac_sdn')} (the Consolidated List: us_ofac_cons)`
const ofacOther = fromOpenSanctions(
  'a list of the USA (Consolidated Screening List)',
  'us_trade_csl',
)
const eu = fromOpenSanctions('the sanctions list of the EU (FSF)', 'eu_fsf')
const uk = fromOpenSanctions(
  'the sanctions list of the United Kingdom (OFSI, FCDO)',
  'gb_fcdo_sanctions',
)
const swiss = fromOpenSanctions('the sanctions list of Switzerland (SECO)', 'ch_seco_sanctions')
const canada = fromOpenSanctions('the sanctions list of Canada', 'ca_dfatd_sema_sanctions')
const france = fromOpenSanctions('the sanctions list of France', 'fr_tresor_gels_avoir')
const australia = fromOpenSanctions('the sanctions list of Australia (DFAT)', 'au_dfat_sanctions')
const excel = 'save it as an Excel workbook (.xlsx) or as CSV'
const unpack = 'unpack it first'
const download = 'download the file itself'

const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le')

/** The beginnings of files that hold no text. */
const signatures: readonly (readonly [bytes: string, what: string])[] = [
  ['1f8b', `is compressed (gzip); ${unpack}`],
  ['425a68', `is compressed (bzip2); ${unpack}`],
  ['28b52ffd', `is compressed (zstd); ${unpack}`],
  ['fd377a585a00', `is compressed (xz); ${unpack}`],
  ['377abcaf271c', `is an archive (7z); ${unpack}`],
  ['526172211a07', `is an archive (rar); ${unpack}`],
  ['255044462d', 'is a PDF; take the list as an Excel workbook (.xlsx), CSV or XML'],
  ['7b5c727466', `is a text of a word processor (RTF); ${download}`],
  ['89504e47', 'is a picture'],
  ['ffd8ff', 'is a picture'],
  ['50415231', `is a Parquet file; ${excel}`],
]

/** What a file is that holds no text and no workbook that is read; undefined if it may be either. */
export function foreignBytes(head: Buffer): string | undefined {
  const hex = head.subarray(0, 8).toString('hex')
  if (hex.startsWith('d0cf11e0a1b11ae1')) {
    return head.includes(encryptedPart)
      ? 'is a workbook with a password; save it without one'
      : `is a file of an old Office program (.xls, .doc); ${excel}`
  }
  return signatures.find(([bytes]) => hex.startsWith(bytes))?.[1]
}

export const isArchive = (head: Buffer): boolean => head.subarray(0, 2).toString() === 'PK'

/** What an archive is, unless it is a workbook that is read. */
export async function foreignArchive(bytes: Buffer): Promise<string | undefined> {
  const parts = await partsOf(bytes)
  if (parts === undefined) return `is a damaged archive; ${download} again`
  const has = (pattern: RegExp) => parts.some((part) => pattern.test(part))
  if (has(/^\/?xl\/workbook\.bin$/i)) return `is a binary workbook (.xlsb); ${excel}`
  if (has(/^\/?xl\//i)) return undefined
  if (has(/^word\//i)) {
    return 'is a text of a word processor (.docx); of the lists of MASAK take the workbooks (.xlsx), and the list of the United Nations as XML from their own site'
  }
  if (has(/\.ods$/i) || (has(/^mimetype$/) && has(/^content\.xml$/))) {
    return `is a table of LibreOffice (.ods); ${excel}`
  }
  return `is a zip archive; ${unpack}`
}

const roots: Readonly<Record<string, string>> = {
  sdnList: ofac,
  Sanctions: ofac,
  sanctionsData: ofac,
  export: eu,
  WHOLE: eu,
  Designations: uk,
  ArrayOfFinancialSanctionsTarget: uk,
  'swiss-sanctions-list': swiss,
  'data-set': canada,
  Workbook: `is a workbook as XML (Excel 2003); ${excel}`,
  html: `is a web page; ${download}`,
  Error: `is an error message of a web server; ${download} again`,
}

/** Of the first lines, whatever separates their cells. */
const headers: readonly (readonly [RegExp, string])[] = [
  [/^\d+,.*(?:^|,)\s*-0-\s*(?:,|$)/m, ofac],
  [/^\d+,(?:\d+,)?"[^"]*","(?:individual|vessel|aircraft|aka|fka|nka)?",/, ofac],
  [/^\d+,"[^"\n]*(?:\(Linked To:|\bDOB \d|Secondary sanctions risk)/, ofac],
  [/^\s*(?:OFFICE OF FOREIGN ASSETS CONTROL|SPECIALLY DESIGNATED NATIONALS)/, ofac],
  [/^version https:\/\/git-lfs/, `is a pointer of Git LFS; ${download}`],
  [/^caption,lei,/i, 'is the securities of OpenSanctions; take its targets.simple.csv'],
  [/^(?:_id,)?source,(?:_id,)?entity_number,/i, ofacOther],
  [/^"?Name"?[\t,]"?Street_Address"?/i, ofacOther],
  [/fileGenerationDate|Entity_?LogicalId|Naal_wholename|NameAlias_/i, eu],
  [/Name 6.*Group Type|OFSI Group ID|Unique ID.*(?:UN Reference|Regime Name|Designation)/i, uk],
  [/^"?Last Updated"?[,:]\s*"?\d|^"?Report Date:/i, uk],
  [/Country,LastName,GivenName,/i, canada],
  [/^"?Reference"?[,;\t]"?Name of Individual or Entity/i, australia],
  [
    /canonical_id,entity_id,prop/i,
    'is the statements of OpenSanctions; take its targets.simple.csv',
  ],
]

/** What a text is that is no list we read; undefined if it may be one. */
export function foreignText(beginning: string): string | undefined {
  const text = beginning.replace(/^\uFEFF/, '').trimStart()
  const content = withoutProlog(text).trimStart()
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(content)) return roots['html']
  if (text.startsWith('<')) return foreignXml(text)
  return /^[{[]/.test(text) ? foreignJson(text) : undefined
}

const foreignJson = (text: string): string =>
  json.find(([shape]) => shape.test(text))?.[1] ??
  'is JSON; take the list as CSV, XML or an Excel workbook (.xlsx)'

const json: readonly (readonly [RegExp, string])[] = [
  [
    /"CONSOLIDATED_LIST"/,
    'is the list of the United Nations as JSON; take it as XML from their own site',
  ],
  [
    /"(?:properties|schema|RECORD_ID|DATA_SOURCE|targets\.simple\.csv)"/,
    'is the list of OpenSanctions as JSON; take its targets.simple.csv',
  ],
  [/"results"\s*:\s*\[\s*\{[^]*"(?:source|programs)"/, ofacOther],
  [/"PublicationDetail"/, france],
]

function foreignXml(text: string): string | undefined {
  // Such a file is refused for that.
  if (/<!DOCTYPE/i.test(text)) return undefined
  const [, root = ''] = /<(?:[\w-]+:)?([A-Za-z][\w.-]*)(?=[\s/>])/.exec(withoutProlog(text)) ?? []
  if (root === 'CONSOLIDATED_LIST' || root === '') return undefined
  return (
    roots[root] ??
    `is XML that begins with <${root}>; of XML only the list of the United Nations is read`
  )
}

const withoutProlog = (text: string) => text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, '')

/** What a table is by its first lines, in CSV. */
export const foreignHeader = (text: string): string | undefined => {
  const lines = text.replace(/^\uFEFF/, '')
  const withCommas = lines.replaceAll(/[;\t|@]/g, ',')
  return headers.find(([header]) => header.test(lines) || header.test(withCommas))?.[1]
}
