import { expect, test } from 'vitest'
import { namesOf, shownAliases } from '#command/sanction-checks/entity.ts'
import { readWhole } from './files.ts'

const openSanctions = (aliases: string, name = 'Biri Uydurma') =>
  `id,name,aliases\n1,"${name}","${aliases.replaceAll('"', '""')}"\n`
const un = (alias: string, note = '', quality = 'Good') =>
  `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Biri Uydurma</FIRST_NAME><INDIVIDUAL_ALIAS><QUALITY>${quality}</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME><NOTE>${note}</NOTE></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
const masak = (aliases: string) =>
  `Sıra No,ADI SOYADI-ÜNVANI,KULLANDIĞI BİLİNEN DİĞER İSİMLERİ\n1,Biri Uydurma,"${aliases}"\n`

test.each([
  [
    openSanctions('"Kurgu Ali; Kurmaca Veli";Takma Ad'),
    ['Kurgu Ali; Kurmaca Veli', 'Takma Ad'],
    ['Kurgu Ali', 'Kurmaca Veli'],
  ],
  [
    openSanctions('"Kurgu Ali; Kurmaca Veli";Kurgu Ali'),
    ['Kurgu Ali', 'Kurgu Ali; Kurmaca Veli'],
    ['Kurmaca Veli'],
  ],
  [openSanctions('Kurgu Hareketi (KH)'), ['Kurgu Hareketi (KH)'], ['KH', 'Kurgu Hareketi']],
  [openSanctions('', 'Ali Kurgu (Veli Örnek)'), [], ['Ali Kurgu', 'Veli Örnek']],
  [openSanctions('“Chief Kurgu”'), ['Chief Kurgu'], []],
  [un('Kurgu Ali; Kurmaca Veli'), ['Kurgu Ali; Kurmaca Veli'], ['Kurgu Ali', 'Kurmaca Veli']],
  [
    un('Kurgu Ali; Kurmaca Veli', '', 'Low'),
    ['Kurgu Ali; Kurmaca Veli'],
    ['Kurgu Ali', 'Kurmaca Veli'],
  ],
  [
    un('Emir Kurgulu', '(Abu Kurgu; Abou Kurgu) nom de guerre'),
    ['Abu Kurgu; Abou Kurgu', 'Emir Kurgulu'],
    ['Abou Kurgu', 'Abu Kurgu'],
  ],
  [
    un('Emir Kurgulu, original script: Эмир Кургулу'),
    ['Emir Kurgulu, original script: Эмир Кургулу'],
    ['Эмир Кургулу'],
  ],
  [masak('a) Kurgu Ali (Kurgu Veli) b) Can'), ['Can', 'Kurgu Ali (Kurgu Veli)'], ['Kurgu Veli']],
  [masak('1. Ali Kurgu 2. Veli Örnek'), ['1. Ali Kurgu 2. Veli Örnek'], ['Ali Kurgu']],
])(
  'an alias is shown as one, and what stands in it is searched: %#',
  async (file, wholes, parts) => {
    const { entries, faults } = await readWhole(file)
    const [entry] = entries
    if (entry === undefined) throw new Error('nothing was read')
    expect([faults, shownAliases(entry).toSorted()]).toEqual([[], wholes.toSorted()])
    expect(entry.partNames).toEqual(expect.arrayContaining(parts))
    expect(namesOf(entry)).toEqual(expect.arrayContaining([...entry.partNames]))
  },
)
