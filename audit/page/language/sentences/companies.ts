import type { Sentences } from './sentence.ts'

export const companySentences: Sentences = {
  'company.CompanyRecorded': {
    en: 'The current data of company “{title}” was recorded: package {package}, active {status}.',
    tr: '“{title}” şirketi güncel hâliyle kaydedildi: paket {package}, etkin {status}.',
  },
  'companySettings.CompanySettingsRecorded': {
    en: 'The company’s settings were recorded.',
    tr: 'Şirketin ayarları kaydedildi.',
  },
  'screeningSettings.ScreeningSettingsRecorded': {
    en: 'Names count as matches of a sanction list from the score {threshold} on.',
    tr: 'Adlar {threshold} puandan itibaren yaptırım listesiyle eşleşmiş sayılır.',
  },
  'apiKey.ApiKeyRecorded': {
    en: 'The API key of {apiUserId} was recorded: active {status}, valid until {validUntil|time}, rights {rights}.',
    tr: '{apiUserId} kullanıcısının API anahtarı kaydedildi: etkin {status}, geçerlilik sonu {validUntil|time}, yetkiler {rights}.',
  },
  'providerAccount.ProviderAccountRecorded': {
    en: 'The account at {provider|word} was recorded.',
    tr: 'Sağlayıcı hesabı kaydedildi: {provider|word}.',
  },
  'webhookEndpoint.WebhookEndpointRecorded': {
    en: 'Webhooks go to {url}: active {status}, types {eventTypes}.',
    tr: 'Web kancaları {url} adresine gider: etkin {status}, türler {eventTypes}.',
  },
  'webhookEndpoint.WebhookEndpointDisabled': {
    en: 'Webhooks no longer go to {url}: {reason|word}, without success since {failingSince|time}.',
    tr: 'Web kancaları artık {url} adresine gitmiyor: {reason|word}, {failingSince|time} tarihinden beri başarısız.',
  },
  'price.PriceRecorded': {
    en: 'The price of {material|word} is {price|number} TRY from {at|time} on.',
    tr: '{material|word} fiyatı {at|time} itibarıyla {price|number} TL.',
  },
  'template.TemplateRecorded': {
    en: 'The current data of template “{title}” was recorded.',
    tr: '“{title}” şablonu güncel hâliyle kaydedildi.',
  },
}
