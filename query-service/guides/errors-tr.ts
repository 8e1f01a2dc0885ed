import type { Advice } from './advice.ts'

/** What to do after each error, and what each rule means. */
export const turkish: Advice = {
  codes: {
    VALIDATION_FAILED:
      '`details` içindekileri düzeltin; 422 ise bir iş kuralı engelliyor. Aynen tekrarlamayın.',
    AUTH_INVALID_CREDENTIALS:
      'Kullanıcı ve parolayı denetleyin; anahtarın süresi bitmiş ya da şirketin erişimi olmayabilir.',
    AUTH_FORBIDDEN: 'Anahtara yetkinin eklenmesini isteyin.',
    AUTH_TOO_MANY_ATTEMPTS: '`Retry-After` kadar bekleyin, sonra doğru parolayla girin.',
    RATE_LIMITED:
      'Hiçbir şey yapılmadı. `Retry-After` kadar bekleyip yineleyin; aynı anda daha az istek gönderin.',
    RESOURCE_NOT_FOUND: 'Böyle bir uç nokta ya da şirketinizin böyle bir kaydı yok.',
    CONFLICT:
      '`existingId` ya da `state` alanına bakın; `inProgress` ise `Retry-After` kadar bekleyin.',
    INTERNAL_ERROR:
      '`Retry-After` varsa hiçbir şey değişmedi ve değişmeyecek: bekleyip tekrarlayın. Yoksa yapılmış olabilir: oluşturmayı aynı anahtarla tekrarlayın, başka her işlemden önce listeye ya da kayda bakın. `traceId` bildirin.',
    UPSTREAM_ERROR:
      'Kural `unknown` ise entegratör yapmış olabilir: listeye bakın ya da aynı anahtarla tekrarlayın. Değilse reddedildi: `details` içindekileri düzeltin.',
    E_DOCUMENT_PAPER: 'Pusula kâğıttır; elektronik adımı yoktur.',
    E_DOCUMENT_BUSY: 'Başka bir adım sürüyor: bitene kadar `status` sorun.',
    E_DOCUMENT_REVIEW_REQUIRED:
      'Sonuç belli olana kadar `status` sorun; hiçbir adımı tekrarlamayın.',
    E_DOCUMENT_NOT_PREPARED: 'Önce `prepare` çağırın.',
    E_DOCUMENT_FINALIZATION_REQUIRED:
      'Kabul edildi ama burada henüz tamamlanamıyor. Nedeni giderip `status` sorun.',
    VERIFICATION_REQUIRED: 'Önce `sms` çağırın.',
    BANK_ACCOUNT_INACTIVE: 'Kaynağın banka hesabını etkinleştirin.',
    E_DOCUMENT_DATA_INCOMPLETE: '`details` içindekileri yeni bir taslakta tamamlayın.',
    E_DOCUMENT_CONFIG_MISSING: 'E-belge ayarlarının tamamlanmasını isteyin.',
    E_DOCUMENT_COMPANY_MISMATCH: 'E-belge ayarlarını düzelttirin: başka bir şirkete ait.',
    E_DOCUMENT_REJECTED:
      'Yanlış ya da süresi geçmiş kod: yeniden onaylayın ya da yeni SMS gönderin. Değilse sağlayıcının belirttiğini düzeltin.',
    E_DOCUMENT_SMS_COOLDOWN: '`Retry-After` kadar bekleyip SMS gönderin.',
    E_DOCUMENT_RESULT_UNKNOWN:
      'Sağlayıcı işlemi yapmış olabilir: `status` sorun, çağrıyı tekrarlamayın.',
    E_DOCUMENT_RESPONSE_INVALID: 'Sağlayıcının yanıtı okunamadı: `status` sorun.',
    E_DOCUMENT_FILE_INVALID: 'Sağlayıcının dosyası PDF ya da XML değil. Sonra deneyin.',
    KMTS_RATE_LIMITED: '`Retry-After` kadar bekleyin; yalnızca kullanıcı isterse yeniden sorun.',
    KMTS_PROVIDER_UNAVAILABLE: 'Sicile ulaşılamıyor. Yalnızca kullanıcı isterse yeniden sorun.',
    KMTS_PROVIDER_RATE_LIMITED:
      'Sicilin kendi sınırı aşıldı. Kullanıcı isterse sonra yeniden sorun.',
    KMTS_PROVIDER_RESPONSE_INVALID:
      'Sicilin yanıtı okunamadı. Yalnızca kullanıcı isterse yeniden sorun.',
    KMTS_RATE_LIMIT_UNAVAILABLE:
      'Sınır denetlenemedi, sorgu yapılmadı. `Retry-After` kadar bekleyin.',
    KMTS_HISTORY_WRITE_FAILED:
      'Sorgu kaydedilemedi. `Retry-After` varsa yapılmadı; kural `unknown` ise yeniden sormadan önce geçmişe bakın.',
    KMTS_PROVIDER_TIMEOUT:
      'Sicil 10 saniyede yanıtlamadı. Yalnızca kullanıcı isterse yeniden sorun.',
  },
  rules: {
    required:
      'Alan eksik. Gönderin; müşteriye ya da ayarlara ait bir alansa orada tamamlanmalıdır.',
    type: 'JSON türü yanlış. Referanstaki türü gönderin.',
    enum: 'İzin verilen değerlerden biri değil. Referanstakilerden birini seçin.',
    format: 'Biçimi yanlış: tarih, ondalık sayısı, soyadsız ad, telefon. Referanstaki gibi yazın.',
    pattern: 'Referanstaki desene uymuyor.',
    minLength: 'Boş ya da çok kısa. Daha uzununu gönderin ya da alanı çıkarın.',
    maxLength: 'Çok uzun. Kısaltın.',
    minimum: 'Çok küçük ya da çok erken. En az referansta ya da mesajda yazanı gönderin.',
    maximum: 'Çok büyük ya da çok geç. En çok referansta ya da mesajda yazanı gönderin.',
    unknown:
      'Alan ya da parametrede (400): böyle bir alan yok; çıkarın ya da adını düzeltin. `data`, `id`, `request`, `integrator` ya da `register` için (502, 503): yapılıp yapılmadığı bilinmiyor. Listeye bakın ya da aynı `Idempotency-Key` ile tekrarlayın. Anahtarsız tekrarlanan belgenin ilki yapıldıysa bu bir kez `duplicate` ile bildirilir.',
    readOnly: 'Sarraf belirler. Alanı çıkarın.',
    mismatch:
      'Alan başka bir kaynağa ya da ödeme türüne ait: çıkarın. Ya da `Idempotency-Key` başka bir isteğe ait: yenisini kullanın.',
    requiredOneOf: 'Birkaç alandan biri gerekli. Birini gönderin.',
    duplicate:
      'Böyle bir kayıt zaten var; sonucu bilinmeyen eş bir isteğinki de olabilir (`data`). `existingId` ile onu kullanın; bilerek ikinci kez kesilecek pusula için `allowDuplicate` gönderin.',
    integrated: 'Hesabın entegrasyonu yok. Başka hesap seçin ya da entegre ettirin.',
    json: 'Gövde UTF-8 JSON değil ya da bir anahtar iki kez var. `application/json` olarak, içerik kodlaması olmadan gönderin.',
    unsupported: 'Bu ayarlarla olmaz. Adı geçen ayarı değiştirtin.',
    inProgress:
      'Bu anahtarla ilk deneme sürüyor. `Retry-After` kadar bekleyip aynısını yeniden gönderin.',
    identity: 'Kimlik numarası geçersiz. Kişiye yeniden sorun.',
    iban: 'IBAN geçersiz. Yeniden sorun.',
    active: 'Ayar kapalı. Açtırın.',
    reserved:
      'Seri şirketin kendi serisi; numarayı Sarraf verir. `number` alanını çıkarın ya da başka bir seri seçin.',
    direction: 'Para ters yönde gitmiş. Gider pusulası giden, fatura gelen işlem ister.',
    currency: 'İşlemin para birimi TRY değil. TRY işlemi seçin.',
    notCalculable:
      'Fiyat yok ya da kalemler tutmuyor. Fiyatı kaydettirin ya da kalemleri düzeltin.',
    eInvoiceTaxpayer: 'Satıcı e-fatura mükellefi: faturayı kendisi keser, gider pusulası gerekmez.',
    exemptionCode: 'İstisna kodu satırlara uymuyor. Şablonu düzelttirin.',
    refused: 'Sağlayıcı açıkça reddetti. `errorCode` ve mesajda yazanı düzeltip yenisini gönderin.',
    attempts:
      'Çok fazla yanlış kod: yeni SMS gönderin. `Authorization` için: çok fazla hatalı giriş; `Retry-After` kadar bekleyin.',
    state: 'Kaydın durumu buna izin vermiyor. `state` alanına ya da kayda bakın.',
    busy: 'Kaydın başka bir adımı sürüyor. Bitene kadar durumunu sorun.',
    review:
      'Kayda ne olduğu bilinmiyor ya da iş tamamlanmadı. Durumunu sorun; hiçbir şeyi tekrarlamayın.',
    damaged:
      'Biri olay deposunda kaydın geçmişini sildi veya kesti. Yeniden denemek yararsızdır; operatörü arayın.',
    cooldown: 'Sonuncusundan sonra çok erken. `Retry-After` kadar bekleyin.',
    rateLimit:
      'Çok fazla çağrı. Varsa `Retry-After` kadar bekleyin; sağlayıcının kendi sınırında bu yoktur.',
    unavailable:
      'Servisin bir parçası ya da sağlayıcı yanıt vermiyor. `Retry-After` varsa hiçbir şey değişmedi ve değişmeyecek: bekleyip aynısını yeniden gönderin.',
    timeout: 'Sağlayıcı zamanında yanıt vermedi.',
    malformed: 'Sağlayıcının yanıtı okunamıyor.',
  },
  fields: {
    id: 'yolun gösterdiği kayıt',
    Authorization: 'giriş bilgisi',
    'Idempotency-Key': 'başlık ve temsil ettiği istek',
    request: 'servisin kendisi: hatalı bir alan yok',
    integrator: 'e-belge entegratörü ya da mükellef sorgulama servisi',
    register: 'KMTS',
    company: 'arka ofisteki şirket kaydı',
    companySettings: 'arka ofisteki şirket ayarları',
    customer: 'pusuladaki satıcı',
  },
}
