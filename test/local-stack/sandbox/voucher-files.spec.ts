import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'

test('the XML of a draft is unchanged, that of an accepted document has its number', async () => {
  const { integrator, prepared, accepted } = await integratorForThisTest()
  const draft = newDraft()
  const kept = await integrator.file(await prepared(draft), 'xml')
  expect(kept.headers.get('content-type')).toMatch(/^application\/xml/)
  expect(await kept.text()).toBe(draft.document)

  const sent = newDraft()
  const xml = await integrator.file(await accepted(sent), 'xml').then((file) => file.text())
  expect(xml.replace(/^<\?xml.*\?>/, '').trimEnd()).toBe(
    sent.document.replace(/^<\?xml.*\?>/, '').replace('>TASLAK<', '>ABC2026000000001<'),
  )
})

test.each([
  ['left out', ''],
  ['empty', '<cbc:ID/>'],
  ['in parts', '<cbc:ID>TAS<!-- still a draft -->LAK</cbc:ID>'],
])('a number that was %s stands in its place of the order', async (_what, id) => {
  const { integrator, accepted } = await integratorForThisTest()
  const uuid = await accepted(newDraft((xml) => xml.replace('<cbc:ID>TASLAK</cbc:ID>', id)))
  const xml = await integrator.file(uuid, 'xml').then((file) => file.text())
  expect(xml).toMatch(
    /<\/cbc:ProfileID>\s*<cbc:ID>ABC2026000000001<\/cbc:ID>\s*<cbc:CopyIndicator>/,
  )
})

test('the PDF of a draft is one complete page in Turkish', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  const file = await integrator.file(uuid, 'pdf')
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const { pages, text } = await readPdf(file)
  expect(pages).toBe(1)
  for (const said of [
    'e-GİDER PUSULASI',
    'Belge No TASLAK',
    `ETTN ${uuid}`,
    'Düzenleme Tarihi 20.11.2026 12:45',
    'Işıldayan Kuyumculuk A.Ş. VKN: 4840847211 Vergi Dairesi: Beyazıt',
    'Adres: Çarşı Caddesi No: 5, Fatih, İstanbul, Türkiye',
    'Ayşe Çiğdem Öğüt TCKN: 10000000146',
    'Gül Sokağı 3, Üsküdar, İstanbul',
    '1 22 ayar hurda altın 12,34 gram 5.312,80 ₺ 65.559,95 ₺',
    'Ödenecek Tutar 65.559,95 ₺',
    'Not: Bilezik ağır, şüphesiz.',
  ]) {
    expect(text).toContain(said)
  }
})

test('the PDF of an accepted document carries its number, and is the same each time', async () => {
  const { integrator, accepted } = await integratorForThisTest()
  const uuid = await accepted()
  const [first, second] = await Promise.all([
    integrator.file(uuid, 'pdf').then((file) => file.bytes()),
    integrator.file(uuid, 'pdf').then((file) => file.bytes()),
  ])
  expect(first).toEqual(second)
  const { text } = await readPdf(new Response(first))
  expect(text).toContain('Belge No ABC2026000000001')
  expect(text).not.toContain('TASLAK')
})

test('the PDF of a cancelled draft is marked as cancelled', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  await integrator.cancel(uuid)
  expect((await readPdf(await integrator.file(uuid, 'pdf'))).text).toContain('İPTAL')
})

test('another format is answered 400', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const file = await integrator.file(await prepared(), 'html')
  expect(file.status).toBe(400)
  expect(await file.json()).toMatchObject({ code: 'BAD_REQUEST' })
})

async function readPdf(file: Response) {
  const document = await getDocumentProxy(await file.bytes())
  const { text, totalPages } = await extractText(document, { mergePages: true })
  return { pages: totalPages, text: text.replaceAll(/\s+/g, ' ') }
}
