import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realName, realText } from '#kernel/domain/real-name.ts'

/** Separated by `|`. */
const noNames: Readonly<Record<string, string>> = {
  'a mask of asterisks':
    'A**|İs**** So****|Me**** Şi****|A** B**|M***|Me**** ŞİMŞEK|*** ***|Ali ＊＊＊|＊＊＊|Ali ✱✱|A∗∗ B⁎⁎',
  'a mask of bullets': 'A•• B•••|••••|●●● Ali|Ali ■■■|A• B•',
  'another mask':
    'Mexxx Şixxx|Mexxx|MEXXX|Mexxxt|XXXX|AH## YI##|AH--- YI---|A___ B___|Ahmet Yı…|Ahmet Y...|…',
  'without letters': '| |-|- -|1 1|___|. .|&|\u200B|10000000146|+90 532 123 45 67|(0532) 123-45-67',
  'one letter': 'A|Ş.|A\u200B| ç ',
  'a number of an account':
    'TR330006100519786457841326|TR33 0006 1005 1978 6457 8413 26|TR350006 8888|tr350006 8888|IBAN TR33 0006 1005 1978 6457 8413 26|IBAN: TR330006100519786457841326|TR35******************8888|GB29 NWBK 6016 1331 9268 19|DE89 3704 0044 0532 0130 00',
  'a reference': 'CARD-1234567890|U01234567|TCKN 10000000146|No: 10000000146',
  'a word for nobody':
    'x|X X|xx|xxx|N/A|n/a|N.A.|n / a|NA|Yok|Null|NOTPROVIDED|İsimsiz|ISIMSIZ|Bilinmeyen|bilinmiyor|Bilinmiyor.',
  'a word for a customer':
    'Müşteri|MÜŞTERİ|musteri|Müşteri 1|Müşteri12|Muhtelif|MUHTELİF MÜŞTERİLER|Muhtelif  Müşteri|"Muhtelif"|BİLİNMEYEN MÜŞTERİ',
  'the end consumer’s word':
    'Nihai Tüketici|NİHAİ  TÜKETİCİ.|nihai tuketici|NIHAI TUKETICI|Nihai-Tüketici',
  'a test': 'Test|TEST|test test|Test1|Test Müşteri',
}

describe.each(Object.entries(noNames))('%s is no name', (_why, texts) => {
  test.each(texts.split('|'))('%s', (text) => {
    expect(realName(text)).toBeNull()
  })
})

const names = [
  '3M|A101|A101 Yeni Mağazacılık A.Ş.|X5 Retail|S.S. 12 Nolu Kooperatif|C# Yazılım|XXXLutz Mobilya|Mexx',
  "A. B.|O Yılmaz|Ng|Li Na|王伟|Gal·la Puig|Jean-Luc|D’Angelo|O'Neil|Ayşe Işık|  Ayşe   Işık |AYŞE IŞIK",
  'Ahmet "Usta" Yılmaz|Ali Demir 2|Christopher Null|Yok Olmaz|Nihai Demir|Test Cihazları A.Ş.|T.J. Maxx',
  'Müşteri Hizmetleri Ltd.|Exxon|Altın • Gümüş Ltd.|SAN. VE TİC.. LTD. ŞTİ.',
].flatMap((line) => line.split('|'))

test.each(names)('%s is a name, as it was given', (text) => {
  expect(realName(text)).toBe(text)
})

const word = fc.stringMatching(/^[A-ZÇĞİÖŞÜ][a-wyzçğıöşü]{1,9}$/)

test('two words of letters are a name, and none once a letter of it is hidden', () => {
  const people = fc.tuple(word, word).map(([first, last]) => `${first} ${last}oğlu`)
  const hiding = fc.constantFrom('*', '**', '•', '●●', '＊', '###', '…')
  fc.assert(
    fc.property(people, hiding, fc.nat(), (name, mask, at) => {
      expect(realName(name)).toBe(name)
      const place = (at % (name.length - 1)) + 1
      expect(realName(name.slice(0, place) + mask + name.slice(place + 1))).toBeNull()
    }),
  )
})

test('digits, however they are grouped, are no name', () => {
  const groups = fc.array(fc.stringMatching(/^\d{1,6}$/), { minLength: 1 })
  const separators = fc.constantFrom(' ', '-', '.', '/', ', ')
  fc.assert(
    fc.property(groups, separators, (parts, separator) => {
      expect(realName(parts.join(separator))).toBeNull()
    }),
  )
})

test('any other text is one if something in it can be read', () => {
  expect(realText('No: 5')).toBe('No: 5')
  for (const text of ['-', ' - ', '--', '***', '', null, undefined])
    expect(realText(text)).toBeNull()
})
