import { fold } from '#kernel/domain/turkish-text.ts'
import { isBlank, placeOf, type TableRow } from './tables/table.ts'
import { clean } from './words/clean.ts'

/** By what a heading, folded and without blanks, looks like; the first that fits is taken. */
const kinds = {
  none: /^(?:anne|baba)|adres|ikamet|gorev|meslek|yaptirim|karar|cinsiyet|telefon|eposta|dogumyer(?:i|leri)?$|dosya|foto|resim/,
  remarks: /digerbilgi|aciklama|^not(?:lar)?$|dusunce/,
  number: /^sira|^no$|^s?no$|^sn$/,
  gazette: /gazete/,
  listedAt: /listey?e?(?:alin|girdi|eklen)|listelenme/,
  program: /orgut/,
  aliases:
    /diger(?:isi?m|ad|unvan)|bilinen|takma(?:ad|isi?m)|kodad|kodisi?m|lakap|mahlas|rumuz|mustear|namidiger|kullandigi.*(?:isi?m|ad)|(?:eski|onceki|kizlik|evvelki)(?:ad|soy|isi?m|unvan|ticaret)|kisaltma|kisa(?:ad|isi?m|unvan)/,
  idNo: /tckn|vkn|gkn|ykn|pasaport|kimlik|vergi(?:no|numara|kimlik)|mersis|sicilno|^tc(?:no)?$|seyahatbelge|belgeno|^imo|^swift/,
  nationality: /uyru[kg]|vatandas|tabiiyet|^milliyet|^ulke(?:si)?$/,
  birthDate: /dogum|^dtarih|kurulus(?:tarih|yil)/,
  lastName: /^(?:.*kisi(?:nin)?)?soy(?:ad|adi|isim|ismi|adlari)$/,
  firstName: /^(?:.*kisi(?:nin)?)?(?:ad|adi|adlari|isim|ismi)$/,
  name: /adi?.*soyad|unvan|isi?m|kisi.*ad|(?:kurulus|organizasyon|tuzel|sirket|firma).*adi?$/,
} as const

export type Column = keyof typeof kinds
/** What a heading says that we do not know, but that sounds like something that is compared. */
const soundsUseful = /adi?(?:lari)?$|isi?m|unvan|soyad|numara|no$|tarih/

/** Such a part says nothing without what is above it. */
const partAlone =
  /^(?:no|numara(?:si)?|tarih|tarihi|yer|yeri|yil|yili|adi?|soyadi?|isi?m|ismi|turu|sayisi)$/

export interface Headings {
  readonly place: string
  readonly names: readonly string[]
  readonly columnsOf: (column: Column) => readonly number[]
  /** How many columns have a heading that we know. */
  readonly known: number
  /** Headings that say nothing to us, by their column. */
  readonly unknown: ReadonlyMap<number, string>
  /** Unknown ones that look like names, numbers or dates already by what they say. */
  readonly doubtful: readonly string[]
}

const COUNTED: readonly Column[] = [
  ...(['number', 'idNo', 'aliases', 'nationality', 'birthDate'] as const),
  ...(['program', 'listedAt', 'gazette', 'lastName'] as const),
]
const FEWEST = 2

/** Undefined unless the rows are the headings of such a workbook: one row, or one with parts below. */
export function headingsOf(upper: TableRow, lower?: TableRow): Headings | undefined {
  const names = namesOf(upper, lower)
  const found = names.map(([above, below]) => columnOf(above, below))
  const columnsOf = (column: Column) => found.flatMap((each, at) => (each === column ? [at] : []))
  const isThere = (column: Column) => columnsOf(column).length > 0
  if (!isThere('name') && !isThere('firstName')) return undefined
  if (COUNTED.filter(isThere).length < FEWEST) return undefined
  const written = names.map(([above, below]) => clean(`${above} ${below}`))
  const unknown = new Map(
    found.flatMap((column, at) => (column === undefined ? [[at, written[at] ?? ''] as const] : [])),
  )
  return {
    place: placeOf(lower ?? upper),
    names: eachOnce(written),
    columnsOf,
    known: found.length - unknown.size,
    unknown,
    doubtful: [...unknown.values()].filter((name) => soundsUseful.test(lettersOf(name))),
  }
}

/** Whether a row under the headings names the parts of merged ones. */
export function isLowerPart(headings: Headings, upper: TableRow, row: TableRow): boolean {
  const { cells = [] } = row
  const empty = (['name', 'firstName', 'number'] as const).flatMap(headings.columnsOf)
  const isEmptyAt = (at: number) => (cells[at] ?? '').trim() === ''
  const isData = cells.some((cell) => /\d/.test(cell) || cell.length > 60)
  if (isData || isBlank(cells) || !empty.every(isEmptyAt)) return false
  const names = namesOf(upper, row)
  return cells.every(
    (cell, at) => cell.trim() === '' || columnOf(...(names[at] ?? ['', ''])) !== undefined,
  )
}

const columnNames = Object.keys(kinds).filter((name): name is Column => Object.hasOwn(kinds, name))
type Levels = readonly [above: string, below: string]

/** A merged heading counts for all columns that it is above. */
function namesOf(upper: TableRow, lower: TableRow | undefined): readonly Levels[] {
  const { cells: above = [], mergedLeft } = upper
  const below = lower?.cells ?? []
  let last = ''
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at): Levels => {
    const [own, part] = [clean(above[at] ?? ''), clean(below[at] ?? '')]
    if (own !== '') last = own
    const isMerged = mergedLeft?.has(at) ?? (mergedLeft === undefined && part !== '')
    return [own === '' && isMerged ? last : own, part]
  })
}

function columnOf(above: string, below: string): Column | undefined {
  const [upper, lower, both] = [above, below, `${above} ${below}`].map(lettersOf)
  const written = partAlone.test(lower ?? '') ? [both, lower, upper] : [lower, both, upper]
  for (const name of written) {
    if (name === undefined || name === '') continue
    const column = columnNames.find((each) => kinds[each].test(name))
    if (column !== undefined) return column
  }
  return undefined
}

const lettersOf = (heading: string) => fold(heading).replace(/[^a-z]+/g, '')

/** Two columns with one heading keep their cells apart. */
export function eachOnce(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return name === '' || count === 1 ? name : `${name} (${count})`
  })
}
