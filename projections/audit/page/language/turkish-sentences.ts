/** The sentences in Turkish. */
export const turkishSentences: Readonly<Record<string, string>> = {
  'expenseVoucher.VoucherDrafted':
    '{seller.name} adlı satıcıdan alım taslağı hazırlandı: {quantity|number} {unitType|word} {template.lineName}, birim fiyat {price|number}, toplam {amount|number} TL; kaynak: {source|word}, belge: {documentMode|word}, seri {serial}.',
  'expenseVoucher.FinalizationRequested':
    'Pusulanın kesinleşmesi istendi: {serial} serisinden [{givenNumber} ]numara bekliyor.',
  'expenseVoucher.VoucherFinalized':
    'Pusula {serial} {number} olarak kesinleşti; stok hareketi ({stockMovement.direction|word}): {stockMovement.quantity|number} {stockMovement.unitType|word} {stockMovement.material|word}.',
  'expenseVoucher.DraftDeleted': 'Taslak silindi; ayırdığı her şey yeniden serbest.',
  'expenseVoucher.VoucherAbandoned':
    'Pusuladan vazgeçildi: {reason|word}. Artık kimse oluşturamaz.',
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
  'expenseVoucher.SubmissionStarted': 'Belge, satıcının koduyla onaya gönderiliyor.',
  'expenseVoucher.CodeRefused':
    'Kod kabul edilmedi, hiçbir şey gönderilmedi ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionRefused': 'Entegratör gönderimi reddetti ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionUnknown':
    'Gönderimin sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca sorulur.',
  'expenseVoucher.ProviderAccepted':
    'Belge[ {officialNumber} numarasıyla] resmîleşti; kabul zamanı {acceptedAt|time}.',
  'expenseVoucher.LocalCompletionFailed': 'Belge resmî, ama burada tamamlanamadı: {reason|word}.',
  'expenseVoucher.StatusChecked': 'Entegratöre soruldu; yanıtı: {found|word}.',
  'expenseVoucher.DeletionStarted': 'Entegratördeki taslak iptal ediliyor.',
  'expenseVoucher.DeletionRefused':
    'Entegratör taslağını iptal etmedi ({errorCode}): {errorMessage}',
  'expenseVoucher.DeletionUnknown':
    'Taslağın iptal edilip edilmediği bilinmiyor ({errorCode}): {errorMessage}',
  'expenseVoucher.OutcomeResolved':
    'Gönderimin sonucuna bir kişi karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  'expenseVoucher.LateAnswerReceived':
    'Geç bir yanıt geldi: {outcome|word}[, {officialNumber}]. Hiçbir şeyi değiştirmez.',
  'invoice.InvoiceRequested':
    '{customer.name} adına {totals.payableTotal|number} TL tutarında fatura istendi ({invoiceType}, {channel|word}); kaynak: {source|word}.',
  'invoice.SubmissionStarted': 'Fatura {uuid} numarasıyla entegratöre gönderiliyor.',
  'invoice.InvoiceIssued':
    'Fatura[ {invoiceNumber} numarasıyla] resmîleşti; düzenlenme zamanı {issuedAt|time}.',
  'invoice.DraftKept': 'Entegratör faturayı taslak olarak sakladı.',
  'invoice.SubmissionRefused':
    'Entegratör faturayı reddetti ({errorCode}): {errorMessage} Ayırdığı her şey yeniden serbest.',
  'invoice.SubmissionUnknown':
    'Faturanın sonucu bilinmiyor ({errorCode}): {errorMessage} Bundan sonra yalnızca sorulur.',
  'invoice.StatusAsked':
    'Entegratöre soruldu: {found|word}. Yeniden sorulacağı zaman: {nextAt|time}.',
  'invoice.DraftDeletionStarted': 'Entegratördeki taslak siliniyor.',
  'invoice.DraftDeletionRefused': 'Entegratör taslağını silmedi ({errorCode}): {errorMessage}',
  'invoice.DraftDeletionUnknown':
    'Taslağın silinip silinmediği bilinmiyor ({errorCode}): {errorMessage}',
  'invoice.DraftDeleted': 'Entegratördeki taslak silindi; ayırdığı her şey yeniden serbest.',
  'invoice.RecordDeleted': 'Taslağın buradaki kaydı silindi.',
  'invoice.InvoiceAbandoned': 'Fatura oluşmadan vazgeçildi.',
  'invoice.OutcomeResolved':
    'Faturanın sonucuna bir kişi karar verdi: {resolvedAs|word}. Gerekçe: {reason}',
  'invoice.InvoiceCancelled': 'Fatura {cancelledAt|time} tarihinde iptal edildi.',
  'documentLedger.DocumentClaimed':
    '{day} günü ve {amount|number} tutarı bu belge için ayrıldı; kimseye aynı ödeme iki kez yapılmaz.',
  'documentLedger.DocumentReleased': 'Ayrılan gün ve tutar geri verildi.',
  'transactionClaim.TransactionClaimed':
    '{transactionId} numaralı banka hareketi {owner.id} numaralı belge ({owner.kind|word}) için ayrıldı.',
  'transactionClaim.TransactionReleased':
    '{transactionId} numaralı banka hareketini {owner.id} numaralı belge ({owner.kind|word}) geri verdi.',
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
  'customer.CustomerRecorded': 'Müşteri {person.nameSurname} bundan sonraki hâliyle kaydedildi.',
  'customerForm.FormSubmitted': '{person.nameSurname} hakkında bir form verildi.',
  'customerForm.FormDecided':
    'Panel karar verdi: onay {isApproval}, imza {isSigned}, ret {rejected}, silme {deleted}.',
  'personForms.FormTakenUp': 'Form işleme alındı: kişinin açık formu budur.',
  'customerEvent.RegisterEventRecorded':
    'Sicile {recordLevel} düzeyinde bir kayıt yazıldı[: {entry.comment}]',
  'idvSession.SessionRecorded': 'Bir kimlik doğrulama oturumu kaydedildi.',
  'bankAccount.BankAccountRecorded':
    '“{name}” hesabı bundan sonraki hâliyle kaydedildi: {currency}, etkin {active}, arşivde {archived}.',
  'bankQuery.BankQueryStarted':
    'Bankaya {from|time} ile {to|time} arasındaki hareketler soruluyor.',
  'bankQuery.BankAccountQueried':
    'Banka {from|time} ile {to|time} arasında {receivedCount} hareket bildirdi; {recordedCount} tanesi yeniydi.',
  'bankQuery.BankQueryFailed':
    'Bankaya {from|time} sonrası soruldu, olmadı: {reason|word}. {receivedCount} hareket gelmişti, {recordedCount} tanesi yeniydi.',
  'bankTransaction.BankTransactionRecorded':
    '{transactionDate|time} tarihli {amount|number} {currency} kaydedildi (gelen: {incoming})[, {counterparty.nameSurname}].',
  'bankTransaction.StampAssigned': 'Bankanın damgası {transactionId} numaralı harekete bağlandı.',
  'company.CompanyRecorded':
    '“{title}” şirketi bundan sonraki hâliyle kaydedildi: paket {package}, etkin {status}.',
  'companySettings.CompanySettingsRecorded': 'Şirketin ayarları kaydedildi.',
  'apiKey.ApiKeyRecorded':
    '{apiUserId} kullanıcısının API anahtarı kaydedildi: etkin {status}, geçerlilik sonu {validUntil|time}, yetkiler {rights}.',
  'providerAccount.ProviderAccountRecorded': 'Sağlayıcı hesabı kaydedildi: {provider|word}.',
  'price.PriceRecorded': '{material|word} fiyatı {at|time} itibarıyla {price|number} TL.',
  'template.TemplateRecorded': '“{title}” şablonu bundan sonraki hâliyle kaydedildi.',
  'notary.HeadSigned': 'Noter, günlüğün zincirini {count}. olaya kadar imzaladı.',
}
