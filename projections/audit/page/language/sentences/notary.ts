import type { Sentences } from './sentence.ts'

export const notarySentences: Sentences = {
  'notary.HeadSigned': {
    en: 'The notary signed the hash chain up to event {count}.',
    tr: 'Noter, özet zincirini {count}. olaya kadar imzaladı.',
  },
}
