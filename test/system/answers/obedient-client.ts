import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '#test/support/system-client.ts'

type Detail = NonNullable<Answer['error']>['details'][number]

/** Something that a client wants, and where it looks when an answer says so. */
export interface Wish {
  readonly endpoint: string
  readonly send: () => Promise<Answer>
  /** Whether the list, or the record, shows that it is done. */
  readonly isThere: (named: Detail) => Promise<boolean>
  readonly hasKey: boolean
}

/** What a client was told at last, and how often an answer admitted that something may have been done. */
export interface Told {
  readonly last: 'done' | 'refused' | 'unknown'
  readonly admitted: number
  readonly heard: readonly string[]
  /** What was to be done next, answer by answer. */
  readonly kinds: readonly Next[]
  /** Answers that say what no answer may say. */
  readonly faults: readonly string[]
}

const OBEYS_FOR_MS = 15_000
const LOOKS_AFTER_MS = 200

/**
 * Follows each answer to the letter, and knows nothing else: it waits and repeats on `Retry-After`, repeats
 * with its key, or looks where the answer says, and repeats what is not there.
 */
export async function obey(wish: Wish): Promise<Told> {
  const heard: string[] = []
  const faults: string[] = []
  const kinds: Next[] = []
  const told = (last: Told['last']): Told => ({
    last,
    admitted: kinds.filter((kind) => kind !== 'later').length,
    heard,
    kinds,
    faults,
  })
  for (const until = Date.now() + OBEYS_FOR_MS; Date.now() < until; ) {
    const answer = await wish.send()
    heard.push(said(answer))
    faults.push(...faultsOf(wish, answer))
    const next = await nextAfter(wish, answer, kinds.includes('in doubt'))
    kinds.push(next)
    if (next === 'done' || next === 'refused') return told(next)
  }
  return told('unknown')
}

const said = ({ status, error, headers }: Answer) =>
  [status, error?.code, headers['retry-after'], JSON.stringify(error?.details)].join(' ')

type Next = 'done' | 'refused' | 'later' | 'in doubt'

async function nextAfter(wish: Wish, answer: Answer, hasDoubts: boolean): Promise<Next> {
  const { status, headers, error } = answer
  if (status < 300) return 'done'
  const wait = headers['retry-after']
  if (wait !== undefined) {
    await pause(Number(wait) * 1_000)
    return 'later'
  }
  const named = error?.details[0]
  if (named === undefined) return hasDoubts && status === 404 ? 'done' : 'refused'
  const isOwnKey = named.field === 'Idempotency-Key' && named.rule === 'duplicate'
  if (named.rule === 'unknown' || isOwnKey) return looked(wish, named)
  if (named.retryable === true) {
    await pause(LOOKS_AFTER_MS)
    return 'in doubt'
  }
  // Accepted, and not complete: the status completes it.
  if (named.rule === 'review') return looked(wish, named)
  if (!hasDoubts) return 'refused'
  // It names an invoice that has no number yet: its outcome is still open.
  const isOpen = named.uuid != null && named.invoiceNumber === null
  if (named.rule === 'duplicate' && isOpen) return looked(wish, named)
  // It may be one's own, or another's, and its outcome may be open.
  if (named.rule === 'duplicate' && named.existingId != null) return seen(wish, named)
  return LOOK_AGAIN.has(named.rule) ? looked(wish, named) : 'refused'
}

/** Of a record whose last step may have been one's own. */
const LOOK_AGAIN: ReadonlySet<string> = new Set(['busy', 'state'])

/** At once, as a program does; a key is repeated whatever the list shows. */
const looked = (wish: Wish, named: Detail): Promise<Next> =>
  wish.hasKey ? again() : seen(wish, named)

const seen = async (wish: Wish, named: Detail): Promise<Next> =>
  (await wish.isThere(named)) ? 'done' : again()

async function again(): Promise<Next> {
  await pause(LOOKS_AFTER_MS)
  return 'in doubt'
}

/** An answer that contradicts itself, or promises what only another one may promise. */
function faultsOf({ endpoint }: Wish, answer: Answer): readonly string[] {
  const { status, error, headers } = answer
  if (status < 400) return []
  const [named] = error?.details ?? []
  const wait = headers['retry-after']
  const isUnknown = named?.rule === 'unknown'
  const wrongs: readonly (readonly [boolean, string])[] = [
    [status === 500, 'is an internal error'],
    [status === 503 && named === undefined, 'says neither later nor unknown'],
    [status === 503 && wait === undefined && !isUnknown, 'says neither later nor unknown'],
    [
      (wait === undefined) !== (named?.retryAfter === undefined) && !isUnknown,
      'has one Retry-After of two',
    ],
    [isUnknown && wait !== undefined, 'says later of what may have happened'],
    [
      named?.retryable === true && !(error?.code ?? '').startsWith('KMTS_'),
      'is retryable, and no query',
    ],
  ]
  return wrongs.flatMap(([isWrong, what]) =>
    isWrong ? [`${endpoint} ${what}: ${said(answer)}`] : [],
  )
}
