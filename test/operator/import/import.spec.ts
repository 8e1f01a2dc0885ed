import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Dealer, newDealer, newId } from '#test/support/import-lines.ts'
import { dataIn, importing, recordedFor, systemForThisFile } from '#test/support/operator.ts'

const system = systemForThisFile()

const derivedId = ({ companyId, accountId }: Dealer, stamp: string) =>
  createHash('sha256').update(`${companyId}|${accountId}|${stamp}`).digest('hex').slice(0, 24)

test('the same lines again change nothing', async () => {
  const dealer = newDealer()
  const lines = [
    dealer.company(),
    dealer.apiKey(),
    dealer.template(),
    dealer.customer(),
    dealer.bankAccount(),
    dealer.bankTransaction(),
  ]
  expect(await importing(system(), lines)).toEqual({ imported: 6, unchanged: 0 })
  expect(await importing(system(), lines)).toEqual({ imported: 0, unchanged: 6 })
  expect(await recordedFor(system(), dealer.companyId)).toHaveLength(6)
})

test('money in another notation is the same money', async () => {
  const dealer = newDealer()
  const lines = (amount: unknown) => [
    dealer.company(),
    dealer.bankAccount(),
    dealer.bankTransaction({ amount }),
  ]
  await importing(system(), lines('1250.00'))
  expect(await importing(system(), lines(1250))).toEqual({ imported: 0, unchanged: 3 })
})

test('changed data of a known record is recorded as its next state', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company(), dealer.customer()])
  const married = dealer.customer({ nameSurname: 'Ayşe Kaya', phone: '905321234567' })
  expect(await importing(system(), [dealer.company(), married])).toEqual({
    imported: 1,
    unchanged: 1,
  })
  const [before, after] = await dataIn(system(), `customer-${dealer.customerId}`)
  expect(before).toMatchObject({ person: { nameSurname: 'Ayşe Yılmaz', phone: null } })
  expect(after).toMatchObject({ person: { nameSurname: 'Ayşe Kaya', phone: '905321234567' } })
  expect(after?.['createdDate']).toBe(before?.['createdDate'])
})

test('when a record was first imported stays with it', async () => {
  const dealer = newDealer()
  const known = [dealer.company(), dealer.bankAccount()]
  await importing(system(), [
    ...known,
    dealer.bankTransaction(),
    dealer.customer({ createdDate: '2020-01-02' }),
  ])
  await importing(system(), [
    ...known,
    dealer.bankTransaction({ status: 1 }),
    dealer.customer({ year: 1980 }),
  ])
  const transactions = await dataIn(system(), `bankTransaction-${derivedId(dealer, 'G-0001')}`)
  expect(transactions.map(({ status }) => status)).toEqual([0, 1])
  expect(transactions[1]?.['createdDate']).toBe(transactions[0]?.['createdDate'])
  const customers = await dataIn(system(), `customer-${dealer.customerId}`)
  expect(customers.map(({ createdDate }) => createdDate)).toEqual([
    '2020-01-02T00:00:00.000Z',
    '2020-01-02T00:00:00.000Z',
  ])
})

test('a file with a fault leaves no trace', async () => {
  const dealer = newDealer()
  const outcome = await importing(system(), [
    dealer.company(),
    '',
    dealer.customer({ idNo: undefined }),
    'not json',
    dealer.template({ companyId: newId() }),
    dealer.bankTransaction(),
  ])
  expect(outcome).toEqual({
    faults: [
      'line 3: idNo: is required',
      'line 4: json: is not valid JSON',
      'line 5: companyId: is known neither here nor in this file',
      'line 6: accountId: is known neither here nor in this file',
    ],
  })
  expect(await recordedFor(system(), dealer.companyId)).toEqual([])
})

test('a faulty line causes no further faults about missing records', async () => {
  const dealer = newDealer()
  const outcome = await importing(system(), [dealer.company({ title: 1 }), dealer.customer()])
  expect(outcome).toEqual({ faults: ['line 1: title: must be a text of 1 to 500 characters'] })
})

test('a line may refer to a company from the log or from any line of the file', async () => {
  const dealer = newDealer()
  expect(await importing(system(), [dealer.price(), dealer.company()])).toMatchObject({
    imported: 2,
  })
  expect(await importing(system(), [dealer.bankAccount()])).toMatchObject({ imported: 1 })
  expect(await importing(system(), [dealer.bankTransaction()])).toMatchObject({ imported: 1 })
})

test('an import cannot change records of another company', async () => {
  const [dealer, other] = [newDealer(), newDealer()]
  const foreign = { companyId: other.companyId }
  await importing(system(), [dealer.company(), other.company(), dealer.template()])
  await importing(system(), [dealer.apiKey(), dealer.bankAccount()])
  const outcome = await importing(system(), [
    dealer.template(foreign),
    dealer.apiKey(foreign),
    dealer.bankAccount(foreign),
    dealer.customer(foreign),
    dealer.customer(),
  ])
  expect(outcome).toEqual({
    faults: [
      'line 5: id: is used by another company on a line before this one',
      'line 1: id: is used by another company',
      'line 2: apiUserId: is used by another company',
      'line 3: id: is used by another company',
    ],
  })
  expect(await importing(system(), [dealer.bankTransaction(foreign)])).toEqual({
    faults: ['line 1: accountId: is known neither here nor in this file'],
  })
})

