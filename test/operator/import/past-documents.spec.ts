import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { variablesOf } from '#test/audit/auditing.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, type Line, newDealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { withLog } from '#test/support/with-log.ts'
import { operator } from '../command-line.ts'

const system = systemForThisFile()

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const MORNING = '2025-03-04T09:30:00Z'

const voucher = (data: Line['data'] = {}): Line & { readonly data: { readonly id: string } } => ({
  kind: 'expenseVoucher',
  data: {
    id: recordId(),
    serial: 'GP',
    number: '900',
    transactionDate: MORNING,
    idNo: '10000000146',
    amount: '1250.50',
    nameSurname: 'Ayşe Yılmaz',
    ...data,
  },
})

const invoice = (data: Line['data'] = {}): Line & { readonly data: { readonly id: string } } => ({
  kind: 'invoice',
  data: {
    id: recordId(),
    serial: 'KTA',
    number: 'KTA2025000000007',
    transactionDate: MORNING,
    idNo: '10000000146',
    payableTotal: '5300.00',
    nameSurname: 'Ayşe Yılmaz',
    ...data,
  },
})

const refusal = (dealer: Dealer, ...lines: readonly Line[]) =>
  dealer.import(...lines).then(
    () => 'imported',
    (error: unknown) => String(error).replace('Error: the import was refused: ', ''),
  )

const manual = {
  source: 'manual',
  idNo: '10000000146',
  amount: 1250.5,
  nameSurname: 'Ayşe Yılmaz',
}

test('a voucher of the past is read like any other, and the book goes on behind it', async () => {
  const dealer = await newDealer(system)
  const line = voucher({
    number: 900,
    quantity: 2.5,
    unitType: 'GRM',
    material: 'gold',
    purity: '0.916',
  })
  await dealer.import(line)
  const { id } = line.data

  const { data } = await dealer.api.get(`/v1/expenses/${id}`)
  expect(data).toMatchObject({
    id,
    serial: 'GP',
    number: '900',
    amount: 1250.5,
    quantity: 2.5,
    price: 500.2,
    isDraft: false,
    isFinalized: true,
    documentMode: 'paper',
    state: null,
    cancelled: false,
    customer: { taxNumber: '10000000146', name: 'Ayşe Yılmaz' },
    transactionDate: '2025-03-04T09:30:00.000Z',
  })
  const next = await dealer.api.post('/v1/expenses', { ...manual, amount: 2000 })
  expect(next).toMatchObject({ status: 201, data: { serial: 'GP', number: '901' } })
  expect(await dealer.api.delete(`/v1/expenses/${id}`)).toMatchObject({ status: 409 })
  const listed = await dealer.api.get('/v1/expenses?filter[number]=900')
  expect(listed.data).toMatchObject([{ id }])
})

test('an electronic voucher of the past is sent, and its provider is never asked', async () => {
  const dealer = await newDealer(system)
  const line = voucher({ uuid: UUID, state: 'sent', officialNumber: 'GPE2025000000031' })
  await dealer.import(line)
  const path = `/v1/expenses/${line.data.id}/e-document`

  const status = await dealer.api.get(`${path}/status`)
  expect(status).toMatchObject({
    status: 200,
    data: {
      eDocument: { state: 'sent', uuid: UUID, number: 'GPE2025000000031', lastCheckedAt: null },
    },
  })
  for (const [verb, body] of [
    ['prepare', {}],
    ['sms', {}],
    ['confirm', { code: '123456' }],
  ] as const) {
    expect(await dealer.api.post(`${path}/${verb}`, body)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    })
  }
  expect(await dealer.api.get(`${path}/file?format=pdf`)).toMatchObject({ status: 502 })
  expect(await dealer.api.delete(`/v1/expenses/${line.data.id}`)).toMatchObject({ status: 409 })
})

