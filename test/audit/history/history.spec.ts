import { expect, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { ask, verificationIn } from '#test/support/kmts-queries.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { documentIn, electronicDealer, newDraft, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

import { createdIn, manual, PERSON } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'
import { audit, auditorOf, type HistoryLine, linesIn, variablesOf } from '../auditing.ts'

const system = systemForThisFile()

const typesIn = (lines: readonly HistoryLine[]) => lines.map(({ type }) => type)

test('the history of an electronic voucher has every step, with its actor and its effects', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  await draft.prepare()
  await draft.sms()
  documentIn(await draft.confirm(await draft.code()))

  const lines = await auditorOf(system).history('expense-voucher', draft.id)

  const positions = lines.map(({ position }) => position)
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(typesIn(lines.filter(({ stream }) => stream === `expenseVoucher-${draft.id}`))).toEqual([
    'VoucherDrafted',
    'PreparationStarted',
    'VoucherPrepared',
    'SmsRequested',
    'SmsSent',
    'SubmissionStarted',
    'ProviderAccepted',
    'VoucherFinalized',
  ])
  expect(typesIn(lines.filter(({ stream }) => stream.startsWith('numberBook-')))).toEqual([
    'NumberTaken',
  ])
  const { apiUserId } = dealer.credentials
  expect(new Set(lines.map(({ actor }) => JSON.stringify(actor)))).toEqual(
    new Set([JSON.stringify({ kind: 'apiUser', id: apiUserId })]),
  )
  const drafted = lines.find(({ type }) => type === 'VoucherDrafted')
  expect(drafted?.data['seller']).toMatchObject({ taxNumber: PERSON, name: 'Ayşe Gül Yılmaz' })
  expect(drafted?.cause).toEqual({ kind: 'request', requestId: drafted?.requestId })
  expect(drafted?.call).toMatchObject({ ip: '127.0.0.1', idempotencyKey: null })
  const [begun, sent] = lines.filter(({ type }) => type.startsWith('Sms'))
  expect(sent?.attemptId).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent?.cause).toEqual({
    kind: 'attempt',
    attemptId: sent?.attemptId,
    eventId: begun?.eventId,
  })
})

test('a record is found by the values printed on documents', async () => {
  const dealer = await electronicDealer(system, { company: { kmtsEnabled: true } })
  const idNo = '39586528950'
  const paper = createdIn(await dealer.api.post('/v1/expenses', manual({ idNo })))
  const draft = await newDraft(system, dealer)
  documentIn(await draft.confirm(await untilCode(draft)))
  const official = (await draft.detail()).eDocument
  const code = `KMV${recordId()}`
  const asked = verificationIn(await ask(dealer.api, ` ${code.toLowerCase()} `))
  const transaction = await dealer.transaction({ stamp: `DEKONT-${paper.id}` })

  const auditor = auditorOf(system)
  const idsBy = async (value: string) => {
    const { stdout } = await auditor.run('find', [value, '--company', dealer.companyId])
    return linesIn(stdout)
  }
  const { companyId } = dealer
  const voucher = { noun: 'expense-voucher', companyId }
  const numbered = { ...voucher, id: paper.id, matched: 'serial and number' }
  expect(await idsBy(`${paper.serial}-${paper.number}`)).toEqual([numbered])
  expect(await idsBy(`${paper.serial}00${paper.number}`)).toEqual([numbered])
  expect(await idsBy(idNo)).toContainEqual({ ...voucher, id: paper.id, matched: 'idNo' })
  expect(await idsBy(paper.id.toUpperCase())).toEqual([{ ...voucher, id: paper.id, matched: 'id' }])
  const document = { ...voucher, id: draft.id }
  expect(await idsBy(`${official?.uuid}`.toUpperCase())).toEqual([{ ...document, matched: 'uuid' }])
  expect(await idsBy(`${official?.number}`)).toEqual([{ ...document, matched: 'officialNumber' }])
  expect(await idsBy(code)).toEqual([
    { noun: 'kmts-verification', id: asked.id, companyId, matched: 'scannedCode' },
  ])
  expect(await idsBy(`DEKONT-${paper.id}`)).toEqual([
    { noun: 'bank-transaction', id: transaction, companyId, matched: 'stamp' },
  ])

  const number = `${paper.serial} ${paper.number}`
  const byNumber = await auditor.history('expense-voucher', number, '--company', companyId)
  expect(byNumber).toEqual(await auditor.history('expense-voucher', paper.id))
})

test('an identity number can be passed without the command line', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import({ kind: 'customer', data: { id, idNo: '4840847211', nameSurname: 'Işık' } })
  const { companyId } = dealer
  const asked = ['customer', '-', '--company', companyId]
  const auditor = auditorOf(system)
  const { stdout, exitCode } = await auditor.run('history', asked, '4840847211\n')
  expect([exitCode, linesIn(stdout)]).toMatchObject([0, [{ type: 'CustomerRecorded' }]])
  const none = await auditor.run('history', asked, '10000000146\n')
  expect(none).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'There is no customer with the given value.\n',
  })
})

