import { type SanctionCheckEvent, sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { rescreeningEvents } from '#kernel/events/screening.ts'
import { at, type Example, examplesOf } from './example.ts'

const sanctionCheck: Extract<SanctionCheckEvent, { type: 'SanctionsChecked' }>['data'] = {
  checkId: '5c0000000000000000000001',
  source: 'api',
  personRef: '4c1f',
  checkedAt: at,
  wantedQuery: true,
  pepQuery: false,
  isError: false,
  hasResult: true,
  lists: [
    { list: 'masak', version: '2026-11-20-0123456789ab' },
    { list: 'wanted', version: null },
  ],
  masakCount: 1,
  wantedCount: 0,
  pepCount: 0,
  hasCustomer: true,
  customerEventCount: 2,
  customerId: 'd00000000000000000000001',
  threshold: '0.8',
  method: 'names-3',
  query: { idNo: '10000000146', fullName: 'Ayşe Işık', surname: 'Işık' },
  matches: {
    masak: [
      {
        listVersion: '2026-11-19-ba9876543210',
        entryId: '17',
        name: 'AYŞE IŞIK',
        aliases: ['Aişe Işık'],
        idNo: '10000000146',
        birthDate: '05.02.1981',
        nationality: 'T.C.',
        program: 'Uydurma örgüt',
        reason: 'Uydurma karar',
        score: '1',
        matchedOn: 'idNo',
        matchedName: 'AYŞE IŞIK',
        matchedBirthDate: '05.02.1981',
        record: { 'ADI SOYADI-ÜNVANI': 'AYŞE IŞIK' },
        explanation: {
          name: '1.000',
          parts: [{ query: 'ayse', entry: 'ayse', how: 'same', weight: '1.00' }],
          facts: [{ fact: 'birthYear', agrees: true, effect: '1.00' }],
        },
      },
    ],
    wanted: [],
    pep: [],
  },
}

export const sanctionCheckExamples: readonly Example[] = [
  ...examplesOf(rescreeningEvents, {
    type: 'CustomersRescreened',
    data: {
      list: 'masak',
      version: '2026-11-20-0123456789ab',
      since: '2026-11-19-ba9876543210',
      entries: 12,
      customers: 3400,
      matched: 2,
      completedAt: at,
    },
  }),
  ...examplesOf(sanctionListEvents, {
    type: 'SanctionListImported',
    data: {
      list: 'masak',
      version: '2026-11-20-0123456789ab',
      sha256: '0123456789ab'.padEnd(64, '0'),
      format: 'masak',
      rows: 1200,
      entriesSha256: 'fedcba987654'.padEnd(64, '0'),
      skippedRows: 1,
      reader: 2,
      importedAt: at,
    },
  }),
  ...examplesOf(
    sanctionCheckEvents,
    { type: 'SanctionsChecked', data: sanctionCheck },
    { type: 'CustomerRescreened', data: { ...sanctionCheck, source: 'rescreening' } },
    {
      type: 'SanctionsChecked',
      data: {
        ...sanctionCheck,
        source: 'panel',
        personRef: null,
        wantedQuery: false,
        isError: true,
        lists: [],
        hasCustomer: false,
        customerId: null,
        query: { idNo: null, fullName: null, surname: 'Uydurma' },
        matches: {
          masak: [],
          wanted: [],
          pep: [
            {
              listVersion: null,
              entryId: null,
              name: null,
              aliases: [],
              idNo: null,
              birthDate: null,
              nationality: null,
              program: null,
              reason: null,
              score: null,
              matchedOn: null,
              matchedName: null,
              matchedBirthDate: null,
              record: { GÖREVİ: 'Belediye başkanı', year: 1981 },
              explanation: null,
            },
          ],
        },
      },
    },
  ),
]
