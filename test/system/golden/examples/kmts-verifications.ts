import { type KmtsEntry, noEntry } from '#kernel/domain/kmts-entry.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { at, type Example, examplesOf } from './example.ts'

const kmtsEntry: KmtsEntry = {
  status: 'ACTIVE',
  statusDescription: 'Etiket aktif',
  statusTitleDescription: 'Aktif',
  activationDate: '2026-03-02T08:30:00.000Z',
  markingDate: '2026-02-27T10:00:00.000Z',
  scanVerificationId: 'SV-7',
  refineryName: 'Boğaziçi Rafineri',
  productName: 'Külçe altın 1 g',
  millesimalFineness: '995.0',
  weightUnit: 'GRM',
  metal: 'Altın',
  weight: '1.005',
  packagePrefix: 'PK',
  method: 'LABEL',
  methodDescription: 'Güvenlik etiketi',
}

export const kmtsExamples: readonly Example[] = [
  ...examplesOf(
    kmtsVerificationEvents,
    {
      type: 'KmtsQueryStarted',
      data: {
        verificationId: '4b0000000000000000000001',
        scannedCode: 'KMV-001',
        checkedAt: at,
        attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
      },
    },
    {
      type: 'KmtsChecked',
      data: {
        verificationId: '4b0000000000000000000001',
        outcome: 'verified',
        entry: kmtsEntry,
        completedAt: at,
        durationMs: 412,
      },
    },
    {
      type: 'KmtsChecked',
      data: {
        verificationId: '4b0000000000000000000001',
        outcome: 'not_found',
        entry: noEntry,
        completedAt: at,
        durationMs: 0,
      },
    },
    {
      type: 'KmtsQueryFailed',
      data: {
        verificationId: '4b0000000000000000000001',
        reason: 'refused',
        errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
        errorMessage: 'Bu firma sorgu yapamaz.',
        providerCode: 'QUERY_REFUSED',
        completedAt: at,
        durationMs: 87,
      },
    },
    {
      type: 'KmtsQueryFailed',
      data: {
        verificationId: '4b0000000000000000000001',
        reason: 'interrupted',
        errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
        errorMessage: 'The query was interrupted before its answer came.',
        providerCode: null,
        completedAt: at,
        durationMs: null,
      },
    },
    {
      type: 'KmtsVerificationRecorded',
      data: {
        verificationId: '4b0000000000000000000002',
        source: 'mobile',
        scannedCode: 'KMV-002',
        outcome: 'verified',
        isVerified: true,
        entry: kmtsEntry,
        checkedAt: at,
        completedAt: at,
        durationMs: 350,
        errorCode: null,
        errorMessage: null,
        retryable: false,
        createdAt: at,
      },
    },
    {
      type: 'KmtsVerificationRecorded',
      data: {
        verificationId: '4b0000000000000000000003',
        source: 'desktop',
        scannedCode: 'KMV-003',
        outcome: 'provider_error',
        isVerified: false,
        entry: noEntry,
        checkedAt: at,
        completedAt: null,
        durationMs: null,
        errorCode: 'TIMEOUT',
        errorMessage: 'Zaman aşımı',
        retryable: true,
        createdAt: at,
      },
    },
  ),
]
