import { expect, test } from 'vitest'
import { noFacts } from '#kernel/domain/screening/facts.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { nameTokens } from '#kernel/domain/screening/name-tokens.ts'
import { searchIn } from '#kernel/domain/screening/search.ts'
import { scoreOf } from './pairs.ts'

/** Invented ones. */
const names = `
حمزة أسامة المختلقي
عبيدة خيالي الوهمي
عبد الله كاذب الزوراني
عبد الرحمن مزعوم الباطلي
هاني عبد اللطيف الوهماني
رافي عبد الغفور خيالستاني
عبدالحليم حافظ المزعومي
عبدالرقيب خيالزاده
عبدالفتاح رمادي الكرتوني
فاطمة زهرة خيالي
سليوة محمد الورقي
شحاتة مصطفى الموهومي
شحاته موسى الخيالي
ثروت صالح عبيده
فضیله کریمی یکتاخیال
زهره افسانه‌پور
أبو القاسم الوهمي
ابو مصعب الخيالاتي
أبوالحسن المزعوم
بلال بن مروان الوهمي
كمال بن المولدي بن حسن الخيالي
سيف الدين فليح الموهوم
طه محيي الدين المعروفي
خير الله طلفاح الكذابي
إبراهيم أحمد عبد الستار الوهمي
آرش آذرخیالی
مؤمن شائق الكذابي
سعيد ولد كذبون
يحيى عبد الله العبيدي
مصطفى عبد العزيز المتخيل
نعمة حكمة الخيالية
غلامرضا خیالی تهرانی
ملا محمد داد متین
شركة الخيال للتجارة العامة
جمعية الوهم الخيرية`
  .trim()
  .split('\n')

const written =
  (pattern: string, replacement: string) =>
  (name: string): string =>
    name.replace(new RegExp(pattern, 'gu'), replacement)
const [start, end] = ['(?<![\\p{L}\\p{M}])', '(?![\\p{L}\\p{M}])']

const respellings: readonly (readonly [how: string, respell: (name: string) => string])[] = [
  ['ه for ة', written('ة', 'ه')],
  ['ة for a last ه', (name) => (name.includes('الله') ? name : written(`ه${end}`, 'ة')(name))],
  ['Persian ی and ک', (name) => name.replaceAll('ي', 'ی').replaceAll('ك', 'ک')],
  ['عبد ال… as one word', written(`${start}عبد ال`, 'عبدال')],
  ['عبدال… as two', written(`${start}عبدال`, 'عبد ال')],
  ['ا without hamza', written('[أإآ]', 'ا')],
  ['ي for ى', written('ى', 'ي')],
  ['ى for a last ي', written(`ي${end}`, 'ى')],
  ['without ال', written(`${start}ال(?!له)`, '')],
  ['أبو as one word', written(`${start}([أا]بو) `, '$1')],
  ['أبو apart', written(`${start}([أا]بو)(?=\\p{L}{3})`, '$1 ')],
  ['ال apart', written(`${start}ال(?!له)(?=\\p{L}{3})`, 'ال ')],
  ['ابن for بن', written(`${start}بن${end}`, 'ابن')],
  ['without بن', written(`${start}بن `, '')],
  ['الدين and الله joined', written(`(?<!عبد) (?=ال(?:دين|له)${end})`, '')],
  ['ت for ة', written(`ة${end}`, 'ت')],
  ['ۀ, ہ and ھ', (name) => name.replaceAll('ة', 'ۀ').replaceAll('ه', 'ہ')],
  ['no hamza at all', (name) => name.replaceAll('ؤ', 'و').replaceAll('ئ', 'ي').replaceAll('ء', '')],
  ['vowel signs', (name) => name.replaceAll('م', 'مَ').replace(/د(?!\p{L})/gu, 'دٌ')],
  ['a longer stroke', written('(?<=[سخ])(?=\\p{L})', 'ـ')],
  ['presentation forms', (name) => name.replaceAll('لا', 'ﻻ').replaceAll('ع', 'ﻋ')],
  ['a name of two as one word', (name) => name.replace(/^(\p{L}+) (?=\p{L}+ )/u, '$1\u200C')],
]

const builder = listIndexBuilder()
for (const name of names) builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
const search = searchIn(builder.build())
const finds = (entry: number, name: string) =>
  search({ idNo: null, name, surname: null, facts: noFacts, threshold: THRESHOLD }).some(
    (hit) => hit.entry === entry,
  )

test.each(respellings)('names in Arabic letters are found with %s', (_, respell) => {
  const changed = names.flatMap((name, at) => {
    const other = respell(name)
    return other === name ? [] : [{ at, other }]
  })
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter(({ at, other }) => !finds(at, other))).toEqual([])
})

test.each([
  ['غلام رضا خیالی', 'غلامرضا خیالی'],
  ['بن لادان الوهمي', 'بنلادان الوهمي'],
  ['Saif al-Din Khayali', 'سيف الدين خيالي'],
  ['Abu al-Qasim Wahmi', 'أبو القاسم الوهمي'],
  ['Abdullah Wahmi', 'عبد الله الوهمي'],
  ['Hikmet Hayali', 'حكمة خيالي'],
  ['Hamza Hayali', 'حمزة خيالي'],
])('%s is %s', (sought, listed) => {
  expect(scoreOf(sought, listed)).toBeGreaterThanOrEqual(THRESHOLD)
})

test.each([
  ['عبد الله الوهمي', 'عبد الكريم الوهمي'],
  ['عبد الرحمن المزعوم', 'عبد الرحيم الكرتوني'],
  ['أبو بكر الخيالي', 'أبو عمر الخيالي'],
  ['سيف الدين الوهمي', 'نور الدين الوهمي'],
])('%s is not %s', (sought, listed) => {
  expect(scoreOf(sought, listed)).toBeLessThan(THRESHOLD)
})

test('what is no name in Arabic letters stays as it is', () => {
  expect(nameTokens('عبد')).toEqual(nameTokens('عَبْد'))
  expect(nameTokens('عبدو خيالي')).toHaveLength(2)
  expect(nameTokens('بندر خيالي')).not.toContain('%bn')
  expect(nameTokens('حسن بن علي')).toEqual(['~hsn', '%bn', '~aly'])
})
