import { type Cell, workbookOf } from './workbook.ts'

/** Everything that is odd about the entries of published lists, one after the other; all names are invented. */
const TURNS = 12

/** Words that no other entry has. */
const word = (at: number, ending: string) =>
  Array.from(String(at), (digit) => 'bcdfghjklm'[Number(digit)]).join('a') + ending

const given = (at: number) => capital(word(at, 'uran'))
const family = (at: number) => capital(word(at, 'ergil'))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const digits = (at: number, length: number) => String(at).padStart(length, '7')

const element = (name: string, ...content: readonly string[]) =>
  `<${name}>${content.join('')}</${name}>`

/** The United Nations’ list. */
export const oddUnList = (count: number): string =>
  element(
    'CONSOLIDATED_LIST',
    element('INDIVIDUALS', ...Array.from({ length: count }, (_, at) => `\n${individual(at)}`)),
    element('ENTITIES', ...Array.from({ length: count }, (_, at) => `\n${entity(at)}`)),
  )

/** Documents of which the number stands in a note, a type or a comment; and these numbers. */
export function unListWithNotes() {
  const document = (...content: readonly string[]) => element('INDIVIDUAL_DOCUMENT', ...content)
  const note = (text: string) => document(element('NOTE', text))
  const documents = [
    note('SSN 956-92-0001 (United States of America)'),
    note('Libyan passport number 947834, issued under name Kurgu Ali, expired on 21 Feb. 2014'),
    note('Tunisian passport number L 991609 issued on 28 Feb. 1996, expired on 27 Feb. 2001'),
    note('Moroccan national identity card DE- 973900'),
    note('Italian Fiscal Code: KRGMMD74T11Z999Z'),
    document(
      element('NUMBER', 'DG9149481'),
      element('NOTE', 'expired on 21 Aug. 2011, passport booklet number A9815665'),
    ),
    document(
      element('TYPE_OF_DOCUMENT2', 'Afghan national identification card (tazkira) number 97388'),
      element('NOTE', 'issued in 1974'),
    ),
    element('COMMENTS1', 'Tax number 9716775. Ship IMO 9434358. Reviewed on 4 Jun. 2019.'),
  ]
  const people = documents.map((content, at) =>
    element(
      'INDIVIDUAL',
      element('DATAID', String(6_700_000 + at)),
      element('FIRST_NAME', given(at)),
      element('SECOND_NAME', family(at)),
      content,
    ),
  )
  return {
    xml: element('CONSOLIDATED_LIST', element('INDIVIDUALS', ...people)),
    numbers: [
      '956-92-0001',
      '947834',
      'l991609',
      'DE973900',
      'KRGMMD74T11Z999Z',
      'DG 9149481',
      'A9815665',
      '97388',
      '9716775',
      '9434358',
    ],
  }
}

function individual(at: number): string {
  const [first, second] = [given(at), family(at)]
  const other = `${given(at + 50_000)} ${family(at + 50_000)}`
  const alias = (name: string, quality: string, ...rest: readonly string[]) =>
    element(
      'INDIVIDUAL_ALIAS',
      element('QUALITY', quality),
      element('ALIAS_NAME', name),
      ...rest.map((each) => each),
    )
  const born = (...content: readonly string[]) => element('INDIVIDUAL_DATE_OF_BIRTH', ...content)
  const paper = (number: string) =>
    element(
      'INDIVIDUAL_DOCUMENT',
      element('TYPE_OF_DOCUMENT', 'Passport'),
      element('NUMBER', number),
    )
  const odd = [
    alias(other, 'Good', element('DATE_OF_BIRTH', '1969-03-01')) + born(element('YEAR', '1955')),
    born(element('TYPE_OF_DATE', 'APPROXIMATELY'), element('YEAR', '1960')) + alias(other, 'Good'),
    born(
      element('TYPE_OF_DATE', 'BETWEEN'),
      element('FROM_YEAR', '1958'),
      element('TO_YEAR', '1961'),
    ),
    born(element('NOTE', 'Approximately 1971-1973')) + alias('', 'Good'),
    paper(`CAR diplomatic passport no. D${digits(at, 8)}`) +
      paper(`${digits(at, 9)} (Expired 25 Jan. 2016)`),
    paper(`national identity card number ${digits(at, 5)}-0000000-1`) + alias(other, 'Low'),
    alias(`عبدالله كرجو (${other})`, 'Good') +
      alias(`${other} (original script: Эмир Кургулу)`, 'Low'),
    alias(`${other} (birth name)`, 'Good') + alias(`${first} son of Anwar ${second}`, 'Good'),
    element(
      'NATIONALITY',
      element('VALUE', 'na'),
      element('VALUE', 'Türkiye'),
      element('VALUE', 'RF'),
    ),
    element('NAME_ORIGINAL_SCRIPT', `${second} سليم كرماجا`) +
      element('COMMENTS1', '<![CDATA[<b>x</b> & y]]>'),
    alias(`1: ${other.replace(' ', ' 2: ')} 3: na 4: na`, 'Good'),
    alias(`${other}, born 1 Jan. 1953 (Oman passport no.${digits(at, 8)})`, 'Good'),
  ][at % TURNS]
  return element(
    'INDIVIDUAL',
    element('DATAID', String(6_900_000 + at)),
    element('FIRST_NAME', first),
    element('SECOND_NAME', second),
    odd ?? '',
  )
}

const entity = (at: number) =>
  element(
    'ENTITY',
    element('DATAID', String(6_800_000 + at)),
    element(
      'FIRST_NAME',
      `${capital(word(at, 'ozkurum'))} (SUBURB) ${at % 2 === 0 ? 'Ltd. &amp; Co.' : 'A.Ş.'}`,
    ),
    element(
      'ENTITY_ALIAS',
      element('QUALITY', 'a.k.a.'),
      element('ALIAS_NAME', `شبكة كرجو (${capital(word(at, 'agkurum'))} Network - sub-unit name)`),
    ),
  )

