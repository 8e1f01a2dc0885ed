import type { Sentences } from './sentence.ts'

export const sanctionCheckSentences: Sentences = {
  'sanctionCheck.SanctionsChecked': {
    en: '[{query.fullName} ][{query.idNo} ]was checked from {source|word}: MASAK {masakCount}, wanted {wantedCount}, PEP {pepCount} matches.',
    tr: '[{query.fullName} ][{query.idNo} ]sorgulandı (kaynak: {source|word}): MASAK {masakCount}, aranan {wantedCount}, siyasi nüfuz sahibi {pepCount} eşleşme.',
  },
  'sanctionCheck.CustomerRescreened': {
    en: 'A list had changed: [{query.fullName} ][{query.idNo} ]matches MASAK {masakCount}, wanted {wantedCount}, PEP {pepCount} times.',
    tr: 'Liste değişti: [{query.fullName} ][{query.idNo} ]MASAK {masakCount}, aranan {wantedCount}, siyasi nüfuz sahibi {pepCount} eşleşme.',
  },
  'rescreening.CustomersRescreened': {
    en: 'All {customers} customers were compared with {entries} new entries of the list; {matched} match.',
    tr: '{customers} müşterinin tümü listenin {entries} yeni kaydıyla karşılaştırıldı; {matched} müşteri eşleşti.',
  },
  'sanctionList.SanctionListImported': {
    en: 'Version {version} of the list {list} was imported: {rows} rows.',
    tr: '{list} listesinin {version} sürümü içe aktarıldı: {rows} satır.',
  },
}
