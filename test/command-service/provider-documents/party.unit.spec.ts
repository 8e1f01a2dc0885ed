import { describe, expect, test } from 'vitest'
import { partyNumberOf, partyOf } from '#command/provider-documents/party.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { bankTransaction, OTHER_SELLER, SELLER } from '#test/support/voucher-samples.ts'

const account = {
  name: 'From The Account',
  taxOffice: 'Kadıköy',
  address: 'Account Street 1',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '905321111111',
  mail: 'account@example.com',
  country: 'Türkiye',
}
const customerInfo = {
  nameSurname: 'From The Request',
  taxOffice: 'Beşiktaş',
  address: 'Request Street 2',
  cities: 'Beşiktaş',
  states: 'Ankara',
  phone: '905322222222',
  email: 'request@example.com',
}
const nameAtBank = 'As The Bank Spells Her'
const nobody = { idNo: null, nameSurname: null, iban: null, description: null, comment: null }
const booked = (idNo: string | null, nameSurname: string | null = nameAtBank) =>
  bankTransaction({ counterparty: { ...nobody, idNo, nameSurname } })

test('the party is described by the request before the account, field by field', () => {
  const known = { account, transaction: booked(SELLER) }
  expect(partyOf(SELLER, { customerInfo }, known)).toEqual({
    taxNumber: SELLER,
    name: 'From The Request',
    taxOffice: 'Beşiktaş',
    address: 'Request Street 2',
    district: 'Beşiktaş',
    city: 'Ankara',
    phone: '905322222222',
    mail: 'request@example.com',
    webSite: null,
    country: 'Türkiye',
  })
  const { phone } = customerInfo
  const some = partyOf(SELLER, { customerInfo: { phone } }, known)
  expect(some).toEqual({ ...account, taxNumber: SELLER, phone, webSite: null })
})

test('the party has the name from customerInfo, else nameSurname, the account, the bank', () => {
  const nameSurname = 'As The Desk Spells Her'
  const known = { account, transaction: booked(SELLER) }
  expect(partyOf(SELLER, { customerInfo, nameSurname }, known).name).toBe('From The Request')
  expect(partyOf(SELLER, { nameSurname }, known).name).toBe(nameSurname)
  expect(partyOf(SELLER, {}, known).name).toBe(account.name)
  expect(partyOf(SELLER, {}, { ...known, account: undefined }).name).toBe(nameAtBank)
})

describe('a name of the bank', () => {
  const nameIn = (transaction: ReturnType<typeof booked>) =>
    partyOf(SELLER, {}, { account: undefined, transaction }).name

  test.each([
    ['the number of the document', SELLER],
    ['it with blanks', '100 000 001 46'],
    ['no number', null],
    ['a dash for a number', '-'],
    ['a number of which nothing can be read', '***********'],
  ])('is the party’s where the booking has %s', (_what, idNo) => {
    expect(nameIn(booked(idNo))).toBe(nameAtBank)
  })

  test.each([
    ['another number', OTHER_SELLER],
    ['a masked number', '100******46'],
    ['the number of nobody in particular', '11111111111'],
  ])('is not the party’s where the booking has %s', (_what, idNo) => {
    expect(nameIn(booked(idNo))).toBeNull()
  })
})

test('what is no value is taken from the next who has one', () => {
  const transaction = booked(SELLER, 'İs**** So****')
  const bare = { ...account, name: 'Müşteri', phone: '-', address: ' - ' }
  const nameSurname = 'A** B**'
  expect(partyOf(SELLER, { nameSurname }, { account, transaction }).name).toBe(account.name)
  expect(partyOf(SELLER, { nameSurname }, { account: bare, transaction }).name).toBeNull()
  expect(
    partyOf(SELLER, { customerInfo: { address: '--' } }, { account, transaction }),
  ).toMatchObject({ address: account.address })
  expect(partyOf(SELLER, {}, { account: bare, transaction })).toMatchObject({
    phone: null,
    address: null,
  })
})

test('the party has the given identity number, else that of the other end of the transaction', () => {
  const counterparty = { nameSurname: null, iban: null, description: null, comment: null }
  const ofOther = bankTransaction({ counterparty: { ...counterparty, idNo: OTHER_SELLER } })
  expect(partyNumberOf({ idNo: SELLER }, ofOther)).toBe(SELLER)
  expect(partyNumberOf({}, ofOther)).toBe(OTHER_SELLER)
  expect(partyNumberOf({}, bankTransaction({ counterparty: forgotten }))).toBeUndefined()
  expect(partyNumberOf({}, booked('-'))).toBeUndefined()
  expect(partyNumberOf({}, undefined)).toBeUndefined()
})
