import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import {
  bankAccountEvents,
  bankTransactionEvents,
  customerEvents,
  templateEvents,
} from '#kernel/events/reference-data.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'
import type { Dealer } from './dealer.ts'
import {
  accountQueried,
  bankAccountRecorded,
  customerRecorded,
  draftDeleted,
  finalizationRequested,
  person,
  sanctionsChecked,
  templateRecorded,
  transactionRecorded,
  voucherAbandoned,
  voucherDrafted,
  voucherFinalized,
} from './samples.ts'

const reference = ['customer', 'template', 'account', 'accountQueried', 'somethingElse'] as const
const aboutVouchers = [
  'draft',
  'draftFromTransaction',
  'draftFromTransaction',
  'electronicSteps',
  'electronicSteps',
  'electronicSteps',
  'requestFinalization',
  'finalize',
  'delete',
  'delete',
  'abandon',
  'neverCreated',
] as const

const anyStep = fc.record({
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...reference) },
    { weight: 3, arbitrary: fc.constant('transaction' as const) },
    { weight: 2, arbitrary: fc.constant('check' as const) },
    { weight: 7, arbitrary: fc.constantFrom(...aboutVouchers) },
  ),
  /** Which one of those that are there. */
  pick: fc.nat(20),
  variant: fc.nat(3),
  /** The writer's clock in microseconds: it may stand still and go back. */
  clock: fc.nat(30),
})

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
type Script = readonly Step[]

/** What several writers do at the same time, each one step after the other. */
export const histories = ({ writers, steps }: Readonly<Record<'writers' | 'steps', number>>) => {
  const script = fc.array(anyStep, { maxLength: steps, size: 'max' })
  return fc.array(script, { minLength: 1, maxLength: writers, size: 'max' })
}

interface Voucher {
  readonly id: string
  readonly transactionId: string | undefined
  readonly isElectronic: boolean
  stage: 'draft' | 'finalizing' | 'finalized' | 'givenUp'
}

interface Writer {
  readonly dealer: Dealer
  readonly name: string
  readonly companyId: string
  readonly transactions: string[]
  readonly vouchers: Voucher[]
}

/**
 * Lets it happen, in two companies. Each writer has transactions and vouchers of its own; a step
 * that makes no sense at the moment is left out, as the services would refuse it.
 */
export async function happen(dealer: Dealer, run: string, scripts: readonly Script[]) {
  await Promise.all(
    scripts.map(async (script, index) => {
      const companyId = `company${index % 2}`.padEnd(24, '0')
      const name = `${run}.${index}`
      const writer = { dealer, name, companyId, transactions: [], vouchers: [] }
      for (const each of script) await take(writer, each)
    }),
  )
}

const take = (writer: Writer, step: Step) =>
  isAboutVouchers(step.what) ? aboutVoucher(writer, step) : recordSomething(writer, step)

const isAboutVouchers = (what: Step['what']) => aboutVouchers.some((each) => each === what)

async function recordSomething(writer: Writer, { what, pick, variant, clock }: Step) {
  const { dealer, name, transactions } = writer
  const id = `${name}.${pick % 3}`
  const when = { companyId: writer.companyId, at: clockTime(clock) }
  switch (what) {
    case 'customer': {
      const named = { ...person, nameSurname: `Kişi ${variant}` }
      return dealer.write(
        customerEvents,
        id,
        customerRecorded({ customerId: id, person: named }),
        when,
      )
    }
    case 'template': {
      const changed = templateRecorded({ templateId: id, order: variant })
      return dealer.write(templateEvents, id, changed, when)
    }
    case 'account': {
      const changed = bankAccountRecorded({ accountId: id, archived: variant === 0 })
      return dealer.write(bankAccountEvents, id, changed, when)
    }
    case 'transaction': {
      if (!transactions.includes(id)) transactions.push(id)
      const personRef = variant === 3 ? null : `person${variant}`
      const changed = transactionRecorded({ transactionId: id, status: variant % 3, personRef })
      return dealer.write(bankTransactionEvents, id, changed, when)
    }
    case 'check': {
      // A panel search may be handed over again, as somebody else's or of another moment.
      const checkId = pick % 4 === 0 ? `${name}.again` : randomUUID()
      const checked = sanctionsChecked({
        checkId,
        personRef: variant === 3 ? null : `person${variant}`,
        checkedAt: `2026-11-20T09:${String(pick).padStart(2, '0')}:00.000Z`,
        masakCount: pick % 3,
        isError: pick % 5 === 0,
      })
      return dealer.write(sanctionCheckEvents, checkId, checked, when)
    }
    case 'accountQueried':
      return dealer.write(bankQueryEvents, id, accountQueried({ accountId: id }), when)
    default: {
      const event = { id: randomUUID(), type: 'Noise', data: {}, metadata: {} }
      return dealer.append(`numberBook-${id}`, event)
    }
  }
}

