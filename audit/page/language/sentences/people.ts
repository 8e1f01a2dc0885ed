import type { Sentences } from './sentence.ts'

export const personSentences: Sentences = {
  'person.PersonForgotten': {
    en: 'A person was forgotten: {reason}',
    tr: 'Bir kişinin verileri silindi: {reason}',
  },
  'person.RetentionEnded': {
    en: 'Personal data that had to be kept until {until} was destroyed.',
    tr: '{until} tarihine kadar saklanması gereken kişisel veriler imha edildi.',
  },
}
