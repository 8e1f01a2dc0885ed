import type { Sentences } from './sentence.ts'

export const invoiceSentences: Sentences = {
  'invoice.InvoiceRequested': {
    en: 'An invoice to {customer.name} over {totals.payableTotal|number} TRY was requested ({invoiceType}, {channel|word}), from {source|word}.',
    tr: '{customer.name} adına {totals.payableTotal|number} TL tutarında fatura istendi ({invoiceType}, {channel|word}); kaynak: {source|word}.',
  },
  'invoice.InvoiceImported': {
    en: 'An invoice that another system had issued was taken over as {invoiceNumber}: {totals.payableTotal|number} TRY of {customer.name}, dated {transactionDate|time}[, cancelled at {cancelledAt|time}].',
    tr: 'Başka bir sistemin düzenlediği fatura {invoiceNumber} olarak devralındı: {customer.name} adına {totals.payableTotal|number} TL, tarihi {transactionDate|time}[, iptali {cancelledAt|time}].',
  },
  'invoice.SubmissionStarted': {
    en: 'The invoice is being sent to the integrator, as {uuid}.',
    tr: 'Fatura {uuid} numarasıyla entegratöre gönderiliyor.',
  },
  'invoice.InvoiceIssued': {
    en: 'The invoice is official[ as {invoiceNumber}], issued at {issuedAt|time}.',
    tr: 'Fatura[ {invoiceNumber} numarasıyla] resmîleşti; düzenlenme zamanı {issuedAt|time}.',
  },
  'invoice.DraftKept': {
    en: 'The integrator has stored the invoice as a draft.',
    tr: 'Entegratör faturayı taslak olarak sakladı.',
  },
  'invoice.SubmissionRefused': {
    en: 'The integrator refused the invoice ({errorCode}): {errorMessage} Its claims were released.',
    tr: 'Entegratör faturayı reddetti ({errorCode}): {errorMessage} Ayırdıkları serbest bırakıldı.',
  },
  'invoice.SubmissionUnknown': {
    en: 'The outcome of the invoice is unknown ({errorCode}): {errorMessage} From here on, Sarraf only asks for its status.',
    tr: 'Faturanın sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca durumu sorulur.',
  },
  'invoice.StatusAsked': {
    en: 'The integrator was asked: {found|word}. It is asked again at {nextAt|time}.',
    tr: 'Entegratöre soruldu: {found|word}. Yeniden sorulacağı zaman: {nextAt|time}.',
  },
  'invoice.DraftDeletionStarted': {
    en: 'The draft at the integrator is being deleted.',
    tr: 'Entegratördeki taslak siliniyor.',
  },
  'invoice.DraftDeletionRefused': {
    en: 'The integrator did not delete its draft ({errorCode}): {errorMessage}',
    tr: 'Entegratör, taslağı silmedi ({errorCode}): {errorMessage}',
  },
  'invoice.DraftDeletionUnknown': {
    en: 'It is unknown whether the draft was deleted ({errorCode}): {errorMessage}',
    tr: 'Taslağın silinip silinmediği bilinmiyor ({errorCode}): {errorMessage}',
  },
  'invoice.DraftDeleted': {
    en: 'The draft was deleted at the integrator, and its claims were released.',
    tr: 'Entegratördeki taslak silindi; ayırdıkları serbest bırakıldı.',
  },
  'invoice.RecordDeleted': {
    en: 'The local record of the draft was deleted.',
    tr: 'Taslağın Sarraf’taki kaydı silindi.',
  },
  'invoice.InvoiceAbandoned': {
    en: 'The invoice was abandoned before it was created.',
    tr: 'Fatura oluşmadan vazgeçildi.',
  },
  'invoice.OutcomeResolved': {
    en: 'An operator decided the outcome of the invoice: {resolvedAs|word}. Reason: {reason}',
    tr: 'Faturanın sonucuna işletmeci karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  },
  'invoice.InvoiceCancelled': {
    en: 'The invoice was cancelled at {cancelledAt|time}.',
    tr: 'Fatura {cancelledAt|time} tarihinde iptal edildi.',
  },
}
