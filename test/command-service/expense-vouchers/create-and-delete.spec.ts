import { describe, expect, test } from 'vitest'
import { Rejection } from '#kernel/domain/rejection.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { OTHER_SELLER } from '#test/support/voucher-samples.ts'
import { fromBank, manual, openDealer } from './dealer.ts'
import { bankTransactionOf, create, deleteDraft, refusal } from './in-process.ts'
import { ask, faultsIn, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()

describe('many at once', () => {
  const sellers = ['10000000146', OTHER_SELLER, '4840847211', '0843118681']

  test.each([
    [
      'for four sellers',
      (place: number) => ({ idNo: sellers[place % 4] ?? '', amount: 1000 + place }),
    ],
    ['for one seller, on one day', (place: number) => ({ amount: 1000 + place })],
    ['for one seller, all alike', () => ({ allowDuplicate: true })],
  ])('forty vouchers %s get the numbers 1 to 40', async (_what, given) => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const asked = Array.from({ length: 40 }, (_, place) => ask(manual(given(place))))
    const vouchers = await Promise.all(asked.map((one) => create(dealer, instance, one)))
    const numbers = vouchers.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, place) => place + 1))
    expect(await faultsIn(dealer, asked)).toEqual([])
  })

  test('two processes share a serial without a gap', async () => {
    const dealer = openDealer(infrastructure())
    const instances = [dealer.startInstance(), dealer.startInstance()]
    const asked = Array.from({ length: 30 }, (_, place) => ask(manual({ amount: 1000 + place })))
    await Promise.all(
      instances.map(async (instance, at) => {
        for (const one of asked.slice(at * 15, at * 15 + 15)) await create(dealer, instance, one)
      }),
    )
    expect(await faultsIn(dealer, asked)).toEqual([])
  })

  test('of concurrent requests for one bank transaction, in two processes, exactly one succeeds', async () => {
    const dealer = openDealer(infrastructure())
    const instances = [dealer.startInstance(), dealer.startInstance()]
    const transaction = await bankTransactionOf(dealer)
    const asked = Array.from({ length: 12 }, () =>
      ask(fromBank(transaction, { allowDuplicate: true })),
    )
    const outcomes = await Promise.all(
      asked.map((one, place) => tryAt(dealer, instances[place % 2] ?? dealer.startInstance(), one)),
    )
    const made = outcomes.flatMap((one) => (one.kind === 'created' ? one.voucher.id : []))
    expect(made).toHaveLength(1)
    const refusals = outcomes.flatMap((one) =>
      one.kind === 'refused' ? one.rejection.details : [],
    )
    const [existingId] = made
    const names = { existingId, uuid: null, invoiceNumber: null }
    const detail = { field: 'data.bankTransactionId', rule: 'duplicate', ...names }
    expect(refusals).toEqual(Array.from({ length: 11 }, () => detail))
    expect(await faultsIn(dealer, asked)).toEqual([])
  })

  test('of equal concurrent requests, in two processes, exactly one succeeds', async () => {
    const dealer = openDealer(infrastructure())
    const instances = [dealer.startInstance(), dealer.startInstance()]
    const asked = Array.from({ length: 12 }, () => ask(manual()))
    const outcomes = await Promise.all(
      asked.map((one, place) => tryAt(dealer, instances[place % 2] ?? dealer.startInstance(), one)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    expect(await faultsIn(dealer, asked)).toEqual([])
  })

  test('of concurrent requests for one number, in two processes, exactly one succeeds', async () => {
    const dealer = openDealer(infrastructure())
    const instances = [dealer.startInstance(), dealer.startInstance()]
    const asked = Array.from({ length: 10 }, (_, place) =>
      ask(manual({ amount: 1000 + place, serial: 'KAPI', number: '7' })),
    )
    const outcomes = await Promise.all(
      asked.map((one, place) => tryAt(dealer, instances[place % 2] ?? dealer.startInstance(), one)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    expect(await faultsIn(dealer, asked)).toEqual([])
  })
})

describe('the books of a company', () => {
  test('continue where another process stopped', async () => {
    const dealer = openDealer(infrastructure())
    const first = await create(dealer, dealer.startInstance(), ask(manual()))
    const second = await create(dealer, dealer.startInstance(), ask(manual({ amount: 1 + 5400 })))
    expect([first.number, second.number]).toEqual(['1', '2'])
  })

  test('are not those of another company with the same serial', async () => {
    const [one, other] = [openDealer(infrastructure()), openDealer(infrastructure())]
    const first = await create(one, one.startInstance(), ask(manual()))
    const second = await create(other, other.startInstance(), ask(manual()))
    expect([first.number, second.number]).toEqual(['1', '1'])
  })

  test('keep the serials apart', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const made = [
      await create(dealer, instance, ask(manual())),
      await create(dealer, instance, ask(manual({ amount: 6000, serial: 'KAPI' }))),
      await create(dealer, instance, ask(manual({ amount: 6001, serial: 'KAPI', number: '0003' }))),
      await create(dealer, instance, ask(manual({ amount: 6002, serial: 'KAPI' }))),
      await create(dealer, instance, ask(manual({ amount: 6003, serial: 'KAPI' }))),
    ]
    expect(made.map(({ serial, number }) => `${serial} ${number}`)).toEqual([
      'GP 1',
      'KAPI 1',
      'KAPI 3',
      'KAPI 2',
      'KAPI 4',
    ])
  })

  test('give the number that is expected', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    await create(
      dealer,
      dealer.startInstance(),
      ask(manual({ amount: 6001, serial: 'K', number: '2' })),
    )
    await create(dealer, dealer.startInstance(), ask(manual({ amount: 6002, serial: 'K' })))
    const wanted = manual({ amount: 6003, serial: 'K' })
    expect(await instance.issuing.preview(wanted, dealer.context)).toMatchObject({
      expectedNumber: 3,
    })
    expect(await create(dealer, instance, ask(wanted))).toMatchObject({ number: '3' })
  })
})

