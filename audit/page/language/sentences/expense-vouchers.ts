import type { Sentences } from './sentence.ts'

export const expenseVoucherSentences: Sentences = {
  'expenseVoucher.VoucherDrafted': {
    en: 'A purchase from {seller.name} was drafted: {quantity|number} {unitType|word} of {template.lineName} at {price|number}, in total {amount|number} TRY, from {source|word}, {documentMode|word}, in serial {serial}.',
    tr: '{seller.name} adlı satıcıdan alım taslağı hazırlandı: {quantity|number} {unitType|word} {template.lineName}, birim fiyat {price|number}, toplam {amount|number} TL; kaynak: {source|word}, belge: {documentMode|word}, seri {serial}.',
  },
  'expenseVoucher.VoucherImported': {
    en: 'A voucher that another system had issued was taken over as {serial} {number}[, {officialNumber}]: {amount|number} TRY to {seller.name}, dated {transactionDate|time}[, cancelled at {cancelledAt|time}].',
    tr: 'Başka bir sistemin düzenlediği pusula {serial} {number}[, {officialNumber}] olarak devralındı: {seller.name} adlı satıcıya {amount|number} TL, tarihi {transactionDate|time}[, iptali {cancelledAt|time}].',
  },
  'expenseVoucher.FinalizationRequested': {
    en: 'Finalization was requested[ with number {givenNumber}], in serial {serial}.',
    tr: 'Pusulanın kesinleşmesi istendi: {serial} serisinden [{givenNumber} ]numara bekliyor.',
  },
  'expenseVoucher.VoucherFinalized': {
    en: 'The voucher is final as {serial} {number}: {stockMovement.quantity|number} {stockMovement.unitType|word} of {stockMovement.material|word} went {stockMovement.direction|word}.',
    tr: 'Pusula {serial} {number} olarak kesinleşti; stok hareketi ({stockMovement.direction|word}): {stockMovement.quantity|number} {stockMovement.unitType|word} {stockMovement.material|word}.',
  },
  'expenseVoucher.DraftDeleted': {
    en: 'The draft was deleted, and its claims were released.',
    tr: 'Taslak silindi; ayırdıkları serbest bırakıldı.',
  },
  'expenseVoucher.VoucherAbandoned': {
    en: 'The voucher was abandoned: {reason|word}. It can no longer be created.',
    tr: 'Pusuladan vazgeçildi: {reason|word}. Artık oluşturulamaz.',
  },
  'expenseVoucher.PreparationStarted': {
    en: 'The document is being sent to the integrator, as {uuid}.',
    tr: 'Belge {uuid} numarasıyla entegratöre gönderiliyor.',
  },
  'expenseVoucher.VoucherPrepared': {
    en: 'The integrator has stored the document and waits for the seller.',
    tr: 'Entegratör belgeyi sakladı, satıcının onayını bekliyor.',
  },
  'expenseVoucher.PreparationRefused': {
    en: 'The integrator refused the document ({errorCode}): {errorMessage}',
    tr: 'Entegratör belgeyi reddetti ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.PreparationUnknown': {
    en: 'It is unknown whether the integrator has the document ({errorCode}): {errorMessage}',
    tr: 'Belgenin entegratöre ulaşıp ulaşmadığı bilinmiyor ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.SmsRequested': {
    en: 'The integrator is asked to send the seller a code.',
    tr: 'Entegratörden satıcıya kod göndermesi isteniyor.',
  },
  'expenseVoucher.SmsSent': {
    en: 'The code was sent to the seller; another one can be requested from {retryAt|time} on.',
    tr: 'Kod satıcıya gönderildi; yenisi {retryAt|time} itibarıyla istenebilir.',
  },
  'expenseVoucher.SmsRefused': {
    en: 'The integrator sent no code ({errorCode}): {errorMessage}',
    tr: 'Entegratör kod göndermedi ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.SmsUnknown': {
    en: 'It is unknown whether a code was sent ({errorCode}): {errorMessage}',
    tr: 'Kodun gönderilip gönderilmediği bilinmiyor ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.SubmissionStarted': {
    en: 'The document is being submitted with the seller’s code.',
    tr: 'Belge, satıcının onay koduyla gönderiliyor.',
  },
  'expenseVoucher.CodeRefused': {
    en: 'The code was not accepted, and nothing was submitted ({errorCode}): {errorMessage}',
    tr: 'Kod kabul edilmedi, hiçbir şey gönderilmedi ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.SubmissionRefused': {
    en: 'The integrator refused the submission ({errorCode}): {errorMessage}',
    tr: 'Entegratör gönderimi reddetti ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.SubmissionUnknown': {
    en: 'The outcome of the submission is unknown ({errorCode}): {errorMessage} From here on, Sarraf only asks for its status.',
    tr: 'Gönderimin sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca durumu sorulur.',
  },
  'expenseVoucher.ProviderAccepted': {
    en: 'The document is official[ as {officialNumber}], accepted at {acceptedAt|time}.',
    tr: 'Belge[ {officialNumber} numarasıyla] resmîleşti; kabul zamanı {acceptedAt|time}.',
  },
  'expenseVoucher.LocalCompletionFailed': {
    en: 'The document is official, but could not be completed locally: {reason|word}.',
    tr: 'Belge resmîleşti, ancak Sarraf’ta tamamlanamadı: {reason|word}.',
  },
  'expenseVoucher.StatusChecked': {
    en: 'The integrator was asked; its answer: {found|word}.',
    tr: 'Entegratöre soruldu; yanıtı: {found|word}.',
  },
  'expenseVoucher.DeletionStarted': {
    en: 'The draft at the integrator is being cancelled.',
    tr: 'Entegratördeki taslak iptal ediliyor.',
  },
  'expenseVoucher.DeletionRefused': {
    en: 'The integrator did not cancel its draft ({errorCode}): {errorMessage}',
    tr: 'Entegratör, taslağı iptal etmedi ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.DeletionUnknown': {
    en: 'It is unknown whether the draft was cancelled ({errorCode}): {errorMessage}',
    tr: 'Taslağın iptal edilip edilmediği bilinmiyor ({errorCode}): {errorMessage}',
  },
  'expenseVoucher.OutcomeResolved': {
    en: 'An operator decided the outcome of the submission: {resolvedAs|word}. Reason: {reason}',
    tr: 'Gönderimin sonucuna işletmeci karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  },
  'expenseVoucher.VoucherCancelled': {
    en: 'The official document was cancelled at {cancelledAt|time}; its number and its stock movement stay.',
    tr: 'Resmî belge {cancelledAt|time} tarihinde iptal edildi; numarası ve stok hareketi duruyor.',
  },
  'expenseVoucher.LateAnswerReceived': {
    en: 'A late answer arrived: {outcome|word}[, {officialNumber}]. It changes nothing.',
    tr: 'Geç bir yanıt geldi: {outcome|word}[, {officialNumber}]. Hiçbir şeyi değiştirmez.',
  },
}
