import type { InEachLanguage } from '../page.ts'

const english = {
  title: 'Keys and webhooks',
  about: 'Who may call the API for the company, and which programs get its events.',
  keys: 'API keys',
  noKeys: 'The company has no key.',
  user: 'API user',
  rights: 'Rights',
  standing: 'State',
  validUntil: 'Valid until',
  lastUse: 'Last recorded use',
  unknownUse: 'not among the newest events',
  useHint:
    'A use is known where it left an event: a write, a sign-in to pages, or what was viewed there. Reads of the API are recorded nowhere.',
  standings: {
    valid: 'valid',
    disabled: 'disabled',
    expired: 'expired',
    forgotten: 'its secret is forgotten',
  },
  endpoints: 'Webhooks',
  noEndpoints: 'No program gets events.',
  endpoint: 'Endpoint',
  url: 'Address',
  types: 'Events',
  since: 'Since',
  endpointStandings: {
    on: 'delivering',
    off: 'stopped by the operator',
    failing: 'given up: it failed for days',
    gone: 'given up: it answered that it is gone',
    unreadable: 'cannot be read, and gets nothing',
  },
  operator: 'With the operator’s command',
  creating: 'Keys are made and ended, and endpoints changed, where the services run:',
}

const turkish: typeof english = {
  title: 'Anahtarlar ve webhook’lar',
  about: 'Şirket adına API’yi kimlerin çağırabileceği ve olaylarını hangi programların aldığı.',
  keys: 'API anahtarları',
  noKeys: 'Şirketin anahtarı yok.',
  user: 'API kullanıcısı',
  rights: 'Yetkiler',
  standing: 'Durum',
  validUntil: 'Geçerlilik sonu',
  lastUse: 'Kayıtlı son kullanım',
  unknownUse: 'en yeni olaylar arasında yok',
  useHint:
    'Bir kullanım, olay bıraktıysa bilinir: bir yazma, sayfalara giriş ya da orada bakılanlar. API okumaları hiçbir yere kaydedilmez.',
  standings: {
    valid: 'geçerli',
    disabled: 'kapatılmış',
    expired: 'süresi dolmuş',
    forgotten: 'gizli anahtarı unutulmuş',
  },
  endpoints: 'Webhook’lar',
  noEndpoints: 'Olayları alan bir program yok.',
  endpoint: 'Uç nokta',
  url: 'Adres',
  types: 'Olaylar',
  since: 'Başlangıç',
  endpointStandings: {
    on: 'teslim ediliyor',
    off: 'operatör durdurmuş',
    failing: 'bırakılmış: günlerce başarısız oldu',
    gone: 'bırakılmış: artık olmadığını bildirdi',
    unreadable: 'okunamıyor, hiçbir şey almıyor',
  },
  operator: 'Operatörün komutuyla',
  creating:
    'Anahtarlar, servislerin çalıştığı yerde oluşturulur ve sona erdirilir; uç noktalar da orada değiştirilir:',
}

export const keysTexts: InEachLanguage<typeof english> = { en: english, tr: turkish }
