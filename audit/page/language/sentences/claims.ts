import type { Sentences } from './sentence.ts'

export const claimSentences: Sentences = {
  'documentLedger.DocumentClaimed': {
    en: 'Day {day} and amount {amount|number} were claimed for it, to prevent a duplicate.',
    tr: '{day} günü ve {amount|number} tutarı bu belge için ayrıldı; aynı ödeme ikinci kez belgelenemez.',
  },
  'documentLedger.DocumentReleased': {
    en: 'Its claim of day and amount was released.',
    tr: 'Ayrılan gün ve tutar serbest bırakıldı.',
  },
  'transactionClaim.TransactionClaimed': {
    en: 'Bank transaction {transactionId} was claimed for the {owner.kind|word} {owner.id}.',
    tr: '{transactionId} numaralı banka hareketi {owner.id} numaralı belge ({owner.kind|word}) için ayrıldı.',
  },
  'transactionClaim.TransactionReleased': {
    en: 'Bank transaction {transactionId} was released by the {owner.kind|word} {owner.id}.',
    tr: '{transactionId} numaralı banka hareketini {owner.id} numaralı belge ({owner.kind|word}) serbest bıraktı.',
  },
  'numberBook.NumberImported': {
    en: 'Number {number} of serial {serial} was entered: another system had given it. The sequence stands at {sequence}.',
    tr: '{serial} serisinin {number} numarası kaydedildi: başka bir sistem vermişti. Sıra {sequence} numarasında.',
  },
  'numberBook.NumberTaken': {
    en: 'Number {number} of serial {serial} was taken for it.',
    tr: 'Bu belge için {serial} serisinin {number} numarası alındı.',
  },
}