/** OpenSanctions’ `targets.simple.csv`. */
export function oddOpenSanctions(count: number): string {
  const row = (at: number) => {
    const [first, second] = [given(at), family(at)]
    const other = `${given(at + 50_000)} ${family(at + 50_000)}`
    const [name = '', aliases = '', born = '', countries = '', numbers = ''] = [
      [`${second}, ${first}`, `"${second}; ${first}";${other}`, '1961;1962-03', 'tr;ru'],
      [`${first} "Reis" ${second}`, other, 'circa 1958', 'zz'],
      [`${first} &#39;${second}`, `O&apos;${second}`, '1958-1960', 'suhh'],
      [`${first} ${second}`, `${second}ов Али;${second}`, '', '', `passport: AB ${digits(at, 6)}`],
      [`${first} ${second} a.k.a. ${other}`, '', '1970-02-30', '', digits(at, 11)],
      [
        `${first} ${second}`,
        `1. ${other} 2. ${other} Bey`,
        '',
        'uk',
        `U${digits(at, 7)};${digits(at, 9)}`,
      ],
      [`${first}\u200B ${second}`, `J. R. ${second}`, '1958'],
      [`${second} ${second} ${second}`, `金铁三;${other}`, '1966;1968-02-05'],
      [`${first} ${second}`, `محمد ${second};${other}`, '~1950'],
      [`${first} ${second} (formerly listed as ${other})`, '', ''],
      [`${first.toUpperCase()}  ${second.toUpperCase()}`, `${first}\t${second}`, ''],
      [`ООО ${second}`, `${second} OOO;JSC ${second}`, ''],
    ][at % TURNS] ?? ['']
    return [`os-${at}`, 'Person', name, aliases, born, countries, '', numbers, 'Kurgu', 'Kurgu']
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',')
  }
  const header =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,dataset'
  return `\uFEFF${[header, ...Array.from({ length: count }, (_, at) => row(at))].join('\r\n')}\r\n`
}

const HEADINGS = [
  ['Sıra No', 'Gerçek Kişi Soyadı Ünvanı', 'Tüzel Kuruluş/Organizasyon Ünvanı', 'Eski Adı'],
  [
    'Pasaport No/ Diğer Muhtelif  Bilgiler',
    'Uyruğu',
    'TABİ OLDUĞU DİĞER UYRUKLAR',
    'DOĞUM TARİHİ/KURULUŞ',
  ],
  ['DOĞUM YERİ', 'Listeye Alınma Tarihi', 'Kullandığı Bilinen Diğer İsmler', 'Diğer Bilgiler'],
].flat()

function masakRow(at: number): readonly string[] {
  const [first, second] = [given(at), family(at)]
  const other = `${given(at + 50_000)} ${family(at + 50_000)}`
  const row = (cells: { readonly [heading: number]: string }) =>
    HEADINGS.map((_, column) => cells[column] ?? (column === 0 ? String((at % 400) + 1) : ''))
  return (
    [
      row({ 1: `${first} ${second}`, 4: '75 0000001', 5: 'RF', 7: '12.03.1971' }),
      row({
        2: `${second} Makine Sanayi A.Ş.`,
        3: `${second} Döküm Fabrikası`,
        4: `IMO number: ${digits(at, 7)}`,
      }),
      row({ 1: `${first} ${second}`, 2: `${second} Holding`, 5: 'İRAN', 6: 'T.C.' }),
      row({
        1: `${first} ${second}`,
        7: 'a) 05.02.1961 b) 1962',
        10: `a) ${other} b) ${first} Bey ${second}`,
      }),
      row({
        1: `${first} ${second}`,
        10: `${other}\n${first} ${second} Ağa`,
        4: `U-${digits(at, 7)}`,
      }),
      row({
        1: `${first} ${second} (Kod Adı: ${other})`,
        4: `TCKN: 10000000146 / Pasaport No: U ${digits(at, 7)}`,
      }),
      row({
        1: `${first.toLocaleUpperCase('tr')} ${second.toLocaleUpperCase('tr')}`,
        7: '1960’lı yıllar',
      }),
      row({ 1: `${first} ${second}, nam-ı diğer ${other}`, 4: 'Bilinmiyor 12345678' }),
      row({ 1: `${first} ${second}`, 7: '5 Şubat 1981', 11: `doğum adı: ${other}` }),
      row({ 1: `1- ${first} ${second} 2- ${other}`, 5: 'TÜRKİYE' }),
      row({ 1: `${first} ${second}`, 3: other, 9: '28.09.2010' }),
      row({ 1: `İ${second}`, 10: 'a) x' }),
    ][at % TURNS] ?? []
  )
}

const masakRows = (count: number) => [
  HEADINGS,
  ...Array.from({ length: count }, (_, at) => masakRow(at)),
]

/** The workbook of MASAK, saved as CSV. */
export const oddMasakCsv = (count: number): string =>
  ['KURGU LİSTE', ...masakRows(count).map((row) => row.map(quoted).join(';'))].join('\r\n')

const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The workbook itself, in two sheets. */
export function oddMasakWorkbook(count: number): Promise<Buffer> {
  const cells = (rows: readonly (readonly string[])[]): readonly (readonly Cell[])[] =>
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell)))
  const rows = masakRows(count)
  const half = Math.ceil(rows.length / 2)
  return workbookOf([
    { name: '7262', rows: cells(rows.slice(0, half)) },
    { name: '6415', rows: cells([HEADINGS, ...rows.slice(half)]) },
  ])
}
