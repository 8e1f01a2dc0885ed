import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ElectronicVoucher, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { commandsAt } from './any-commands.ts'
import { drafted } from './examples.ts'

/** Moments before and after the next SMS is allowed, and after the deadline of any attempt. */
const commands = [5, 55, 500].flatMap(commandsAt).map(({ decision }) => decision)

/** Vouchers that differ only in when something happened go the same ways. */
const kindOf = ({ document, attempt, acceptance, finalization, ...rest }: ElectronicVoucher) =>
  JSON.stringify([
    document.state,
    document.uuid,
    document.smsSentAt === null,
    attempt?.id,
    attempt?.startedAt,
    acceptance?.attemptId,
    finalization === null,
    rest.deletedFrom,
    rest.wrongCodes,
  ])

/** Every step from one state to another that some command of some history records. */
function stepsOfTheCode(): ReadonlySet<string> {
  const steps = new Set<string>()
  const first = expenseVoucher.evolve(expenseVoucher.initial, drafted)
  if (first.status !== 'electronic') throw new Error('the draft is on paper')
  const open = [first]
  const known = new Set([kindOf(first)])
  for (let voucher = open.pop(); voucher !== undefined; voucher = open.pop()) {
    for (const command of commands) {
      let before = voucher
      for (const event of recordedBy(command, voucher)) {
        const after = expenseVoucher.evolve(before, event)
        if (after.status !== 'electronic') break
        if (after.document.state !== before.document.state) {
          steps.add(`${before.document.state} --> ${after.document.state}`)
        }
        before = after
      }
      const kind = kindOf(before)
      if (!known.has(kind)) open.push(before)
      known.add(kind)
    }
  }
  return steps
}

function recordedBy(command: (typeof commands)[number], voucher: ElectronicVoucher) {
  try {
    return expenseVoucher.decide(command, voucher)
  } catch {
    // What is refused is no step.
    return []
  }
}

const isDeletion = (step: string) => step.includes('deleting')

/** The words under the diagram say which states can be deleted, and what `deleting` is. */
const drawn = () => {
  const [, diagram = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('stateDiagram-v2\n')
  const lines = diagram.slice(0, diagram.indexOf('```')).split('\n')
  const steps = lines
    .map((line) => /^ *(\w+ --> \w+)/.exec(line)?.[1])
    .filter((step) => step !== undefined)
  return new Set(steps)
}

test('the diagram shows the steps of the code, all of them and no other', () => {
  const steps = [...stepsOfTheCode()]
  expect(steps.filter((step) => !isDeletion(step)).toSorted()).toEqual([...drawn()].toSorted())
  expect(steps.filter((step) => step.endsWith(' deleting')).toSorted()).toEqual(
    ['draft', 'failed', 'prepared', 'verification_pending'].map((state) => `${state} --> deleting`),
  )
})