test('a company’s history has all its reference data, and no other company’s', async () => {
  const [dealer, neighbour] = [await newDealer(system), await newDealer(system)]
  const auditor = auditorOf(system)
  const lines = await auditor.history('company', dealer.companyId)
  expect(new Set(lines.map(({ stream }) => stream.split('-')[0]))).toEqual(
    new Set(['company', 'companySettings', 'apiKey', 'price', 'template']),
  )
  expect(lines.filter(({ data }) => data['companyId'] !== dealer.companyId)).toEqual([])
  expect(lines).toHaveLength((await auditor.history('company', neighbour.companyId)).length)
  expect(lines.map(({ actor }) => actor.kind)).not.toContain('apiUser')
})

test('an event that cannot be decrypted or decoded is shown as stored', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import({ kind: 'customer', data: { id, idNo: PERSON, nameSurname: 'Işık' } })
  const stream = `customer-${id}`
  const firstOf = async ({ eventStore }: { readonly eventStore: EventStore }) => {
    const [stored] = await eventStore.readStream(stream, { maxCount: 1 })
    if (stored === undefined) throw new Error('the import wrote nothing')
    return stored
  }
  const stored = await withLog(system, firstOf)
  const { metadata } = stored
  const eventOf = (type: string, data: object) => ({
    id: crypto.randomUUID(),
    type,
    data: { ...data },
    metadata,
  })
  const copied = eventOf('CustomerRecorded', stored.data)
  const newer = eventOf('CustomerPraised', { words: 'of tomorrow' })
  await withLog(system, ({ eventStore }) => eventStore.append(stream, [copied, newer], 0n))
  const foreign = connectEventStore({
    url: system.eventStoreUrl,
    logger: silentLogger,
    macs: noMacs,
  })
  await foreign.append(stream, [eventOf('CustomerRecorded', stored.data)], 2n)
  await foreign.close()

  const [first, second, third, fourth] = await auditorOf(system).history('customer', id)

  expect(first?.unreadable).toBeUndefined()
  expect(second).toMatchObject({ data: stored.data, unreadable: expect.stringContaining('auth') })
  expect(third).toMatchObject({
    data: { words: 'of tomorrow' },
    unreadable: 'its type is not known',
  })
  expect(fourth?.unreadable).toMatch(
    /^CustomerRecorded at revision 3 of customer-\w+ has no valid MAC$/,
  )
})

test.each(['history', 'state'] as const)(
  '%s names the companies of the records that a value fits',
  async (command) => {
    const stamp = `DEKONT-${recordId()}`
    const titles = ['Mısır Çarşısı Kuyumcusu', 'Galata Döviz'] as const
    const found = []
    for (const title of titles) {
      const dealer = await newDealer(system, { company: { title } })
      found.push({ dealer, title, id: await dealer.transaction({ stamp }) })
    }
    const auditor = auditorOf(system)

    const several = await auditor.run(command, ['bank-transaction', stamp])
    expect(several).toMatchObject({ exitCode: 1, stdout: '' })
    expect(several.stderr).toMatch(
      /^The value matches 2 records \(bank-transaction\): name the company with --company, or name one by its id\.\n/,
    )
    for (const { dealer, title, id } of found) {
      expect(several.stderr).toContain(`  ${id}  of company ${dealer.companyId} ${title}\n`)
      const one = ['bank-transaction', stamp, '--company', dealer.companyId]
      expect(await auditor.run(command, one)).toMatchObject({ exitCode: 0, stderr: '' })
    }
  },
)

test('an unknown record and a wrong call are explained in one line', async () => {
  const auditor = auditorOf(system)
  expect(await auditor.run('history', ['expense-voucher', recordId()])).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no expense-voucher [0-9a-f]{24}\.\n$/),
  })
  expect(await auditor.run('history', ['voucher', recordId()])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/'noun'\. Allowed choices are expense-voucher, .*, company\.\n/),
  })
  expect(await auditor.run('find', ['nothing at all'])).toMatchObject({ exitCode: 1, stdout: '' })
  expect(await auditor.run('history', [])).toMatchObject({ exitCode: 2 })
})

test('the commands run as a program', async () => {
  const dealer = await newDealer(system)
  const asked = ['history', 'company', dealer.companyId]
  const { stdout, stderr, exitCode } = await audit(asked, variablesOf(system))
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(linesIn(stdout)).toEqual(await auditorOf(system).history('company', dealer.companyId))
  const nowhere = await audit(['find', 'x'], { DATA_DIR: '/nowhere' })
  expect(nowhere).toMatchObject({ exitCode: 1, stdout: '' })
  expect(nowhere.stderr).toMatch(/^No running system in \/nowhere: .*\n$/)
})