test('it has its bank transaction and its day, unless it is cancelled', async () => {
  const dealer = await newDealer(system)
  const transaction = await dealer.transaction()
  const booked = voucher({ bankTransactionId: transaction, amount: '10000' })
  const gone = voucher({ number: '7', cancelled: true, amount: '77' })
  await dealer.import(booked, gone)

  const again = { source: 'bankTransaction', bankTransactionId: transaction, idNo: '10000000146' }
  expect(await dealer.api.post('/v1/expenses', again)).toMatchObject({
    status: 409,
    error: { details: [{ field: 'data.bankTransactionId', existingId: booked.data.id }] },
  })
  const sameDay = { ...manual, amount: 10_000, transactionDate: '2025-03-04T12:00:00Z' }
  expect(await dealer.api.post('/v1/expenses', sameDay)).toMatchObject({
    status: 409,
    error: { details: [{ field: 'data.idNo', rule: 'duplicate', existingId: booked.data.id }] },
  })
  const free = { ...sameDay, amount: 77 }
  expect(await dealer.api.post('/v1/expenses', free)).toMatchObject({ status: 201 })
  await dealer.import(voucher({ ...booked.data, cancelled: true }))
  expect(await dealer.api.post('/v1/expenses', again)).toMatchObject({ status: 201 })
})

test('an invoice of the past has its number, and its bank transaction', async () => {
  const dealer = await newDealer(system, { invoice: { serial: 'KTA' } })
  const transaction = await dealer.transaction({ incoming: true })
  const line = invoice({ bankTransactionId: transaction, payableTotal: '10000', uuid: UUID })
  await dealer.import(line)
  const { id } = line.data

  expect((await dealer.api.get(`/v1/invoices/${id}`)).data).toMatchObject({
    id,
    invoiceNumber: 'KTA2025000000007',
    payableTotal: 10_000,
    linesTotal: 10_000,
    invoiceStatus: 'issued',
    invoiceInfo: { uuid: UUID },
    module: 'bankTransaction',
  })
  const again = { source: 'bankTransaction', bankTransactionId: transaction }
  expect(await dealer.api.post('/v1/invoices', again)).toMatchObject({
    status: 409,
    error: {
      details: [{ existingId: id, uuid: UUID, invoiceNumber: 'KTA2025000000007' }],
    },
  })
  expect(await dealer.api.delete(`/v1/invoices/${id}`)).toMatchObject({ status: 409 })
  await dealer.import({
    kind: 'invoiceCancelled',
    data: { invoiceId: id, cancelledAt: '2026-01-02T08:00:00Z' },
  })
  expect((await dealer.api.get(`/v1/invoices/${id}`)).data).toMatchObject({
    invoiceStatus: 'cancelled',
  })
})

test('documents of the past are in the file of their person, and in the export of the company', async () => {
  const dealer = await newDealer(system)
  await dealer.import(voucher(), voucher({ number: '7', cancelled: true }), invoice())
  const { companyId: company } = dealer
  const into = await temporaryFolder('operator')
  const run = async (...parameters: readonly string[]) => {
    const { stdout } = await operator([...parameters, '--company', company], variablesOf(system))
    return JSON.parse(stdout)
  }

  const person = ['--id-no', '10000000146', '--out', join(into, 'person')]
  expect(await run('export-person', ...person)).toMatchObject({
    records: { expenseVouchers: 2, invoices: 1 },
  })
  const vouchers = ['--noun', 'expenses', '--format', 'csv', '--out', join(into, 'vouchers')]
  expect(await run('export', ...vouchers)).toMatchObject({ rows: 2 })
})

