import { describe, expect, test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { fromBank, manual, openDealer } from './dealer.ts'
import { bankTransactionOf, create, deleteDraft, refusal } from './in-process.ts'
import { ask, faultsIn, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()

describe('a process that was suspended', () => {
  test('does not create a voucher whose claims another try has released', async () => {
    const dealer = openDealer(infrastructure())
    const transaction = await bankTransactionOf(dealer)
    const transactionDate = '2026-11-19T08:00:00Z'
    const rival = ask(manual({ transactionDate, isDraft: true }))
    const wanted = ask(fromBank(transaction))
    const third = ask(fromBank(transaction, { allowDuplicate: true }))
    const instance = dealer.startInstance()
    const { id } = await create(dealer, instance, rival)

    const sleepy = dealer.startInstance()
    sleepy.faulty.planFailure({ at: { append: 'transactionClaim' }, failure: 'pausedAfter' })
    const paused = tryAt(dealer, sleepy, wanted)
    await sleepy.faulty.untilPaused()
    await refusal(dealer, instance, wanted)
    await deleteDraft(dealer, instance, id)
    rival.isDeleted = true
    sleepy.faulty.resume()
    await paused

    await dealer.untilQuiet()
    await create(dealer, instance, third)
    expect(await faultsIn(dealer, [rival, wanted, third])).toEqual([])
  })

  test('finds its voucher with the day of the first request, even in another year', async () => {
    const dealer = openDealer(infrastructure())
    dealer.clock.now = Date.parse('2026-12-31T20:59:59.000Z')
    const wanted = ask(manual({ isDraft: true }))
    const crashing = dealer.startInstance()
    crashing.faulty.planFailure({ at: { append: 'expenseVoucher' }, failure: 'before' })
    await tryAt(dealer, crashing, wanted)
    dealer.clock.now += 30_000
    await create(dealer, dealer.startInstance(), wanted)
    await dealer.untilQuiet()
    expect(await faultsIn(dealer, [wanted])).toEqual([])
  })

  test('is refused for good: the append of its first try creates no voucher any more', async () => {
    const dealer = openDealer(infrastructure())
    const wanted = ask(manual({ isDraft: true, serial: 'KAPI', number: '1' }))
    const rival = ask(manual({ allowDuplicate: true, serial: 'KAPI', number: '1' }))
    const crashing = dealer.startInstance()
    crashing.faulty.planFailure({ at: { append: 'expenseVoucher' }, failure: 'late' })
    await tryAt(dealer, crashing, wanted)
    const instance = dealer.startInstance()
    await create(dealer, instance, rival)
    await refusal(dealer, instance, wanted)
    await crashing.faulty.deliverLate()
    await dealer.untilQuiet()
    expect(await faultsIn(dealer, [wanted, rival])).toEqual([])
  })

  test('is not refused if the append of its first try has arrived meanwhile', async () => {
    const dealer = openDealer(infrastructure())
    const wanted = ask(manual({ isDraft: true, serial: 'KAPI', number: '1' }))
    const rival = ask(manual({ allowDuplicate: true, serial: 'KAPI', number: '1' }))
    const crashing = dealer.startInstance()
    crashing.faulty.planFailure({ at: { append: 'expenseVoucher' }, failure: 'late' })
    await tryAt(dealer, crashing, wanted)
    const instance = dealer.startInstance()
    await create(dealer, instance, rival)
    const slow = dealer.startInstance()
    slow.faulty.planFailure({ at: { append: 'expenseVoucher' }, failure: 'pausedBefore' })
    const refused = tryAt(dealer, slow, wanted)
    await slow.faulty.untilPaused()
    await crashing.faulty.deliverLate()
    slow.faulty.resume()
    expect(await refused).toMatchObject({ kind: 'created', voucher: { isDraft: true } })
    await dealer.untilQuiet()
    expect(await faultsIn(dealer, [wanted, rival])).toEqual([])
  })
})
