import { expect, test } from 'vitest'
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

test('the party is described by the request before the account, field by field', () => {
  const known = { account, nameAtBank }
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
  const known = { account, nameAtBank }
  expect(partyOf(SELLER, { customerInfo, nameSurname }, known).name).toBe('From The Request')
  expect(partyOf(SELLER, { nameSurname }, known).name).toBe(nameSurname)
  expect(partyOf(SELLER, {}, known).name).toBe(account.name)
  expect(partyOf(SELLER, {}, { account: undefined, nameAtBank }).name).toBe(nameAtBank)
})

test('the party has the given identity number, else that of the other end of the transaction', () => {
  const counterparty = { nameSurname: null, iban: null, description: null, comment: null }
  const ofOther = bankTransaction({ counterparty: { ...counterparty, idNo: OTHER_SELLER } })
  expect(partyNumberOf({ idNo: SELLER }, ofOther)).toBe(SELLER)
  expect(partyNumberOf({}, ofOther)).toBe(OTHER_SELLER)
  expect(partyNumberOf({}, bankTransaction({ counterparty: forgotten }))).toBeUndefined()
  expect(partyNumberOf({}, undefined)).toBeUndefined()
})
