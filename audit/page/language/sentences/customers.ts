import type { Sentences } from './sentence.ts'

export const customerSentences: Sentences = {
  'customer.CustomerRecorded': {
    en: 'The current data of customer {person.nameSurname} was recorded.',
    tr: 'Müşteri {person.nameSurname} güncel hâliyle kaydedildi.',
  },
  'customerForm.FormSubmitted': {
    en: 'A form about {person.nameSurname} was submitted.',
    tr: '{person.nameSurname} hakkında bir form gönderildi.',
  },
  'customerForm.FormDecided': {
    en: 'The panel decided: approved {isApproval}, signed {isSigned}, rejected {rejected}, deleted {deleted}.',
    tr: 'Panel karar verdi: onay {isApproval}, imza {isSigned}, ret {rejected}, silme {deleted}.',
  },
  'personForms.FormTakenUp': {
    en: 'The form became the open form of its person.',
    tr: 'Bu form, kişinin açık formu oldu.',
  },
  'customerEvent.RegisterEventRecorded': {
    en: 'A customer event of level {recordLevel} was recorded[: {entry.comment}]',
    tr: 'Sicile {recordLevel} düzeyinde bir kayıt yazıldı[: {entry.comment}]',
  },
  'idvSession.SessionRecorded': {
    en: 'An identity verification session was recorded.',
    tr: 'Bir kimlik doğrulama oturumu kaydedildi.',
  },
}
