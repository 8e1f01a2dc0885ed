import pg from 'pg'
import type { Random } from '../../world/random.ts'
import type { Process, VirtualTime } from '../../world/time.ts'
import { diskFrom } from './disk.ts'
import { isAboutSessions, recognise } from './recognise.ts'
import {
  type Answer,
  advisoryLocks,
  type Executed,
  type Happening,
  type Notice,
  newSession,
  type Server,
  type Session,
} from './session.ts'
import { nothingStored, type State } from './state.ts'

/** A PostgreSQL server of which everything is simulated that the projections do with one. */
export interface SimulatedServer {
  readonly connect: (client: {
    readonly application: string
    readonly process: Process | undefined
    readonly ended: (error: Error) => void
    readonly notified: (channel: string, payload: string) => void
  }) => Session
  /** Answers once the statement has had its turn. */
  readonly execute: (session: Session, text: string, values: readonly unknown[]) => Promise<Answer>
  readonly end: (session: Session) => void
  readonly sessionsOf: (process: Process) => readonly Session[]
  /** What is committed. */
  readonly state: () => State
  /** Takes back what has not reached the disk, and refuses connections for a while. */
  readonly crash: (downMs: number) => void
}

interface Surroundings {
  readonly time: VirtualTime
  readonly random: Random
  readonly committed: (before: State, after: State) => void
  /** Told of each statement that has changed something, or locks something, before its answer leaves. */
  readonly executed: (session: Session) => void
  /** Told of each notification, with what is committed when it leaves. */
  readonly notified: (notice: Notice, state: State) => void
  readonly happened: (happening: Happening) => void
  readonly crashed: () => void
}

export function simulatedServer(surroundings: Surroundings): SimulatedServer {
  const { time, random, committed, executed: told, notified, happened, crashed } = surroundings
  const sessions = new Map<Session, Parameters<SimulatedServer['connect']>[0]>()
  const waiting: (() => boolean)[] = []
  const advisory = advisoryLocks()
  let state = nothingStored
  const disk = diskFrom(time)
  let downUntil = 0

  const settingMs = (session: Session, name: string) => {
    const [, number = '0', unit = 'ms'] =
      /^(\d+)(ms|s)?$/.exec(session.settings.get(name) ?? '') ?? []
    return Number(number) * (unit === 's' ? 1_000 : 1)
  }

  function publish(session: Session, before: State) {
    disk.commit(state, session.settings.get('synchronous_commit') !== 'off')
    if (before !== state) committed(before, state)
  }

  function sendNotices(session: Session) {
    for (const notice of session.notices.splice(0)) {
      const [channel, payload] = notice
      notified(notice, state)
      for (const [other, client] of sessions) {
        if (other.channels.has(channel)) client.notified(channel, payload)
      }
    }
  }

  function endTransaction(session: Session) {
    session.transaction = 'none'
    session.before = undefined
    session.snapshot = undefined
    session.holds.clear()
  }

  const server: Server = {
    seen: (session) => session.snapshot ?? state,
    change(session, next) {
      session.before ??= state
      state = next
    },
    begin: (session) => {
      session.transaction = 'open'
    },
    commit(session) {
      if (session.transaction === 'failed') return server.rollback(session)
      const { before } = session
      endTransaction(session)
      if (before !== undefined) publish(session, before)
      sendNotices(session)
    },
    rollback(session) {
      if (session.before !== undefined) state = session.before
      session.notices.splice(0)
      endTransaction(session)
    },
    notify: (session, channel, payload) => void session.notices.push([channel, payload]),
    sessions: () => [...sessions.keys()],
    terminate: (session) => drop(session, 'terminating connection due to administrator command'),
    now: time.now,
    advisory,
    observe: (happening) => happened(happening),
  }

  function drop(session: Session, why?: string) {
    if (session.isEnded) return
    session.isEnded = true
    if (session.transaction !== 'none' || session.before !== undefined) server.rollback(session)
    advisory.release(session)
    const client = sessions.get(session)
    sessions.delete(session)
    if (why !== undefined) client?.ended(new Error(why))
    goOn()
  }

  /** Lets those go on that have waited, in their order. */
  function goOn() {
    for (const again of waiting.slice()) {
      if (again()) waiting.splice(waiting.indexOf(again), 1)
    }
  }

  function attempt(session: Session, text: string, values: readonly unknown[]): Executed {
    const [known, plain] = recognise(text)
    const isExclusive = server
      .sessions()
      .some((other) => other !== session && other.before !== undefined)
    if (isExclusive && !isAboutSessions(known)) return 'blocked'
    const parts = known[0].exec(plain)
    if (session.transaction === 'failed' && !/^(rollback|commit)$/.test(plain))
      throw databaseError('25P02', 'current transaction is aborted')
    if (parts === null) throw new Error('a statement is not the one that it was')
    const before = state
    const executed = known[1]({ parts, text: plain, values, session, server })
    if (executed === 'blocked') return executed
    if (session.transaction === 'none') server.commit(session)
    if (before !== state || session.holds.size > 0) told(session)
    return executed
  }

  /** A process that is suspended in a transaction loses its connection. */
  function guardIdle(session: Session) {
    const patienceMs = settingMs(session, 'idle_in_transaction_session_timeout')
    if (session.transaction === 'none' || session.snapshot !== undefined || patienceMs === 0) return
    const since = session.idleSince
    time.within(undefined, () =>
      time.after(patienceMs, () => {
        const isSame = session.idleSince === since && !session.isActive
        if (isSame && session.transaction !== 'none') drop(session, 'idle in transaction')
      }),
    )
  }

  function execute(session: Session, text: string, values: readonly unknown[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    session.isActive = true
    let isOver = false
    const over = (end: () => void) => {
      isOver = true
      session.isActive = false
      session.idleSince = time.now()
      guardIdle(session)
      end()
    }
    const tryNow = () => {
      if (isOver || session.isEnded) return true
      try {
        const executed = attempt(session, text, values)
        if (executed === 'blocked') return false
        over(() => resolve(executed))
      } catch (error) {
        if (session.transaction === 'none') server.rollback(session)
        else session.transaction = 'failed'
        over(() => reject(error))
      }
      return true
    }
    if (tryNow()) goOn()
    else {
      waiting.push(tryNow)
      const patienceMs = settingMs(session, 'lock_timeout')
      const giveUp = () => {
        if (isOver || session.isEnded) return
        if (session.transaction !== 'none') session.transaction = 'failed'
        over(() => reject(databaseError('55P03', 'canceling statement due to lock timeout')))
      }
      if (patienceMs > 0) time.within(undefined, () => time.after(patienceMs, giveUp))
    }
    return promise
  }

  return {
    connect(client) {
      if (time.now() < downUntil) throw databaseError('57P03', 'the database system is starting up')
      const session = newSession(client, time.now())
      sessions.set(session, client)
      return session
    },
    execute,
    end: (session) => drop(session),
    sessionsOf: (process) => server.sessions().filter((session) => session.process === process),
    state: () => [...sessions.keys()].find(({ before }) => before !== undefined)?.before ?? state,
    crash(downMs) {
      downUntil = time.now() + downMs
      for (const session of server.sessions()) drop(session, 'the server crashed')
      state = disk.crash(random)
      crashed()
    },
  }
}

const databaseError = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, severity: 'ERROR' })
