import type { Sentences } from './sentence.ts'

export const accessSentences: Sentences = {
  'access.RecordAccessed': {
    en: 'Viewed: {what|word}[, {noun|word} {recordId}].',
    tr: 'Bakıldı: {what|word}[, {noun|word} {recordId}].',
  },
  'access.EvidenceExported': {
    en: 'An evidence package was exported.',
    tr: 'Bir kanıt paketi dışa aktarıldı.',
  },
  'access.EvidenceWritten': {
    en: 'An evidence package was completed.',
    tr: 'Bir kanıt paketi tamamlandı.',
  },
  'access.PersonExported': {
    en: 'Everything that is kept about a person was exported.',
    tr: 'Bir kişi hakkında tutulan her şey dışa aktarıldı.',
  },
  'access.VerificationStarted': {
    en: 'A verification was started.',
    tr: 'Bir doğrulama başlatıldı.',
  },
}
