import { en, es, it, tr } from '@faker-js/faker'
import type { Random } from './random.ts'

/** Ways to write one legal form. */
const legalForms: readonly (readonly string[])[] = [
  ['A.Ş.', 'Anonim Şirketi', 'AŞ', 'A.S.'],
  ['Ltd. Şti.', 'Limited Şirketi', 'LTD ŞTİ', 'Ltd.Şti.'],
  ['AG', 'Aktiengesellschaft', 'A.G.'],
  ['GmbH', 'Gesellschaft mit beschränkter Haftung', 'G.m.b.H.'],
  ['OAO', 'Open Joint Stock Company', 'OJSC', 'ОАО'],
  ['OOO', 'Limited Liability Company', 'LLC', 'ООО'],
  ['Inc.', 'Incorporated', 'Inc'],
  ['Ltd', 'Limited', 'Ltd.'],
  ['S.A.', 'SA', 'Société Anonyme', 'Sociedad Anónima'],
  ['LLC', 'L.L.C.', 'Limited Liability Company'],
  ['Corp.', 'Corporation'],
  ['S.p.A.', 'SpA', 'Società per Azioni'],
]

const wordsOf = (names: readonly string[] | null | undefined) =>
  (names ?? []).filter((name) => /^\p{L}{4,}$/u.test(name))

const proper = [
  ...wordsOf(tr.person?.last_name?.generic),
  ...wordsOf(en.person?.last_name?.generic),
  ...wordsOf(es.person?.last_name?.generic),
  ...wordsOf(it.person?.last_name?.generic),
]
const generic =
  'Trading Shipping Petroleum Kuyumculuk Holding Energy Bank Industries Maritime Metals Gold Mücevherat İnşaat Tekstil Logistics Investment Construction Chemicals Electronics Aviation Export Steel Foods Pharma'.split(
    ' ',
  )
const coined = wordsOf(en.company?.noun).map((word) => word.charAt(0).toUpperCase() + word.slice(1))

export interface Company {
  readonly words: readonly string[]
  readonly form: readonly string[]
}

export function companyFrom(random: Random): Company {
  const name = random.anyOf(proper)
  const words = [
    [name, random.anyOf(generic)],
    [name, random.anyOf(proper), random.anyOf(generic)],
    [random.anyOf(coined), name],
    [name],
  ]
  return { words: random.anyOf(words), form: random.anyOf(legalForms) }
}

export const otherWord = (random: Random, word: string): string => {
  const other = random.anyOf(proper)
  return other === word ? otherWord(random, word) : other
}

export const companyName = ({ words, form }: Company, written = form[0] ?? '') =>
  [...words, written].join(' ')
