import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { type BankQueryEvent, bankQueryEvents } from '#kernel/events/bank-query.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { setAsideBookingEvents } from '#kernel/events/set-aside-booking.ts'
import { at, companyId, type Example, examplesOf, transactionId } from './example.ts'

type BankTransactionRecorded = Extract<
  BankTransactionEvent,
  { type: 'BankTransactionRecorded' }
>['data']

const bankTransaction: BankTransactionRecorded = {
  companyId,
  transactionId,
  accountId: 'acc000000000000000000001',
  stamp: 'stamp-1',
  personRef: '4c1f',
  incoming: false,
  transactionDate: '2026-11-19T08:00:00Z',
  amount: '65559.95',
  currency: 'TRY',
  exchangeRate: '1',
  balance: '100.5',
  bankCode: '0010',
  code: 'EFT',
  status: 0,
  fundsNature: 'own',
  createdDate: '2026-11-19T08:00:01Z',
  counterparty: {
    idNo: '10000000146',
    nameSurname: 'AYŞE IŞIK',
    iban: 'TR330006100519786457841326',
    description: 'hurda altın',
    comment: 'aradı',
  },
}

const accountId = 'acc000000000000000000001'
const bookingId = 'b00000000000000000000001'

const setAside: Extract<BankQueryEvent, { type: 'BookingSetAside' }>['data'] = {
  accountId,
  bookingId,
  stamp: 'stamp-1',
  reason: 'unreadable',
  faults: [
    { member: 'islTtr', rule: 'pattern' },
    { member: 'prBrm', rule: 'required' },
  ],
  incoming: true,
  transactionDate: '2026-11-19T08:00:00Z',
  amount: '100.5',
  currency: 'TRY',
}

export const bankExamples: readonly Example[] = [
  ...examplesOf(
    bankAccountEvents,
    {
      type: 'BankAccountRecorded',
      data: {
        companyId,
        accountId: 'acc000000000000000000001',
        name: 'Ziraat TL',
        bankCode: '0010',
        iban: 'TR330006100519786457841326',
        currency: 'TRY',
        bank: true,
        archived: false,
        active: true,
        accountRef: 'ref-1',
      },
    },
    {
      type: 'BankAccountRecorded',
      data: {
        companyId,
        accountId: 'acc000000000000000000001',
        name: 'Kasa',
        bankCode: null,
        iban: null,
        currency: 'TRY',
        bank: false,
        archived: true,
        active: false,
        accountRef: null,
      },
    },
  ),
  ...examplesOf(
    bankQueryEvents,
    {
      type: 'BankQueryStarted',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        attemptId: '5f0a3c1e-7f3d-4d8e-9b59-0e6a1c2d3b4f',
      },
    },
    {
      type: 'BankAccountQueried',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        receivedCount: 7,
        recordedCount: 3,
      },
    },
    {
      type: 'BankQueryFailed',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        receivedCount: 100,
        recordedCount: 2,
        reason: 'refused',
        providerCode: 'ACCOUNT_CLOSED',
      },
    },
    {
      type: 'BankQueryFailed',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-10-21T09:45:00.123Z',
        to: at,
        receivedCount: 0,
        recordedCount: 0,
        reason: 'timeout',
        providerCode: null,
      },
    },
  ),
  ...examplesOf(
    bankQueryEvents,
    { type: 'BookingSetAside', data: setAside },
    {
      type: 'BookingSetAside',
      data: {
        ...setAside,
        stamp: null,
        reason: 'contradicts',
        faults: [{ member: 'islTtr', rule: 'mismatch' }],
        incoming: null,
        transactionDate: null,
        amount: null,
        currency: null,
      },
    },
    { type: 'SetAsideBookingRecorded', data: { accountId, bookingId, transactionId } },
    {
      type: 'SetAsideBookingDismissed',
      data: { accountId, bookingId, reason: 'The bank said on the phone that it is a test.' },
    },
  ),
  ...examplesOf(
    setAsideBookingEvents,
    {
      type: 'BookingKept',
      data: {
        companyId,
        accountId,
        bookingId,
        personRef: '4c1f',
        transactionDate: '2026-11-19T08:00:00Z',
        source: { text: '{"islNo":"stamp-1","islTtr":"-100"}', encoding: 'utf-8', isCut: false },
      },
    },
    {
      type: 'BookingKept',
      data: {
        companyId,
        accountId,
        bookingId,
        personRef: null,
        transactionDate: null,
        source: { text: 'eyJpc2xObyI6Iv4ifQ==', encoding: 'base64', isCut: true },
      },
    },
  ),
  ...examplesOf(
    bankTransactionEvents,
    { type: 'BankTransactionRecorded', data: bankTransaction },
    {
      type: 'BankTransactionRecorded',
      data: {
        ...bankTransaction,
        personRef: null,
        exchangeRate: null,
        balance: null,
        bankCode: null,
        code: null,
        fundsNature: null,
        counterparty: {
          idNo: null,
          nameSurname: null,
          iban: null,
          description: null,
          comment: null,
        },
      },
    },
    {
      type: 'StampAssigned',
      data: { companyId, accountId: 'acc000000000000000000001', transactionId },
    },
  ),
]
