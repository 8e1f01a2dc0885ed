import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { instant } from '#kernel/contract/fields.ts'
import { parseDecimal } from '#kernel/domain/money.ts'
import { parsed } from '../parsed.ts'
import type { BankTransaction, BankTransactions } from '../state/bank-transactions.ts'
import { failure, type Operation } from './operation.ts'

const PAGE_SIZE = 100

const parameters = Compile(
  Type.Object({
    hspRef: Type.String({ minLength: 1, maxLength: 200 }),
    hesapIslemBslTrh: instant(),
    hesapIslemBtsTrh: instant(),
    syfNo: Type.String({ pattern: '^[1-9]\\d{0,5}$' }),
    syfKytSayi: Type.String({ pattern: `^([1-9]\\d?|${PAGE_SIZE})$` }),
  }),
)

/** The bank gateway: transactions booked on an account between two instants, page by page. */
export const bankTransactions = (state: BankTransactions): Operation => ({
  name: 'bank.transactions',
  method: 'GET',
  url: '/bank/transactions',
  perform: (request) => {
    const asked = parsed(parameters, request.query)
    const [from, to] = [utc(asked.hesapIslemBslTrh), utc(asked.hesapIslemBtsTrh)]
    const [page, size] = [Number(asked.syfNo), Number(asked.syfKytSayi)]
    const booked = { accountRef: asked.hspRef, from, to }
    const found = state.list(booked, { offset: (page - 1) * size, limit: size + 1 })
    const islemler = found.slice(0, size).map(openBankingForm)
    const sonSyf = found.length <= size
    return { status: 200, json: { hspRef: asked.hspRef, syfNo: page, sonSyf, islemler } }
  },
  refuse: () => failure(422, 'ACCOUNT_REFUSED', 'The bank refuses queries for this account.'),
})

const utc = (text: string) => new Date(text).toISOString()

/** In the names of the open-banking standard; a bank does not know our ids and states. */
const openBankingForm = (booked: BankTransaction) => ({
  islNo: booked.stamp,
  brcAlc: booked.incoming ? 'A' : 'B',
  islGrckZaman: booked.transactionDate,
  islTtr: decimal(booked.amount),
  prBrm: booked.currency,
  gnclBky: decimal(booked.balance),
  dvzKur: decimal(booked.exchangeRate),
  bnkKod: booked.bankCode ?? null,
  islTur: booked.code ?? null,
  krsMskKmlkNo: booked.idNo ?? null,
  krsMskUnvan: booked.nameSurname ?? null,
  krsMskIBAN: booked.iban ?? null,
  islAcklm: booked.description ?? null,
  islNot: booked.comment ?? null,
  fonNtl: booked.fundsNature ?? null,
})

const decimal = (value: number | string | undefined) =>
  value === undefined ? null : parseDecimal(value)