test('a line again changes nothing; another word is recorded, but for what was entered', async () => {
  const dealer = await newDealer(system)
  const line = voucher({ uuid: UUID, state: 'sent' })
  const { id } = line.data
  await dealer.import(line)
  const before = (await dealer.api.get(`/v1/expenses/${id}`)).data
  await dealer.import(line)
  expect((await dealer.api.get(`/v1/expenses/${id}`)).data).toEqual(before)

  await dealer.import(voucher({ ...line.data, attribute: 'Bilezik', nameSurname: 'Ayşe Işık' }))
  expect((await dealer.api.get(`/v1/expenses/${id}`)).data).toMatchObject({
    attribute: 'Bilezik',
    customer: { name: 'Ayşe Işık' },
  })
  const cannot = 'is not what was imported before, and cannot change'
  for (const [field, value] of Object.entries({
    serial: 'XX',
    number: '901',
    amount: '1',
    idNo: '10000000078',
    transactionDate: '2025-03-05T09:30:00Z',
    uuid: UUID.replace('0', '1'),
  })) {
    expect(await refusal(dealer, voucher({ ...line.data, [field]: value }))).toContain(
      `line 1: ${field}: ${cannot}`,
    )
  }
  await dealer.import({
    kind: 'eDocumentCancelled',
    data: { expenseId: id, cancelledAt: '2026-01-02T08:00:00Z' },
  })
  await dealer.import(voucher({ ...line.data, attribute: 'Bilezik', nameSurname: 'Ayşe Işık' }))
  expect(await refusal(dealer, line)).toBe('line 1: cancelled: cannot be taken back')
  expect((await dealer.api.get(`/v1/expenses/${id}`)).data).toMatchObject({ cancelled: true })
})

test('what does not fit is refused with its line, and nothing is imported', async () => {
  const dealer = await newDealer(system)
  const other = await newDealer(system)
  const incoming = await dealer.transaction({ incoming: true })
  const used = await dealer.transaction()
  const foreign = await other.transaction()
  const own = await dealer.api.post('/v1/expenses', manual)
  const live = Object(own.data).id
  const booked = voucher({ number: '50', bankTransactionId: used })
  const electronic = voucher({ number: '51', uuid: UUID, state: 'sent' })
  await dealer.import(booked, electronic)
  const twice = voucher({ number: '060' })

  const lines = [
    voucher({ number: '1' }),
    voucher({ number: '50' }),
    twice,
    voucher({ number: '60' }),
    voucher({ number: '61', uuid: UUID.toUpperCase(), state: 'sent' }),
    voucher({ number: '62', state: 'sent' }),
    voucher({ number: '63', uuid: UUID, state: 'failed' }),
    voucher({ number: '64', bankTransactionId: incoming }),
    voucher({ number: '65', bankTransactionId: used }),
    voucher({ number: '66', bankTransactionId: foreign }),
    voucher({ number: '67', transactionDate: '2999-01-01T00:00:00Z' }),
    voucher({ id: live, number: '68' }),
    invoice({ payableTotal: undefined }),
  ]
  const faults = (await refusal(dealer, ...lines)).split('\n')
  expect(faults.toSorted()).toEqual(
    [
      `line 1: number: is used for ${live}`,
      `line 2: number: is used for ${booked.data.id}`,
      `line 4: number: is used for ${twice.data.id} on a line before this one`,
      `line 5: uuid: is used for ${electronic.data.id}`,
      'line 6: uuid: is required',
      'line 7: state: must be one of sent',
      'line 8: bankTransactionId: is not outgoing',
      `line 9: bankTransactionId: is used for ${booked.data.id}`,
      'line 10: bankTransactionId: is known neither here nor in this file',
      'line 11: transactionDate: must be a date with its time and zone, not in the future',
      'line 12: id: is a voucher that was made here',
      'line 13: amount: is required',
    ].toSorted(),
  )
  expect((await dealer.api.get('/v1/expenses')).meta).toMatchObject({ total: 3 })
})

test('an import that was killed is repeated, also after the recovery has given up what it had claimed', async () => {
  const dealer = await newDealer(system)
  const { companyId } = dealer
  const line = voucher()
  const { id } = line.data
  const stream = `expenseVoucher-${id}`
  const given: ExpenseVoucherEvent = {
    type: 'VoucherAbandoned',
    data: { voucherId: id, reason: 'neverCreated', claims: null },
  }
  await withLog(system, (log) =>
    recordEvents(log, { family: expenseVoucherEvents, events: [given], stream, companyId }),
  )
  await dealer.import(line)

  expect((await dealer.api.get(`/v1/expenses/${id}`)).data).toMatchObject({ number: '900' })
  const sameDay = { ...manual, transactionDate: MORNING }
  expect(await dealer.api.post('/v1/expenses', sameDay)).toMatchObject({
    status: 409,
    error: { details: [{ existingId: id }] },
  })
})
