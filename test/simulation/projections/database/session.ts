import type { Process } from '../../world/time.ts'
import type { State } from './state.ts'

export interface Answer {
  readonly rows: readonly object[]
  readonly rowCount: number
}

export type Notice = readonly [channel: string, payload: string]

/** A connection as the server has it. */
export interface Session {
  readonly application: string
  readonly process: Process | undefined
  readonly channels: Set<string>
  /** The schemas whose writers, or readers, it keeps out until its transaction ends. */
  readonly holds: Set<string>
  /** Names of the settings that matter here, as the session has set them. */
  readonly settings: Map<string, string>
  transaction: 'none' | 'open' | 'failed'
  /** What was stored before its transaction wrote anything: nobody else goes on until it ends. */
  before: State | undefined
  /** What its transaction sees, whatever others commit. */
  snapshot: State | undefined
  readonly notices: Notice[]
  /** Since when, by the server's clock, it waits for its client. */
  idleSince: number
  isActive: boolean
  isEnded: boolean
}

export function newSession(
  { application, process }: Pick<Session, 'application' | 'process'>,
  now: number,
): Session {
  return {
    application,
    process,
    channels: new Set(),
    holds: new Set(),
    settings: new Map(),
    transaction: 'none',
    before: undefined,
    snapshot: undefined,
    notices: [],
    idleSince: now,
    isActive: false,
    isEnded: false,
  }
}

/** What a statement does: the answer, or `blocked` if it has to wait for another session. */
export type Executed = Answer | 'blocked'

export const found = (rows: readonly object[]): Answer => ({ rows, rowCount: rows.length })
export const changed = (rowCount: number): Answer => ({ rows: [], rowCount })
export const done = changed(0)

/** What statements may do to the database. */
export interface Server {
  /** What the session sees. */
  readonly seen: (session: Session) => State
  readonly change: (session: Session, state: State) => void
  readonly begin: (session: Session) => void
  readonly commit: (session: Session) => void
  readonly rollback: (session: Session) => void
  readonly notify: (session: Session, channel: string, payload: string) => void
  readonly sessions: () => readonly Session[]
  readonly terminate: (session: Session) => void
  readonly now: () => number
  readonly advisory: AdvisoryLocks
  /** Told of each term that begins, and of each move of a checkpoint. */
  readonly observe: (happening: Happening) => void
}

export interface Happening {
  readonly kind: 'term' | 'move'
  readonly session: Session
  readonly schema: string
  readonly checkpoint: string
  readonly holdsLock: boolean
}

export interface AdvisoryLocks {
  readonly tryTake: (lock: string, session: Session) => boolean
  readonly share: (lock: string, session: Session) => boolean
  readonly holders: (lock: string) => readonly Session[]
  readonly release: (session: Session) => void
}

export function advisoryLocks(): AdvisoryLocks {
  const exclusive = new Map<string, Session>()
  const shared = new Map<string, Set<Session>>()
  return {
    tryTake(lock, session) {
      const holder = exclusive.get(lock)
      if ((holder !== undefined && holder !== session) || (shared.get(lock)?.size ?? 0) > 0)
        return false
      exclusive.set(lock, session)
      return true
    },
    share(lock, session) {
      if (exclusive.has(lock)) return false
      const holders = shared.get(lock) ?? new Set()
      shared.set(lock, holders.add(session))
      return true
    },
    holders(lock) {
      const holder = exclusive.get(lock)
      return holder === undefined ? [...(shared.get(lock) ?? [])] : [holder]
    },
    release(session) {
      for (const [lock, holder] of exclusive) if (holder === session) exclusive.delete(lock)
      for (const holders of shared.values()) holders.delete(session)
    },
  }
}

export interface Statement {
  readonly parts: RegExpExecArray
  readonly text: string
  readonly values: readonly unknown[]
  readonly session: Session
  readonly server: Server
}

/** A statement as it is recognised, with what it does. */
export type Known = readonly [text: RegExp, execute: (statement: Statement) => Executed]

export const part = ({ parts }: Pick<Statement, 'parts'>, number: number): string => {
  const text = parts[number]
  if (text === undefined) throw new Error('a statement lacks a part')
  return text
}

export const textValue = ({ values }: Pick<Statement, 'values'>, number: number): string =>
  String(values[number - 1])
