import type { Sentences } from './sentence.ts'

export const bankTransactionSentences: Sentences = {
  'bankAccount.BankAccountRecorded': {
    en: 'The current data of account “{name}” was recorded: {currency}, active {active}, archived {archived}.',
    tr: '“{name}” hesabı güncel hâliyle kaydedildi: {currency}, etkin {active}, arşivde {archived}.',
  },
  'bankQuery.BankQueryStarted': {
    en: 'The bank is asked for transactions booked from {from|time} to {to|time}.',
    tr: 'Bankadan {from|time} ile {to|time} arasındaki hareketler isteniyor.',
  },
  'bankQuery.BankAccountQueried': {
    en: 'The bank returned {receivedCount} transactions from {from|time} to {to|time}; {recordedCount} were new.',
    tr: 'Banka {from|time} ile {to|time} arasında {receivedCount} hareket bildirdi; {recordedCount} tanesi yeniydi.',
  },
  'bankQuery.BankQueryFailed': {
    en: 'The bank query from {from|time} on failed: {reason|word}. It had received {receivedCount} transactions, {recordedCount} of them new.',
    tr: '{from|time} sonrası için yapılan banka sorgusu başarısız oldu: {reason|word}. {receivedCount} hareket alınmıştı, {recordedCount} tanesi yeniydi.',
  },
  'bankQuery.BookingSetAside': {
    en: 'A booking was set aside[, stamp {stamp}]: {reason|word}[, {amount|number} {currency}][, {transactionDate|time}].',
    tr: 'Bir hesap hareketi kaydedilmeyip kenara alındı[, damga {stamp}]: {reason|word}[, {amount|number} {currency}][, {transactionDate|time}].',
  },
  'bankQuery.SetAsideBookingRecorded': {
    en: 'The booking that had been set aside was recorded as transaction {transactionId}.',
    tr: 'Kenara alınmış hareket {transactionId} numarasıyla kaydedildi.',
  },
  'bankQuery.SetAsideBookingDismissed': {
    en: 'The booking that had been set aside was dismissed: {reason}',
    tr: 'Kenara alınmış harekete gerek olmadığına karar verildi: {reason}',
  },
  'setAsideBooking.BookingKept': {
    en: 'What the bank wrote of a booking that was set aside: {source.text}',
    tr: 'Kenara alınan hareket için bankanın yazdığı: {source.text}',
  },
  'bankTransaction.BankTransactionRecorded': {
    en: 'A transaction of {amount|number} {currency} at {transactionDate|time} was recorded (incoming: {incoming})[, {counterparty.nameSurname}].',
    tr: '{transactionDate|time} tarihli {amount|number} {currency} kaydedildi (gelen: {incoming})[, {counterparty.nameSurname}].',
  },
  'bankTransaction.StampAssigned': {
    en: 'The bank’s stamp was assigned to transaction {transactionId}.',
    tr: 'Banka damgası {transactionId} numaralı harekete atandı.',
  },
}
