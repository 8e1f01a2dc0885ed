import { assertNever } from '#kernel/domain/assert-never.ts'

/** Which telling counts, of several about one fact. */
export type WhichCounts =
  /** The last one, whatever its dates say. */
  | 'lastTold'
  /** The one with the latest moment that is not to come; of two for one moment the last told. */
  | 'fromItsMoment'
  /** The first one: later ones change nothing. */
  | 'firstTold'

/** One kind of fact, as readers of `docs/facts.md` need it. */
export interface KindOfFact {
  /** A kind of the import's lines, or a word of the glossary. */
  readonly name: string
  readonly saidBy: string
  readonly rule: WhichCounts
  /** The field with the moment from which it counts; without one it counts when it is recorded. */
  readonly moment?: string
  readonly until: string
  /** In which zone its days begin. */
  readonly days: string
  /** What names it, and what is normal about that name. */
  readonly key: string
  /** Where else it is seen. */
  readonly shownBy: string
  /** The spec that plays it, where it takes more than a line and an answer. */
  readonly playedBy?: string
}

/** What a telling does, by when its moment is. */
export interface Effects {
  readonly earlier: string
  readonly equal: string
  readonly later: string
  readonly toCome: string
}

export function effectsOf({ rule, moment }: Pick<KindOfFact, 'rule' | 'moment'>): Effects {
  switch (rule) {
    case 'lastTold':
      return {
        earlier: moment === undefined ? 'has no moment' : 'replaces',
        equal: 'unchanged',
        later: 'replaces',
        toCome: moment === undefined ? 'has no moment' : 'replaces at once',
      }
    case 'fromItsMoment':
      return {
        earlier: 'recorded, and counts from its moment until the next one',
        equal: 'unchanged if it says the same, else counts in its place',
        later: 'counts from its moment',
        toCome: 'waits, and begins by itself',
      }
    case 'firstTold':
      return {
        earlier: 'unchanged: the first stays',
        equal: 'unchanged',
        later: 'unchanged: the first stays',
        toCome: 'counts at once',
      }
    default:
      return assertNever(rule)
  }
}