test('two companies may have the same customer, stamp and material', async () => {
  const dealers = [newDealer(), newDealer()]
  const idNo = '10000000146'
  const outcome = await importing(
    system(),
    dealers.flatMap((dealer) => [
      dealer.company(),
      dealer.price(),
      dealer.customer({ idNo }),
      dealer.bankAccount(),
      dealer.bankTransaction({ idNo }),
    ]),
  )
  expect(outcome).toEqual({ imported: 10, unchanged: 0 })
  const [mine, theirs] = await Promise.all(dealers.map((dealer) => personsOf(dealer)))
  expect(mine).toHaveLength(1)
  expect(theirs).toHaveLength(1)
  expect(mine).not.toEqual(theirs)
})

const personsOf = async ({ companyId }: Dealer) => {
  const events = await recordedFor(system(), companyId)
  return [...new Set(events.flatMap(({ event }) => event.data['personRef'] ?? []))]
}

test('lines about one record are recorded in order, after the records that they refer to', async () => {
  const dealer = newDealer()
  const names = Array.from({ length: 300 }, (_, index) => `Ad ${index}`)
  await importing(system(), [
    dealer.company(),
    ...names.map((nameSurname) => dealer.customer({ nameSurname })),
    dealer.bankAccount(),
    ...names.map((stamp) => dealer.bankTransaction({ stamp })),
  ])
  const events = await recordedFor(system(), dealer.companyId)
  const persons = await dataIn(system(), `customer-${dealer.customerId}`)
  expect(persons.map(({ person }) => person)).toMatchObject(
    names.map((nameSurname) => ({ nameSurname })),
  )
  const kinds = events.map(({ event }) => event.type)
  expect(kinds[0]).toBe('CompanyRecorded')
  expect(kinds.indexOf('BankAccountRecorded')).toBeLessThan(
    kinds.indexOf('BankTransactionRecorded'),
  )
})

test('each event has its origin, with one command for the whole file', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company(), dealer.customer()])
  const metadata = (await recordedFor(system(), dealer.companyId)).map((event) => event.metadata)
  expect(metadata[0]).toMatchObject({
    companyId: dealer.companyId,
    actor: { kind: 'operator' },
    requestId: null,
    correlationId: metadata[0]?.commandId,
  })
  expect(metadata[1]?.commandId).toBe(metadata[0]?.commandId)
})

test('a key is known by its secret, of which only a salted hash is kept', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company(), dealer.apiKey()])
  expect(await importing(system(), [dealer.apiKey()])).toEqual({ imported: 0, unchanged: 1 })
  expect(
    await importing(system(), [dealer.apiKey({ secretKey: 'yeni-anahtar-uzun-ve-gizli' })]),
  ).toMatchObject({
    imported: 1,
  })
  const hashes = (await recordedFor(system(), dealer.companyId)).flatMap(
    ({ event }) => event.data['secretHash'] ?? [],
  )
  expect(hashes).toHaveLength(2)
  for (const hash of hashes) expect(hash).toMatch(/^scrypt\$16384\$8\$1\$/)
})

test('concurrent imports lose nothing', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company()])
  const names = Array.from({ length: 20 }, (_, index) => `Ad ${index}`)
  const outcomes = await Promise.all(
    names.map((nameSurname) => importing(system(), [dealer.customer({ nameSurname })])),
  )
  expect(outcomes).toEqual(names.map(() => ({ imported: 1, unchanged: 0 })))
  const persons = await dataIn(system(), `customer-${dealer.customerId}`)
  expect(new Set(persons.map(({ person }) => JSON.stringify(person))).size).toBe(20)
})

test('a long file is compared with the log as a short one is', async () => {
  const [dealer, other] = [newDealer(), newDealer()]
  const id = newId()
  const transactions = Array.from({ length: 600 }, (_, index) =>
    dealer.bankTransaction({ stamp: `T-${index}`, status: index % 3 }),
  )
  await importing(system(), [dealer.company(), dealer.bankAccount(), dealer.customer()])
  await importing(system(), [other.company(), dealer.bankTransaction({ id })])
  expect(await importing(system(), transactions)).toEqual({ imported: 600, unchanged: 0 })
  expect(await importing(system(), transactions)).toEqual({ imported: 0, unchanged: 600 })
  const foreign = dealer.customer({ companyId: other.companyId })
  const outcome = await importing(system(), [...transactions, dealer.bankTransaction(), foreign])
  expect(outcome).toEqual({
    faults: [`line 601: stamp: is given to ${id}`, 'line 602: id: is used by another company'],
  })
})
