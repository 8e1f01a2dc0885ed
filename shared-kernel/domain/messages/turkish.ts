/**
 * Every sentence that an error can say, and the same in Turkish; `{name}` stands for a value. A sentence that is
 * not here does not compile. docs/turkish.md has the words and the manner.
 */
export const turkish = {
  // The service
  'No such endpoint.': 'Böyle bir uç nokta yok.',
  'The Host header is missing.': 'Host başlığı eksik.',
  'The expectation cannot be met.': 'Expect başlığındaki beklenti karşılanamıyor.',
  'The path or the headers are too long.': 'Yol ya da başlıklar çok uzun.',
  'The request did not arrive in time.': 'İstek zamanında ulaşmadı.',
  'The request is not readable HTTP.': 'İstek geçerli bir HTTP isteği değil.',
  'The query holds what must be escaped.':
    'Sorgu dizesinde kaçış karakteriyle (%) yazılması gereken karakterler var.',
  'The path holds what must be escaped.':
    'Yolda kaçış karakteriyle (%) yazılması gereken karakterler var.',
  'The request body is invalid.': 'İstek gövdesi geçersiz.',
  'The request is invalid; details lists every fault.':
    'İstek geçersiz; details alanında her hata belirtilmiştir.',
  'The credentials are missing, wrong or no longer valid.':
    'Kimlik bilgileri eksik, yanlış ya da artık geçerli değil.',
  'Too many wrong sign-ins; try again later.':
    'Çok sayıda hatalı giriş denendi; daha sonra yeniden deneyin.',
  'This key has no right to {right}.': 'Bu anahtarın {right} yetkisi yok.',
  'This key sends more requests than it may; try again later.':
    'Bu anahtarla izin verilenden fazla istek gönderiliyor; daha sonra yeniden deneyin.',
  'An internal error occurred. Please quote the trace id.':
    'Bir iç hata oluştu. Destek isterken traceId değerini bildirin.',
  'The service cannot do this now, and has changed nothing. Try again later.':
    'Servis bu işlemi şu anda yapamıyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
  'The service cannot be reached, and nothing was changed. Try again later.':
    'Servise ulaşılamıyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
  'The system is starting, and nothing was changed. Try again later.':
    'Sistem başlatılıyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
  'The stored history of this record is damaged. An administrator must look at it.':
    'Bu kaydın saklanan geçmişi bozulmuş. Bir sistem yöneticisinin incelemesi gerekiyor.',
  'It is not known whether this was done; look at the list for 15 seconds, or repeat it with the same Idempotency-Key.':
    'İşlemin yapılıp yapılmadığı bilinmiyor; 15 saniye boyunca listeye bakın ya da aynı Idempotency-Key ile yeniden gönderin.',
  'It is not known whether this was done; look at the record before you try again.':
    'İşlemin yapılıp yapılmadığı bilinmiyor; yeniden denemeden önce kayda bakın.',

  // Records
  'No such bank account.': 'Böyle bir banka hesabı yok.',
  'No such bank transaction.': 'Böyle bir banka hareketi yok.',
  'No such customer.': 'Böyle bir müşteri yok.',
  'No such customer event.': 'Böyle bir sicil olayı yok.',
  'No such draft.': 'Böyle bir taslak yok.',
  'No such expense voucher.': 'Böyle bir gider pusulası yok.',
  'No such identification form.': 'Böyle bir kimlik tespit formu yok.',
  'No such invoice.': 'Böyle bir fatura yok.',
  'No such KMTS query.': 'Böyle bir KMTS sorgusu yok.',
  'No such KMTS verification.': 'Böyle bir KMTS doğrulaması yok.',
  'No such record.': 'Böyle bir kayıt yok.',
  'No such sanction check.': 'Böyle bir yaptırım listesi sorgusu yok.',
  'No such template.': 'Böyle bir şablon yok.',
  'No such verification session.': 'Böyle bir kimlik doğrulama oturumu yok.',
  'No such voucher.': 'Böyle bir gider pusulası yok.',

  // Repeated requests
  'The Idempotency-Key was used with another request.':
    'Bu Idempotency-Key başka bir istekte kullanılmış.',
  'A request with this key is still running.': 'Bu anahtarla gönderilen bir istek hâlâ sürüyor.',
  'An equal request, whose outcome was unknown, has made this document. Send it again only for another one.':
    'Sonucu bilinmeyen aynı içerikli bir istek bu belgeyi oluşturmuş. Yalnızca yeni bir belge gerekiyorsa yeniden gönderin.',
  'The document was given up before it was created; send the request again.':
    'Belge oluşturulmadan vazgeçildi; isteği yeniden gönderin.',
  'The document was abandoned too often; send the request again.':
    'Belge birçok kez yarım kaldı; isteği yeniden gönderin.',
  'The voucher was abandoned; send the request again.':
    'Gider pusulası yarım kaldı; isteği yeniden gönderin.',
  'The draft of this request was deleted; send the request again.':
    'Bu isteğin taslağı silinmiş; isteği yeniden gönderin.',

  // Documents
  'The bank transaction has been officially processed.': 'Banka hareketi resmî olarak işlenmiş.',
  'The bank transaction is used for another document.':
    'Banka hareketi başka bir belgede kullanılıyor.',
  'There is a document of the same day, identity and amount.':
    'Aynı gün, kimlik numarası ve tutarla düzenlenmiş bir belge var.',
  'Number {number} of serial {serial} is taken.':
    '{serial} serisinin {number} numarası kullanılmış.',
  'The voucher cannot be issued like this.': 'Gider pusulası bu hâliyle düzenlenemez.',
  'The voucher lacks what is needed.': 'Gider pusulasında gerekli bilgiler eksik.',
  'The company lacks what is needed.': 'Şirket kaydında gerekli bilgiler eksik.',
  'The company is no longer known.': 'Şirket artık kayıtlı değil.',
  'The seller is an e-invoice taxpayer.': 'Satıcı e-fatura mükellefi.',
  'A finalized voucher cannot be deleted.': 'Kesinleşmiş bir gider pusulası silinemez.',
  'This voucher is not being finalized.': 'Bu gider pusulası kesinleştirilme aşamasında değil.',
  'This is a paper voucher.': 'Bu bir kâğıt gider pusulası.',
  'The invoice cannot be issued like this.': 'Fatura bu hâliyle düzenlenemez.',
  'The parties of the invoice lack what is needed.':
    'Faturanın taraflarına ait gerekli bilgiler eksik.',
  'The company has no e-document integration.': 'Şirketin e-belge entegrasyonu yok.',
  'An issued invoice cannot be deleted; it is cancelled in the panel.':
    'Düzenlenmiş bir fatura silinemez; iptali panelden yapılır.',

  // Electronic vouchers
  'Electronic vouchers are not set up.': 'Elektronik gider pusulası ayarları yapılmamış.',
  "The company's integrator takes no electronic vouchers.":
    'Şirketin entegratörü elektronik gider pusulası kabul etmiyor.',
  "The electronic documents are set up for another company's tax number.":
    'E-belge ayarları başka bir şirketin vergi kimlik numarasıyla yapılmış.',
  'This cannot be done with the document as it is.':
    'Belgenin şu anki durumunda bu işlem yapılamaz.',
  'The document is being worked on; ask for its status a little later.':
    'Belge üzerinde başka bir işlem sürüyor; durumunu biraz sonra sorgulayın.',
  'It is not known whether the provider has accepted the document; ask for its status.':
    'Belgenin entegratörce kabul edilip edilmediği bilinmiyor; durumunu sorgulayın.',
  'The document has not been prepared.': 'Belge henüz hazırlanmamış.',
  'The provider has accepted the document, but it cannot be completed here yet.':
    'Belge entegratörce kabul edildi, ancak burada henüz tamamlanamıyor.',
  'Send the verification SMS first.': 'Önce doğrulama SMS’ini gönderin.',
  'The document has been sent.': 'Belge gönderilmiş.',
  'The bank account of the source is passive.': 'Kaynak hareketin banka hesabı pasif.',
  'All {count} codes given for this SMS were wrong; send another one.':
    'Bu SMS için girilen {count} kodun tümü hatalıydı; yeni bir SMS gönderin.',
  'Another SMS can be sent in {seconds} seconds.':
    '{seconds} saniye sonra yeni bir SMS gönderilebilir.',
  'This phone has got as many SMS as one phone may; the next one in {seconds} seconds.':
    'Bu telefona gönderilebilecek SMS sayısına ulaşıldı; bir sonraki {seconds} saniye sonra gönderilebilir.',

  // For operators, who read the English one
  'The document is {state}: there is nothing to resolve.':
    'Belgenin durumu {state}: çözülecek bir şey yok.',
  'The document has been prepared again meanwhile: nothing was resolved.':
    'Belge bu arada yeniden hazırlandı: hiçbir şey çözülmedi.',
  'The invoice is {stage}: there is nothing to resolve.':
    'Faturanın durumu {stage}: çözülecek bir şey yok.',
  'A draft is not official: it can be resolved as never-arrived only.':
    'Taslak resmî belge değildir: yalnızca never-arrived olarak çözülebilir.',

  // Integrator, registry, bank
  'The provider has refused it: {words}': 'Entegratör reddetti: {words}',
  'The integrator has refused it: {words}': 'Entegratör reddetti: {words}',
  'The integrator has refused it.': 'Entegratör reddetti.',
  'Nothing was sent, because it could not be recorded in time.':
    'Zamanında kaydedilemediği için hiçbir şey gönderilmedi.',
  'It is not known what the provider has done; ask for the status of the document.':
    'Entegratördeki sonuç bilinmiyor; belgenin durumunu sorgulayın.',
  'It is not known what the integrator has done; look at the list before you try again.':
    'Entegratördeki sonuç bilinmiyor; yeniden denemeden önce listeye bakın.',
  'It is not known yet what the integrator has done with the invoice.':
    'Faturanın entegratördeki sonucu henüz bilinmiyor.',
  'It is not known yet what the integrator has done with this invoice.':
    'Bu faturanın entegratördeki sonucu henüz bilinmiyor.',
  'The provider gives no clear answer; ask again later.':
    'Entegratör net bir yanıt vermiyor; daha sonra yeniden sorgulayın.',
  'The provider has no readable file of the document.':
    'Entegratörde belgenin okunabilir bir dosyası yok.',
  'The taxpayer registry does not answer; try again later.':
    'Mükellef sorgulama servisi yanıt vermiyor; daha sonra yeniden deneyin.',
  'The bank cannot be asked about this account.': 'Bu hesap için banka sorgusu yapılamaz.',

  // Customers and checks
  'There is a form of this identity number that waits for approval.':
    'Bu kimlik numarasının onay bekleyen bir formu var.',
  'This is a panel search, not a check of the API.':
    'Bu bir panel araması; API ile yapılmış bir sorgu değil.',

  // KMTS
  'Too many queries; the next one may be made in {seconds} s.':
    'Çok fazla sorgu yapıldı; bir sonraki {seconds} saniye sonra yapılabilir.',
  'The limit cannot be checked now; try again later.':
    'Sorgu sınırı şu anda denetlenemiyor; daha sonra yeniden deneyin.',
  'This query was made elsewhere.': 'Bu sorgu başka bir yerden yapılmış.',
  'The query could not be recorded, and was not made. Try again later.':
    'Sorgu kaydedilemedi ve yapılmadı. Daha sonra yeniden deneyin.',
  'The query could not be recorded; look at the history before you query again.':
    'Sorgu kaydedilemedi; yeniden sorgulamadan önce geçmişe bakın.',
  'The register did not answer in time.': 'KMTS zamanında yanıt vermedi.',
  'The register cannot be reached.': 'KMTS’ye ulaşılamıyor.',
  'The register refused the query.': 'KMTS sorguyu reddetti.',
  'The register wants fewer queries.': 'KMTS’nin sorgu sınırı aşıldı.',
  'The answer of the register could not be read.': 'KMTS’nin yanıtı okunamadı.',
  'The query was interrupted before its answer came.': 'Sorgu, yanıtı gelmeden kesildi.',
} as const
