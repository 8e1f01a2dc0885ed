import type { InEachLanguage } from '../page.ts'

const english = {
  title: 'Documents',
  about: 'Whose outcome at the provider is unknown, and what waits.',
  intro:
    'Electronic vouchers and invoices that are not finished, those longest without an event first.',
  none: 'Every document has an outcome.',
  more: 'The {count} oldest are shown.',
  waiting: {
    unknown: 'Outcome unknown',
    underWay: 'Under way',
    person: 'Waiting for a person',
  },
  hints: {
    unknown:
      'The provider may have taken it. Nothing is sent again; ask the provider, and decide only if it gives no clear answer.',
    underWay:
      'A call runs, or its outcome is still recorded. What stays here for more than some minutes needs a running command service.',
    person: 'The next step is the dealer’s: the code, another try, or the deletion of the draft.',
  },
  document: 'Document',
  kind: 'Kind',
  state: 'State',
  amount: 'Amount',
  last: 'Last event',
  nothingOpen: 'It has its outcome. Nothing is to be done.',
  ask: {
    title: 'Ask the provider',
    button: 'Ask the provider again',
    hint: 'It is only asked; a clear answer settles the document, and completes it if it was accepted.',
    itself: 'Sarraf asks by itself: after seconds, finally once an hour.',
    answers: {
      done: 'The provider was asked, and what it said is below.',
      E_DOCUMENT_RESULT_UNKNOWN: 'The provider gives no clear answer. Ask again later.',
      E_DOCUMENT_FINALIZATION_REQUIRED:
        'The provider has accepted it, but it cannot be completed yet. The history says why.',
      E_DOCUMENT_BUSY: 'A call for this document runs. Ask again when it has ended.',
      foreign: 'Another site sent this form. Nothing was done.',
      failed: 'It could not be asked now. Try again in a moment.',
    },
  },
  decide: {
    title: 'Decide',
    hint: 'Deciding stays with the operator’s command, after a look into the provider’s portal. It asks the provider first, and never decides against a clear answer.',
    accepted: 'The provider has it, under an official number:',
    neverArrived: 'It never arrived:',
    runbook: 'In the runbook: docs/operations.md, “Documents with an unknown outcome”.',
  },
}

const turkish: typeof english = {
  title: 'Belgeler',
  about: 'Sağlayıcıdaki sonucu bilinmeyenler ve bekleyenler.',
  intro:
    'Tamamlanmamış elektronik gider pusulaları ve faturalar; en uzun süredir olay görmeyenler başta.',
  none: 'Her belgenin sonucu belli.',
  more: 'En eski {count} belge gösteriliyor.',
  waiting: {
    unknown: 'Sonucu bilinmiyor',
    underWay: 'Sürüyor',
    person: 'Birini bekliyor',
  },
  hints: {
    unknown:
      'Sağlayıcı belgeyi almış olabilir. Hiçbir şey yeniden gönderilmez; sağlayıcıya sorun, ancak açık bir yanıt vermezse karar verin.',
    underWay:
      'Bir çağrı sürüyor ya da sonucu kaydediliyor. Burada dakikalarca kalanlar için çalışan bir komut servisi gerekir.',
    person: 'Sıradaki adım işletmenindir: kod, yeni bir deneme ya da taslağın silinmesi.',
  },
  document: 'Belge',
  kind: 'Tür',
  state: 'Durum',
  amount: 'Tutar',
  last: 'Son olay',
  nothingOpen: 'Belgenin sonucu belli; yapılacak bir şey yok.',
  ask: {
    title: 'Sağlayıcıya sorma',
    button: 'Sağlayıcıya yeniden sor',
    hint: 'Yalnızca sorulur; açık bir yanıt belgeyi sonuca bağlar, kabul edilmişse tamamlar.',
    itself: 'Sarraf kendisi sorar: önce saniyeler içinde, sonunda saatte bir.',
    answers: {
      done: 'Sağlayıcıya soruldu; yanıtı aşağıdadır.',
      E_DOCUMENT_RESULT_UNKNOWN: 'Sağlayıcı açık bir yanıt vermiyor. Daha sonra yeniden sorun.',
      E_DOCUMENT_FINALIZATION_REQUIRED:
        'Sağlayıcı belgeyi kabul etmiş, ama belge henüz tamamlanamıyor. Nedeni geçmişindedir.',
      E_DOCUMENT_BUSY: 'Bu belge için bir çağrı sürüyor. Bitince yeniden sorun.',
      foreign: 'Bu form başka bir siteden gönderildi. Hiçbir şey yapılmadı.',
      failed: 'Şu anda sorulamadı. Biraz sonra yeniden deneyin.',
    },
  },
  decide: {
    title: 'Karar verme',
    hint: 'Karar, sağlayıcının portalına bakıldıktan sonra operatörün komutuyla verilir. Komut önce sağlayıcıya sorar, açık bir yanıta karşı karar vermez.',
    accepted: 'Belge resmî bir numarayla sağlayıcıda:',
    neverArrived: 'Hiç ulaşmamış:',
    runbook: 'El kitabında: docs/operations.md, “Documents with an unknown outcome”.',
  },
}

export const documentTexts: InEachLanguage<typeof english> = { en: english, tr: turkish }
