import { expect, test } from 'vitest'
import { isSpoiltNumber, numbersIn } from '#command/sanction-lists/formats/words/numbers-in.ts'

test.each([
  ['10000000146', ['10000000146']],
  ['U 1234567', ['U 1234567']],
  ['AB-123456', ['AB-123456']],
  ['75 0000001', ['75 0000001']],
  ['111 222 333 36', ['111 222 333 36']],
  ['TR-P 614 166', ['TR-P 614 166']],
  ['96 03 464086', ['96 03 464086']],
  ['35202- 4135948-7', ['35202- 4135948-7']],
  ['FK117RK0', ['FK117RK0']],
  ['B/011641', ['B/011641']],
  ['12CP63882.3FRA', ['12CP63882.3FRA']],
  ['4414', ['4414']],
])('the number %s is whole', (cell, numbers) => {
  expect(numbersIn(cell)).toEqual(numbers)
})

test.each([
  ['CAR diplomatic passport no. D00000000', 'D00000000'],
  ['Libyan passport No. 000000', '000000'],
  ['000000042 (Expired 25 Jan. 2016)', '000000042'],
  ['national identity card number 00000-0000000-0', '00000-0000000-0'],
  ['German travel document (“Reiseausweis”) A 0000000', 'A 0000000'],
  ['Diplomatic Passport: Z00000000', 'Z00000000'],
  ['Provisional passport No.: 00000000', '00000000'],
  ['Libya 000000', '000000'],
  ['Libya B/000000', 'B/000000'],
  ['000000000 (US)', '000000000'],
  ['R00000000, South Sudan', 'R00000000'],
  ['identification card (tazkira) number 0000', '0000'],
  ['Military identification\nnumber 000-00-00', '000-00-00'],
  ['Russian passport number 8208 No. 000000', '8208 000000'],
  ['No. H0000000 (Iraqi)', 'H0000000'],
  ['passport no.00000000', '00000000'],
  ['No00000/000', '00000/000'],
  ['T.C. Kimlik No:10000000146', '10000000146'],
  ['RF 75 0000001', '75 0000001'],
  ['Pasaport No: A0000001 (veriliş: 12.03.2015)', 'A0000001'],
  ['IMO number: 0000000', '0000000'],
  ['SWIFT/BIC: KRGUKPPY', 'KRGUKPPY'],
])('of the words %s the number is %s', (cell, number) => {
  expect(numbersIn(cell)).toEqual([number])
})

test.each([
  ['TCKN: 10000000146 / Pasaport No: U 1234567', ['10000000146', 'U 1234567']],
  ['10000000146 10000000214', ['10000000146', '10000000214']],
  ['a) U1234567 b) AB-123456', ['U1234567', 'AB-123456']],
  ['U1234567 U7654321', ['U1234567', 'U7654321']],
  ['75 0000001, 75 0000002', ['75 0000001', '75 0000002']],
  ['No:12345;No:67890', ['12345', '67890']],
  ['1234567-7654321', ['1234567-7654321', '1234567', '7654321']],
])('%s holds several numbers', (cell, numbers) => {
  expect(numbersIn(cell)).toEqual(numbers)
})

test.each([
  ['’11122233336', '11122233336'],
  ['11122233336.0', '11122233336'],
  ['11122233336,00', '11122233336'],
  ['11.122.233.336', '11122233336'],
  ['1.1122233336E+10', '11122233336'],
  ['1,1122233336e10', '11122233336'],
])('%s has all digits of the number, however a spreadsheet wrote it', (cell, number) => {
  expect([numbersIn(cell), isSpoiltNumber(cell)]).toEqual([[number], false])
})

test.each(['1,11222E+10', '1.11222E+10', '1E+10', '#####', '#'])(
  '%s is no number any more',
  (cell) => {
    expect([numbersIn(cell), isSpoiltNumber(cell)]).toEqual([[], true])
  },
)

test.each(['Bilinmiyor', '-', 'N/A', '', 'issued 2012', '12.03.2015', '2015-03-12'])(
  'there is no number in %j',
  (cell) => {
    expect([numbersIn(cell), isSpoiltNumber(cell)]).toEqual([[], false])
  },
)