describe('a refused or deleted voucher', () => {
  test('a deleted draft frees its bank transaction and its day and amount at once', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const transaction = await bankTransactionOf(dealer)
    const asked = [ask(fromBank(transaction, { isDraft: true })), ask(fromBank(transaction))]
    const [first = ask(manual()), second = ask(manual())] = asked
    const { id } = await create(dealer, instance, first)
    await deleteDraft(dealer, instance, id)
    first.isDeleted = true
    await create(dealer, dealer.startInstance(), second)
    expect(await faultsIn(dealer, asked)).toEqual([])
  })

  test('a draft is deleted once', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const { id } = await create(dealer, instance, ask(manual({ isDraft: true })))
    const answers = await Promise.allSettled([
      deleteDraft(dealer, instance, id),
      deleteDraft(dealer, dealer.startInstance(), id),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(deleteDraft(dealer, instance, id)).rejects.toThrow(
      expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' }),
    )
  })

  test('another company finds neither the draft nor the bank transaction', async () => {
    const [dealer, stranger] = [openDealer(infrastructure()), openDealer(infrastructure())]
    const instance = dealer.startInstance()
    const transaction = await bankTransactionOf(dealer)
    const { id } = await create(dealer, instance, ask(manual({ isDraft: true })))
    const error = await deleteDraft(stranger, instance, id).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ code: 'RESOURCE_NOT_FOUND' })
    expect(await refusal(stranger, instance, ask(fromBank(transaction)))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    })
  })

  test('a given number that is taken leaves no claim', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const taken = manual({ amount: 6001, serial: 'KAPI', number: '7' })
    const wanted = manual({ serial: 'KAPI', number: '007' })
    const asked = [ask(taken), ask(wanted), ask(manual({ serial: 'KAPI', number: '8' }))] as const
    const { id } = await create(dealer, instance, asked[0])
    expect(await refusal(dealer, instance, asked[1])).toEqual({
      code: 'CONFLICT',
      details: [{ field: 'data.number', rule: 'duplicate', existingId: id }],
    })
    await create(dealer, instance, asked[2])
    expect(await faultsIn(dealer, asked)).toEqual([])
    const preview = instance.issuing.preview(wanted, dealer.context)
    await expect(preview).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a number known to be taken is refused before anything is written', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    await create(dealer, instance, ask(manual({ amount: 6001, serial: 'KAPI', number: '7' })))
    const before = await dealer.events()
    await refusal(dealer, dealer.startInstance(), ask(manual({ serial: 'KAPI', number: '7' })))
    expect(await dealer.events()).toEqual(before)
  })

  test('a number lost to another voucher is refused for that reason at every repetition', async () => {
    const dealer = openDealer(infrastructure())
    const wanted = ask(manual({ serial: 'KAPI', number: '7' }))
    const crashing = dealer.startInstance()
    crashing.faulty.planFailure({ at: { append: 'numberBook' }, failure: 'before' })
    await tryAt(dealer, crashing, wanted)
    const rival = ask(manual({ amount: 6001, serial: 'KAPI', number: '7' }))
    const { id } = await create(dealer, dealer.startInstance(), rival)
    const refused = {
      code: 'CONFLICT',
      details: [{ field: 'data.number', rule: 'duplicate', existingId: id }],
    }
    expect(await refusal(dealer, dealer.startInstance(), wanted)).toEqual(refused)
    expect(await refusal(dealer, dealer.startInstance(), wanted)).toEqual(refused)
    expect(await faultsIn(dealer, [wanted, rival])).toEqual([])
  })

  test('a refused duplicate leaves its bank transaction free', async () => {
    const dealer = openDealer(infrastructure())
    const instance = dealer.startInstance()
    const transaction = await bankTransactionOf(dealer)
    const transactionDate = '2026-11-19T08:00:00Z'
    const asked = [
      ask(manual({ transactionDate })),
      ask(fromBank(transaction)),
      ask(fromBank(transaction, { allowDuplicate: true })),
    ] as const
    const { id } = await create(dealer, instance, asked[0])
    expect(await refusal(dealer, instance, asked[1])).toEqual({
      code: 'CONFLICT',
      details: [{ field: 'data.idNo', rule: 'duplicate', existingId: id }],
    })
    await create(dealer, instance, asked[2])
    expect(await faultsIn(dealer, asked)).toEqual([])
  })
})
