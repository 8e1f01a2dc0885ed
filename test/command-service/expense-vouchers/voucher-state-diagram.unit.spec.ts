import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ElectronicVoucher } from '#command/expense-vouchers/electronic-voucher.ts'
import { expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { commandsAt } from './any-commands.ts'
import { drafted } from './examples.ts'
import { readPicture } from './state-picture.ts'

/** Moments before and after the next SMS is allowed, and after the deadline of any attempt. */
const commands = [5, 55, 500].flatMap(commandsAt).map(({ decision }) => decision)

/** Vouchers that differ only in when something happened go the same ways. */
const kindOf = ({ document, attempt, acceptance, finalization, ...rest }: ElectronicVoucher) =>
  JSON.stringify([
    document.state,
    document.uuid,
    document.smsSentAt === null,
    // Of attempts counts the place from the end alone.
    attempt && rest.begun.length - rest.begun.indexOf(attempt.id),
    attempt?.startedAt,
    acceptance === null,
    acceptance?.attemptId === rest.begun.at(-1),
    Math.min(rest.begun.length, 3),
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
    return command(voucher)
  } catch {
    // What is refused is no step.
    return []
  }
}

const isDeletion = (step: string) => step.includes('deleting')

/**
 * The steps of the diagram, each with its words. Those under the diagram say which states can be
 * deleted, and what `deleting` is.
 */
function drawn(): ReadonlyMap<string, string> {
  const [, diagram = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('stateDiagram-v2\n')
  const lines = diagram.slice(0, diagram.indexOf('```')).matchAll(/^ *(\w+ --> \w+)(?:: (.*))?$/gm)
  return new Map([...lines].map(([, step = '', words = '']) => [step, words]))
}

/** Searched once, because it takes seconds. */
const steps = stepsOfTheCode()

test('the diagram shows the steps of the code, all of them and no other', () => {
  const all = [...steps]
  expect(all.filter((step) => !isDeletion(step)).toSorted()).toEqual([...drawn().keys()].toSorted())
  expect(all.filter((step) => step.endsWith(' deleting')).toSorted()).toEqual(
    ['draft', 'failed', 'prepared', 'verification_pending'].map((state) => `${state} --> deleting`),
  )
})

test("each arrow of the guide's picture is a step, and what it leaves out are late answers", () => {
  const { states, arrows } = readPicture()
  const stepsOf = ({ from, to }: (typeof arrows)[number]) =>
    from
      .flatMap((one) => to.map((other) => `${one} --> ${other}`))
      .filter((step) => steps.has(step))

  expect(states.toSorted()).toEqual(
    [...new Set([...steps].flatMap((step) => step.split(' --> ')))].toSorted(),
  )
  expect(arrows.filter((arrow) => stepsOf(arrow).length === 0)).toEqual([])
  // A deletion that the provider refuses leads back to where it began: the table says so.
  const leftOut = [...steps].filter(
    (step) => !step.startsWith('deleting') && !arrows.flatMap(stepsOf).includes(step),
  )
  expect(leftOut.filter((step) => !drawn().get(step)?.includes('late answer'))).toEqual([])
  const froms = new Set(leftOut.map((step) => step.split(' --> ')[0]))
  expect([...froms].toSorted()).toEqual(['failed', 'prepared', 'verification_pending'])
})
