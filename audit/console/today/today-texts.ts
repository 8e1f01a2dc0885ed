import type { InEachLanguage } from '../page.ts'

interface TodayTexts {
  readonly title: string
  readonly day: string
  readonly show: string
  readonly before: string
  readonly nothing: string
  readonly counts: string
  readonly state: string
  readonly hour: string
  readonly total: string
  readonly table: string
  readonly file: string
  readonly columns: readonly string[]
  readonly documents: readonly string[]
  readonly tables: Readonly<Record<string, string>>
}

export const todayTexts: InEachLanguage<TodayTexts> = {
  en: {
    title: 'Today',
    day: 'Day',
    show: 'Show',
    before: 'Compared with the same weekday before:',
    nothing: 'No document has this day, or the same weekday before.',
    counts:
      'Documents that the lists show, by their date. Grams and amounts are of finalized vouchers and issued invoices that are not cancelled.',
    state: 'State',
    hour: 'Hour',
    total: 'total',
    table: 'Table',
    file: 'as CSV',
    columns: ['bought', 'bought before', 'sold', 'sold before'],
    documents: ['vouchers', 'vouchers before', 'invoices', 'invoices before'],
    tables: {
      states: 'Vouchers and invoices by state',
      'grams-gold': 'Gold: grams of fine metal by hour',
      'grams-silver': 'Silver: grams of fine metal by hour',
      'grams-platin': 'Platinum: grams of fine metal by hour',
      'grams-paladyum': 'Palladium: grams of fine metal by hour',
      amounts: 'Amounts in Turkish lira (TRY) by hour',
    },
  },
  tr: {
    title: 'Bugün',
    day: 'Gün',
    show: 'Göster',
    before: 'Karşılaştırılan gün, bir hafta öncesi:',
    nothing: 'Bu günün ve bir hafta öncesinin belgesi yok.',
    counts:
      'Listelerin gösterdiği belgeler, tarihlerine göre. Gram ve tutarlar, iptal edilmemiş kesinleşmiş pusulaların ve düzenlenmiş faturalarındır.',
    state: 'Durum',
    hour: 'Saat',
    total: 'toplam',
    table: 'Tablo',
    file: 'CSV olarak',
    columns: ['alış', 'önceki alış', 'satış', 'önceki satış'],
    documents: ['pusula', 'önceki pusula', 'fatura', 'önceki fatura'],
    tables: {
      states: 'Durumlarına göre pusulalar ve faturalar',
      'grams-gold': 'Altın: saatlere göre has gram',
      'grams-silver': 'Gümüş: saatlere göre has gram',
      'grams-platin': 'Platin: saatlere göre has gram',
      'grams-paladyum': 'Paladyum: saatlere göre has gram',
      amounts: 'Saatlere göre Türk lirası (TRY) tutarlar',
    },
  },
}
