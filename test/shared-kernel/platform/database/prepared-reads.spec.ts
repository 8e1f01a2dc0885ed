import { expect, test } from 'vitest'
import { idOf, voucherRow } from '#test/query-service/rows.ts'
import { idsIn, queryServiceForThisFile } from '#test/query-service/service.ts'

const service = queryServiceForThisFile()

const askOften = () => Promise.all(Array.from({ length: 20 }, () => service.get('/v1/expenses')))

test('tables of another version, with another column, are read at once', async () => {
  await service.add('expense_voucher', [voucherRow(1)])
  await askOften()
  await service.query('alter table read_model.expense_voucher add column added text')
  for (const answer of await askOften()) expect(idsIn(answer)).toEqual([idOf(1)])
})

test('tables that replace the served ones are read at once', async () => {
  await askOften()
  await service.query('create schema read_model_next')
  await service.query(
    `create table read_model_next.expense_voucher (like read_model.expense_voucher);
     insert into read_model_next.expense_voucher select * from read_model.expense_voucher;
     update read_model_next.expense_voucher
       set id = '${idOf(7)}', item = replace(item, '${idOf(1)}', '${idOf(7)}');
     begin;
     alter table read_model.expense_voucher rename to expense_voucher_before;
     alter table read_model_next.expense_voucher set schema read_model;
     commit`,
  )
  for (const answer of await askOften()) expect(idsIn(answer)).toEqual([idOf(7)])
})

/** Each filter, what the first voucher has there, and columns of a voucher that has something else. */
const filters = [
  ['idNo', '10000000146', { id_no: '12345' }],
  ['isDraft', 'false', { is_draft: true }],
  ['isFinalized', 'true', { is_finalized: false }],
  ['documentMode', 'paper', { document_mode: 'electronic', environment: 'test' }],
  ['source', 'manual', { source: 'bankTransaction' }],
  ['serial', 'GP', { serial: 'XX' }],
  ['number', '1', { number: '2' }],
] as const

test('each of 384 statement shapes, more than are named, returns its rows', async () => {
  await service.query('truncate read_model.expense_voucher')
  const others = filters.map(([, , other], at) => voucherRow(at + 2, { number: '1', ...other }))
  await service.add('expense_voucher', [voucherRow(1), ...others])

  for (let shape = 0; shape < 2 ** filters.length; shape++) {
    const isChosen = (_: unknown, at: number) => (shape >> at) % 2 === 1
    const chosen = filters.filter(isChosen).map(([name, value]) => `filter[${name}]=${value}`)
    const expected = [idOf(1), ...filters.flatMap((_, at) => (isChosen(_, at) ? [] : idOf(at + 2)))]
    for (const sort of ['createdAt', 'amount', 'updatedAt']) {
      const answer = await service.get(`/v1/expenses?${[...chosen, `sort=${sort}`].join('&')}`)
      expect(idsIn(answer).toSorted(), `${chosen.join(' ')} ${sort}`).toEqual(expected)
    }
  }
})
