/** The sentences in Turkish. */
export const turkishSentences: Readonly<Record<string, string>> = {
  'expenseVoucher.VoucherDrafted':
    '{seller.name} adlı satıcıdan alım taslağı hazırlandı: {quantity|number} {unitType|word} {template.lineName}, birim fiyat {price|number}, toplam {amount|number} TL; kaynak: {source|word}, belge: {documentMode|word}, seri {serial}.',
  'expenseVoucher.FinalizationRequested':
    'Pusulanın kesinleşmesi istendi: {serial} serisinden [{givenNumber} ]numara bekliyor.',
  'expenseVoucher.VoucherFinalized':
    'Pusula {serial} {number} olarak kesinleşti; stok hareketi ({stockMovement.direction|word}): {stockMovement.quantity|number} {stockMovement.unitType|word} {stockMovement.material|word}.',
  'expenseVoucher.DraftDeleted': 'Taslak silindi; ayırdıkları serbest bırakıldı.',
  'expenseVoucher.VoucherAbandoned': 'Pusuladan vazgeçildi: {reason|word}. Artık oluşturulamaz.',
  'expenseVoucher.PreparationStarted': 'Belge {uuid} numarasıyla entegratöre gönderiliyor.',
  'expenseVoucher.VoucherPrepared': 'Entegratör belgeyi sakladı, satıcının onayını bekliyor.',
  'expenseVoucher.PreparationRefused': 'Entegratör belgeyi reddetti ({errorCode}): {errorMessage}',
  'expenseVoucher.PreparationUnknown':
    'Belgenin entegratöre ulaşıp ulaşmadığı bilinmiyor ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsRequested': 'Entegratörden satıcıya kod göndermesi isteniyor.',
  'expenseVoucher.SmsSent':
    'Kod satıcıya gönderildi; yenisi {retryAt|time} itibarıyla istenebilir.',
  'expenseVoucher.SmsRefused': 'Entegratör kod göndermedi ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsUnknown':
    'Kodun gönderilip gönderilmediği bilinmiyor ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionStarted': 'Belge, satıcının onay koduyla gönderiliyor.',
  'expenseVoucher.CodeRefused':
    'Kod kabul edilmedi, hiçbir şey gönderilmedi ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionRefused': 'Entegratör gönderimi reddetti ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionUnknown':
    'Gönderimin sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca durumu sorulur.',
  'expenseVoucher.ProviderAccepted':
    'Belge[ {officialNumber} numarasıyla] resmîleşti; kabul zamanı {acceptedAt|time}.',
  'expenseVoucher.LocalCompletionFailed':
    'Belge resmîleşti, ancak Sarraf’ta tamamlanamadı: {reason|word}.',
  'expenseVoucher.StatusChecked': 'Entegratöre soruldu; yanıtı: {found|word}.',
  'expenseVoucher.DeletionStarted': 'Entegratördeki taslak iptal ediliyor.',
  'expenseVoucher.DeletionRefused':
    'Entegratör, taslağı iptal etmedi ({errorCode}): {errorMessage}',
  'expenseVoucher.DeletionUnknown':
    'Taslağın iptal edilip edilmediği bilinmiyor ({errorCode}): {errorMessage}',
  'expenseVoucher.OutcomeResolved':
    'Gönderimin sonucuna işletmeci karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  'expenseVoucher.LateAnswerReceived':
    'Geç bir yanıt geldi: {outcome|word}[, {officialNumber}]. Hiçbir şeyi değiştirmez.',
  'invoice.InvoiceRequested':
    '{customer.name} adına {totals.payableTotal|number} TL tutarında fatura istendi ({invoiceType}, {channel|word}); kaynak: {source|word}.',
  'invoice.SubmissionStarted': 'Fatura {uuid} numarasıyla entegratöre gönderiliyor.',
  'invoice.InvoiceIssued':
    'Fatura[ {invoiceNumber} numarasıyla] resmîleşti; düzenlenme zamanı {issuedAt|time}.',
  'invoice.DraftKept': 'Entegratör faturayı taslak olarak sakladı.',
  'invoice.SubmissionRefused':
    'Entegratör faturayı reddetti ({errorCode}): {errorMessage} Ayırdıkları serbest bırakıldı.',
  'invoice.SubmissionUnknown':
    'Faturanın sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca durumu sorulur.',
  'invoice.StatusAsked':
    'Entegratöre soruldu: {found|word}. Yeniden sorulacağı zaman: {nextAt|time}.',
  'invoice.DraftDeletionStarted': 'Entegratördeki taslak siliniyor.',
  'invoice.DraftDeletionRefused': 'Entegratör, taslağı silmedi ({errorCode}): {errorMessage}',
  'invoice.DraftDeletionUnknown':
    'Taslağın silinip silinmediği bilinmiyor ({errorCode}): {errorMessage}',
  'invoice.DraftDeleted': 'Entegratördeki taslak silindi; ayırdıkları serbest bırakıldı.',
  'invoice.RecordDeleted': 'Taslağın Sarraf’taki kaydı silindi.',
  'invoice.InvoiceAbandoned': 'Fatura oluşmadan vazgeçildi.',
  'invoice.OutcomeResolved':
    'Faturanın sonucuna işletmeci karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  'invoice.InvoiceCancelled': 'Fatura {cancelledAt|time} tarihinde iptal edildi.',
  'documentLedger.DocumentClaimed':
    '{day} günü ve {amount|number} tutarı bu belge için ayrıldı; aynı ödeme ikinci kez belgelenemez.',
  'documentLedger.DocumentReleased': 'Ayrılan gün ve tutar serbest bırakıldı.',
  'transactionClaim.TransactionClaimed':
    '{transactionId} numaralı banka hareketi {owner.id} numaralı belge ({owner.kind|word}) için ayrıldı.',
  'transactionClaim.TransactionReleased':
    '{transactionId} numaralı banka hareketini {owner.id} numaralı belge ({owner.kind|word}) serbest bıraktı.',
  'numberBook.NumberTaken': 'Bu belge için {serial} serisinin {number} numarası alındı.',
  'kmtsVerification.KmtsQueryStarted': '{scannedCode} KMTS’ye soruluyor.',
  'kmtsVerification.KmtsQueryAnswered':
    'KMTS yanıtladı: {outcome|word}[, {entry.productName}][, {entry.refineryName}].',
  'kmtsVerification.KmtsQueryFailed':
    'KMTS’den kullanılabilir yanıt gelmedi: {reason|word} ({errorCode}): {errorMessage}',
  'kmtsVerification.KmtsVerificationRecorded':
    '{scannedCode} soruldu (kaynak: {source|word}): {outcome|word}.',
  'sanctionCheck.SanctionsChecked':
    '[{query.fullName} ][{query.idNo} ]sorgulandı (kaynak: {source|word}): MASAK {masakCount}, aranan {wantedCount}, siyasi nüfuz sahibi {pepCount} eşleşme.',
  'sanctionList.SanctionListImported':
    '{list} listesinin {version} sürümü içe aktarıldı: {rows} satır.',
  'customer.CustomerRecorded': 'Müşteri {person.nameSurname} güncel hâliyle kaydedildi.',
  'customerForm.FormSubmitted': '{person.nameSurname} hakkında bir form gönderildi.',
  'customerForm.FormDecided':
    'Panel karar verdi: onay {isApproval}, imza {isSigned}, ret {rejected}, silme {deleted}.',
  'personForms.FormTakenUp': 'Bu form, kişinin açık formu oldu.',
  'customerEvent.RegisterEventRecorded':
    'Sicile {recordLevel} düzeyinde bir kayıt yazıldı[: {entry.comment}]',
  'idvSession.SessionRecorded': 'Bir kimlik doğrulama oturumu kaydedildi.',
  'bankAccount.BankAccountRecorded':
    '“{name}” hesabı güncel hâliyle kaydedildi: {currency}, etkin {active}, arşivde {archived}.',
  'bankQuery.BankQueryStarted':
    'Bankadan {from|time} ile {to|time} arasındaki hareketler isteniyor.',
  'bankQuery.BankAccountQueried':
    'Banka {from|time} ile {to|time} arasında {receivedCount} hareket bildirdi; {recordedCount} tanesi yeniydi.',
  'bankQuery.BankQueryFailed':
    '{from|time} sonrası için yapılan banka sorgusu başarısız oldu: {reason|word}. {receivedCount} hareket alınmıştı, {recordedCount} tanesi yeniydi.',
  'bankTransaction.BankTransactionRecorded':
    '{transactionDate|time} tarihli {amount|number} {currency} kaydedildi (gelen: {incoming})[, {counterparty.nameSurname}].',
  'bankTransaction.StampAssigned': 'Banka damgası {transactionId} numaralı harekete atandı.',
  'company.CompanyRecorded':
    '“{title}” şirketi güncel hâliyle kaydedildi: paket {package}, etkin {status}.',
  'companySettings.CompanySettingsRecorded': 'Şirketin ayarları kaydedildi.',
  'screeningSettings.ScreeningSettingsRecorded':
    'Adlar {threshold} puandan itibaren yaptırım listesiyle eşleşmiş sayılır.',
  'apiKey.ApiKeyRecorded':
    '{apiUserId} kullanıcısının API anahtarı kaydedildi: etkin {status}, geçerlilik sonu {validUntil|time}, yetkiler {rights}.',
  'providerAccount.ProviderAccountRecorded': 'Sağlayıcı hesabı kaydedildi: {provider|word}.',
  'price.PriceRecorded': '{material|word} fiyatı {at|time} itibarıyla {price|number} TL.',
  'template.TemplateRecorded': '“{title}” şablonu güncel hâliyle kaydedildi.',
  'notary.HeadSigned': 'Noter, özet zincirini {count}. olaya kadar imzaladı.',
}