async function aboutVoucher(writer: Writer, step: Step) {
  const { dealer, companyId } = writer
  const when = { companyId, at: clockTime(step.clock) }
  const next = nextVoucherEvent(writer, step)
  const events = next === undefined ? electronicSteps(writer, step) : [next]
  for (const event of events) {
    await dealer.write(expenseVoucherEvents, event.data.voucherId, event, when)
  }
}

function nextVoucherEvent(writer: Writer, { what, pick, variant }: Step) {
  const open = writer.vouchers.filter(({ stage }) => stage === 'draft' || stage === 'finalizing')
  const voucher = open[pick % open.length]
  switch (what) {
    case 'draft':
      return drafted(writer, variant, undefined)
    case 'draftFromTransaction': {
      const free = freeTransactions(writer)
      return drafted(writer, variant, free[pick % free.length])
    }
    case 'electronicSteps':
      return undefined
    case 'neverCreated':
      return voucherAbandoned(
        `${writer.name}.never${writer.vouchers.length}.${pick}`,
        'neverCreated',
      )
    default:
      return voucher === undefined ? undefined : goOn(voucher, what, variant)
  }
}

function goOn(
  voucher: Voucher,
  what: Step['what'],
  variant: number,
): ExpenseVoucherEvent | undefined {
  const { id: voucherId, stage, transactionId = null } = voucher
  if (what === 'requestFinalization' && stage === 'draft') {
    voucher.stage = 'finalizing'
    return finalizationRequested(voucherId)
  }
  if (what === 'finalize') {
    voucher.stage = 'finalized'
    return voucherFinalized({ voucherId, number: `${variant}`, bankTransactionId: transactionId })
  }
  if (what === 'delete' && stage === 'draft') {
    voucher.stage = 'givenUp'
    return draftDeleted(voucherId, transactionId)
  }
  if (what === 'abandon' && stage === 'finalizing') {
    voucher.stage = 'givenUp'
    return voucherAbandoned(voucherId)
  }
  return undefined
}

/** Some of them in any order: the tables show what was written, and judge nothing. Ended, it is still asked for. */
function electronicSteps({ vouchers }: Writer, { what, pick, variant }: Step) {
  const electronic = vouchers.filter(({ isElectronic }) => isElectronic)
  const voucher = electronic[pick % electronic.length]
  if (what !== 'electronicSteps' || voucher === undefined) return []
  const uuid = pick % 5 === 0 ? 'another' : undefined
  const events = electronicVoucherEvents(voucher.id, uuid)
  const ended = [events.statusChecked, events.lateAnswer]
  const underWay: readonly (() => ExpenseVoucherEvent)[] = [
    ...Object.values({ ...events, resolved: () => events.resolved('accepted') }),
    () => events.resolved('neverArrived'),
    () => events.smsRefused('verification_pending'),
    () => events.statusChecked({ found: 'rejected', reportStatus: null, cancelled: null }),
    () => events.preparationStarted({ seller: forgotten }),
  ]
  const isOpen = voucher.stage === 'draft' || voucher.stage === 'finalizing'
  const steps = isOpen ? underWay : ended
  const from = (pick + variant * 21) % steps.length
  return [...steps, ...steps].slice(from, from + 1 + (pick % 6)).map((step) => step())
}

function drafted({ vouchers, name }: Writer, variant: number, transactionId: string | undefined) {
  const id = `${name}.v${vouchers.length}`
  const isElectronic = variant < 2
  vouchers.push({ id, transactionId, isElectronic, stage: 'draft' })
  const electronic = { documentMode: 'electronic', environment: 'test' } as const
  return voucherDrafted({
    voucherId: id,
    bankTransactionId: transactionId ?? null,
    ...(isElectronic ? electronic : {}),
  })
}

/** A transaction has at most one voucher that has not been given up. */
const freeTransactions = ({ transactions, vouchers }: Writer) =>
  transactions.filter((id) =>
    vouchers.every(({ transactionId, stage }) => transactionId !== id || stage === 'givenUp'),
  )

const clockTime = (microseconds: number) =>
  `2026-11-20T09:45:00.${microseconds.toString().padStart(6, '0')}Z`
