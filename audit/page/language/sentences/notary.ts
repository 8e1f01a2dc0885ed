import type { Sentences } from './sentence.ts'

export const notarySentences: Sentences = {
  'notary.HeadSigned': {
    en: 'The notary signed the hash chain up to event {count}.',
    tr: 'Noter, özet zincirini {count}. olaya kadar imzaladı.',
  },
  'notary.KeySucceeded': {
    en: 'The notary’s key was replaced; old and new key signed this.',
    tr: 'Noterin anahtarı değişti; eski ve yeni anahtar bunu imzaladı.',
  },
}
