import { auditElectronic } from '#test/command-service/expense-vouchers/electronic-audit.ts'
import {
  foundByAuditors,
  secondDocuments,
  wrongClaims,
  wrongNumbers,
} from '#test/support/log-invariants.ts'
import * as faults from './faults.ts'
import * as answers from './faults-in-answers.ts'
import * as log from './faults-in-log.ts'
import type { Plan } from './plan.ts'
import * as queries from './queries-in-log.ts'
import { untrueRecords } from './recorded-as-answered.ts'
import { otherDocuments } from './sent-documents.ts'
import type { World } from './world/instance.ts'
import { patience } from './world/settings.ts'

/** What is left when all faults have ended and all clients have their answers. */
interface Left extends faults.End, queries.Queried {
  readonly world: World
  readonly calmSince: number
  readonly twoAtOnce: readonly string[]
  /** What was wrong with the operator's list, and which decisions of the operator were not taken. */
  readonly listed: readonly string[]
  readonly undecided: readonly string[]
  /** What the services know otherwise than a second fold of the log, as `second-fold.ts` has asked them. */
  readonly unequal: readonly string[]
}

interface Invariant {
  readonly says: string
  /** What breaks it. */
  readonly brokenBy: (left: Left) => readonly string[] | Promise<readonly string[]>
}

/** By clocks that are set right in between, a time can be shorter. */
function patienceIn(plan: Plan): typeof patience {
  const byMs = log.correctedByMs(plan)
  const { deadlineMs, cooldownMs } = patience
  return { deadlineMs: deadlineMs - byMs, cooldownMs: cooldownMs - byMs }
}

/** All that has to be true in the end; docs/testing.md lists it. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'answers are true': {
    says: 'A document is there twice only where its client had no key, asked for one that may be repeated, and was served by an instance that died with its note of it. Of those who wanted the same document or form it is there once if one of them was answered that it is done, and not if all were refused. What was deleted is gone, and what could not be deleted is there. An answer does not contradict itself: no 500, `Retry-After` exactly where it is “later”, never beside “unknown”. Each is held against the contract’s schemas.',
    brokenBy: faults.untrueAnswers,
  },
  'what is acknowledged is recorded': {
    says: 'Who was answered that a record was created, or has such an answer kept under a key, has an event of the log that says the same.',
    brokenBy: ({ answered, events }) => untrueRecords(answered, events),
  },
  '“later” changes nothing': {
    says: 'What was answered “later” has changed nothing, and never will, whatever kind of record it was about.',
    brokenBy: log.changedForLater,
  },
  'numbers are on vouchers': {
    says: 'Numbers have no gap and one holder each, and every one is on a voucher.',
    brokenBy: ({ events }) => wrongNumbers(events),
  },
  'one document of a transaction': {
    says: 'A bank transaction has one live document at most.',
    brokenBy: ({ events }) => secondDocuments(events),
  },
  'claims have a document': {
    says: 'What is claimed is claimed once, for a document that is there, of its day and amount, and what is there has its claims.',
    brokenBy: ({ events }) => wrongClaims(events),
  },
  'attempts are made once': {
    says: 'An attempt at the integrator begins once and is made once; what is official there is official here once its status was asked for.',
    brokenBy: faults.repeatedSubmissions,
  },
  'steps are the contract’s': {
    says: 'Each step of an electronic voucher is one of the contract’s, by the table of `electronic-rules.ts` in the tests, which shares nothing with the code that decides: from a state that allows it, of the attempt and the uuid that it belongs to, and not before its time.',
    brokenBy: ({ events, plan }) => auditElectronic(events, patienceIn(plan)).faults,
  },
  'auditors find nothing': {
    says: 'The rules of `npm run audit -- verify` hold for every event: numbers, claims, submissions, of which none follows an unknown outcome before somebody has asked or decided, revisions, moments and MACs.',
    brokenBy: ({ world }) => foundByAuditors(world.log.events()),
  },
  'all work ends': {
    says: 'All work has ended, by the fold that the recovery goes by, once a person has decided about what the integrator never received.',
    brokenBy: faults.unfinishedWork,
  },
  'who waits is listed': {
    says: 'The operator’s list of stuck documents has exactly those that only a person can decide, and that person can.',
    brokenBy: ({ listed, undecided }) => [...listed, ...undecided],
  },
  'what is sent is recorded': {
    says: 'What the integrator got is the document whose hash was recorded before, and it names the company, the person and the amount of the record.',
    brokenBy: otherDocuments,
  },
  'companies are apart': {
    says: 'No answer names a record of another company, and nobody is refused for one: a right request is never called wrong.',
    brokenBy: (left) => [...answers.othersNamed(left), ...answers.wrongRefusals(left)],
  },
  '“later” is soon': {
    says: 'Ten seconds after the last disturbance nobody is asked to come later.',
    brokenBy: answers.lateForLater,
  },
  'nothing personal is in clear': {
    says: 'Neither names nor identity numbers stand in the log in clear.',
    brokenBy: answers.personalInClear,
  },
  'one leads': {
    says: 'Of the instances that run undisturbed one at a time is the process that takes up what others have left.',
    brokenBy: ({ plan, twoAtOnce }) => (log.hasCommonTime(plan) ? twoAtOnce : []),
  },
  'nobody is given up who works': {
    says: 'Nobody gives up what a living instance works on.',
    brokenBy: log.recoveredWhileRunning,
  },
  'recovered work belongs to its request': {
    says: 'What a recovery records names the event that it goes on from, and is of the same request.',
    brokenBy: log.unrelatedSteps,
  },
  'nothing is recorded ahead': {
    says: 'By the common clock nothing is recorded before it happens.',
    brokenBy: log.wrongTimes,
  },
  'a second fold agrees': {
    says: 'A second fold of the log, one event after the other, gives what the services have: the work that a process has saved is that of the log up to its place, and each living instance expects the next number, and refuses the claimed transactions, of the whole log.',
    brokenBy: ({ unequal }) => unequal,
  },
  'bookings are complete': {
    says: 'When a query of the bank is answered as complete, all that the bank had booked when it was asked is recorded, and in the end the bank can be queried.',
    brokenBy: queries.missedBookings,
  },
  'bookings are the bank’s': {
    says: 'A booking is recorded once, and as the bank has it.',
    brokenBy: queries.doubledBookings,
  },
  'queries leave no gap': {
    says: 'Each query of the bank begins where one has ended, and has counted what it recorded.',
    brokenBy: queries.gapsBetweenQueries,
  },
  'the register is asked once': {
    says: 'The register is asked once for each attempt, and the log names the attempt.',
    brokenBy: queries.repeatedAttempts,
  },
  'outcomes are what others say': {
    says: 'A query of the register has one outcome: what the register says. A check finds whom the version names that it has searched.',
    brokenBy: queries.otherOutcomes,
  },
}

/** What is not as it has to be. */
export async function brokenInvariants(left: Left): Promise<readonly string[]> {
  const found: string[] = []
  for (const { brokenBy } of Object.values(invariants)) found.push(...(await brokenBy(left)))
  return found
}
