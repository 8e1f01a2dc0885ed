import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Link } from '../chain/blocks.ts'

/** An event as the log has it today. */
export interface ActualEvent extends Link {
  readonly stream: string
  readonly revision: bigint
  readonly position: LogPosition
}

/** Where the log is not what the chain was made over. */
export interface ChainDifference {
  readonly kind: 'changed' | 'missing' | 'added' | 'swapped' | 'replaced'
  /** Which event of the log it was when it was written, from 1 on. */
  readonly at: number
  readonly eventId: string
  /** In today's log; of a missing event, what stands in its place. */
  readonly found: string
}

/** How far on a displaced event is looked for. */
const WINDOW = 1_000

/**
 * Compares two sequences of events as they come in and names what differs, one event at a time: after
 * a difference it finds its way back to where both agree.
 */
export function chainComparison(differs: (difference: ChainDifference) => void) {
  const both: Both = { expected: [], actual: [], passed: 0, isAllExpected: false }
  const judge = judgeOf(differs)
  return {
    /** What the chain says comes next. */
    expect: (links: readonly Link[]) => {
      both.expected = [...both.expected, ...links]
    },
    allExpected: () => {
      both.isAllExpected = true
    },
    /** Whether it needs more links before it sees that many more events. */
    isShort: (events: number) => both.expected.length < both.actual.length + events + WINDOW + 1,
    /** What the log says comes next. */
    see: (events: readonly ActualEvent[]) => {
      both.actual = [...both.actual, ...events]
      compare(both, judge, false)
    },
    /** Nothing more comes in the log; events that are not in the chain yet are no difference. */
    end: () => {
      compare(both, judge, true)
      for (const [index, { eventId }] of both.expected.entries()) {
        const at = both.passed + index + 1
        differs({ kind: 'missing', at, eventId, found: 'the end of the log' })
      }
    },
  }
}

interface Both {
  expected: readonly Link[]
  actual: readonly ActualEvent[]
  /** Links that have been compared. */
  passed: number
  isAllExpected: boolean
}

type Judge = ReturnType<typeof judgeOf>

/** Goes as far as can be decided; what comes later may show that an event was only displaced. */
function compare(both: Both, judge: Judge, isEnd: boolean) {
  const { expected, actual, isAllExpected } = both
  let at = 0
  let of = 0
  for (;;) {
    const wanted = expected[at]
    const there = actual[of]
    if (wanted === undefined || there === undefined) break
    const number = both.passed + at + 1
    let step: Step = 'both'
    if (wanted.eventId === there.eventId) {
      judge.same(number, wanted, there)
    } else {
      if (!isAllExpected && expected.length - at <= WINDOW) break
      if (!isEnd && actual.length - of <= WINDOW) break
      const isLater = has(actual, of, wanted.eventId)
      step = judge.other(number, {
        wanted,
        there,
        isLater,
        wasLater: has(expected, at, there.eventId),
      })
    }
    if (step !== 'log') at += 1
    if (step !== 'chain') of += 1
  }
  both.passed += at
  both.expected = expected.slice(at)
  both.actual = isAllExpected && both.expected.length === 0 ? [] : actual.slice(of)
}

/** In which sequence to go on. */
type Step = 'both' | 'chain' | 'log'

interface Mismatch {
  readonly wanted: Link
  readonly there: ActualEvent
  /** The one wanted comes later in the log. */
  readonly isLater: boolean
  /** The one that is there comes later in the chain. */
  readonly wasLater: boolean
}

function judgeOf(differs: (difference: ChainDifference) => void) {
  const displaced = new Set<string>()
  function tell(kind: ChainDifference['kind'], at: number, eventId: string, there: ActualEvent) {
    differs({ kind, at, eventId, found: placeOf(there) })
  }
  return {
    same(at: number, wanted: Link, there: ActualEvent) {
      if (!wanted.hash.equals(there.hash)) tell('changed', at, wanted.eventId, there)
    },
    other(at: number, { wanted, there, isLater, wasLater }: Mismatch): Step {
      if (isLater && !wasLater) {
        tell('added', at, there.eventId, there)
        return 'log'
      }
      if (wasLater && !isLater) {
        tell('missing', at, wanted.eventId, there)
        return 'chain'
      }
      // Of two that were swapped it has been told where the first one stands.
      if (displaced.delete(wanted.eventId) && displaced.delete(there.eventId)) return 'both'
      tell(isLater ? 'swapped' : 'replaced', at, wanted.eventId, there)
      displaced.add(wanted.eventId).add(there.eventId)
      return 'both'
    },
  }
}

const placeOf = ({ stream, revision, position }: Omit<ActualEvent, 'hash' | 'eventId'>) =>
  `${stream}@${revision} at position ${position.toString()}`

const has = (events: readonly Link[], from: number, eventId: string) =>
  events.slice(from, from + WINDOW).some((event) => event.eventId === eventId)
