import type { Sentences } from './sentence.ts'

export const kmtsVerificationSentences: Sentences = {
  'kmtsVerification.KmtsQueryStarted': {
    en: 'KMTS is asked about {scannedCode}.',
    tr: '{scannedCode} KMTS’ye soruluyor.',
  },
  'kmtsVerification.KmtsChecked': {
    en: 'KMTS answered: {outcome|word}[, {entry.productName}][, {entry.refineryName}].',
    tr: 'KMTS yanıtladı: {outcome|word}[, {entry.productName}][, {entry.refineryName}].',
  },
  'kmtsVerification.KmtsQueryFailed': {
    en: 'KMTS gave no usable answer: {reason|word} ({errorCode}): {errorMessage}',
    tr: 'KMTS’den kullanılabilir yanıt gelmedi: {reason|word} ({errorCode}): {errorMessage}',
  },
  'kmtsVerification.KmtsVerificationRecorded': {
    en: '{scannedCode} was queried from {source|word}: {outcome|word}.',
    tr: '{scannedCode} soruldu (kaynak: {source|word}): {outcome|word}.',
  },
}
