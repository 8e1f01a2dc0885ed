import { expect, test } from 'vitest'
import { idOf, voucherRow } from '../rows.ts'
import { idsIn, queryServiceForThisFile } from '../service.ts'

const service = queryServiceForThisFile()

const askOften = () => Promise.all(Array.from({ length: 20 }, () => service.get('/v1/expenses')))

test('tables of another version, with another column, are read at once', async () => {
  await service.add('expense_voucher', [voucherRow(1)])
  await askOften()
  await service.query('alter table read_model.expense_voucher add column added text')
  for (const answer of await askOften()) expect(idsIn(answer)).toEqual([idOf(1)])
})

test('tables that take the place of those that were read are read at once', async () => {
  await askOften()
  await service.query('create schema read_model_next')
  await service.query(
    `create table read_model_next.expense_voucher (like read_model.expense_voucher);
     insert into read_model_next.expense_voucher select * from read_model.expense_voucher;
     update read_model_next.expense_voucher set id = '${idOf(7)}';
     begin;
     alter table read_model.expense_voucher rename to expense_voucher_before;
     alter table read_model_next.expense_voucher set schema read_model;
     commit`,
  )
  for (const answer of await askOften()) expect(idsIn(answer)).toEqual([idOf(7)])
})

test('more shapes than are kept are answered as well', async () => {
  const filters = ['idNo', 'isDraft', 'isFinalized', 'documentMode', 'source', 'serial', 'number']
  const values = ['1', 'true', 'true', 'paper', 'manual', 'GP', '1']
  for (let shape = 0; shape < 2 ** filters.length; shape++) {
    const chosen = filters.flatMap((name, at) =>
      (shape >> at) % 2 === 1 ? [`filter[${name}]=${values[at]}`] : [],
    )
    const answers = await Promise.all(
      ['createdAt', 'amount', 'updatedAt'].map((sort) =>
        service.get(`/v1/expenses?${[...chosen, `sort=${sort}`].join('&')}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
})
