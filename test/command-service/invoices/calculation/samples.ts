import type { Sale, SaleItem } from '#command/invoices/calculation/sale.ts'

/** A bracelet of 22 carat, with labour for each gram. */
const bracelet: SaleItem = {
  lineName: '22 Ayar Bilezik',
  unitType: 'GRM',
  stockCode: 'BLZ22',
  exchange: '0.916',
  vatRate: '20',
  laborName: null,
  laborType: 'perUnit',
  laborAmount: '120',
}

const item = (given: Partial<SaleItem> = {}): SaleItem => ({ ...bracelet, ...given })

/** 100 000 lira at 5 900 a gram, but for what is said otherwise. */
export const sale = (
  invoiceType: Sale['invoiceType'],
  given: Partial<SaleItem> = {},
  otherwise: Partial<Sale> = {},
): Sale => ({
  invoiceType,
  amount: '100000.00',
  exchanges: '5900.00',
  item: item(given),
  ...otherwise,
})
