import { changed, done, found, type Known, part, type Statement, textValue } from './session.ts'

/** So long a leader may be silent, in `stale-leader.ts`. */
function terminateStale(statement: Statement) {
  const { server, session } = statement
  const silentMs = Number(statement.values[2]) * 1_000
  const stale = server.advisory
    .holders(textValue(statement, 1))
    .filter(
      (other) =>
        other !== session &&
        other.application === textValue(statement, 2) &&
        !other.isActive &&
        server.now() - other.idleSince > silentMs,
    )
  for (const other of stale) server.terminate(other)
  return changed(stale.length)
}

function keepSettings({ text, session }: Statement) {
  for (const [, name = '', value = ''] of text.matchAll(/\('(\w+)', '([^']*)'\)/g)) {
    session.settings.set(name, value)
  }
  return found([{}])
}

/** Each notification that a statement asks for. */
function notifyAll({ text, session, server }: Statement) {
  for (const [, channel = '', payload = ''] of text.matchAll(/pg_notify\('(\w+)', '([^']*)'\)/g)) {
    server.notify(session, channel, payload)
  }
  return found([{}])
}

/** Of settings, transactions, advisory locks and notifications. */
export const sessionStatements: readonly Known[] = [
  [/^select 1$/, () => found([{}])],
  [/^select set_config\(name, value, false\) from/, keepSettings],
  [
    /^set synchronous_commit = (on|off)$/,
    (statement) => {
      statement.session.settings.set('synchronous_commit', part(statement, 1))
      return done
    },
  ],
  [
    /^set local lock_timeout = '(\w+)'$/,
    (statement) => {
      statement.session.settings.set('lock_timeout', part(statement, 1))
      return done
    },
  ],
  [/^(?:set local synchronous_commit = on; )?select pg_notify\('/, notifyAll],
  [
    /^begin$/,
    ({ server, session }) => {
      server.begin(session)
      return done
    },
  ],
  [
    /^commit$/,
    ({ server, session }) => {
      server.commit(session)
      return done
    },
  ],
  [
    /^rollback$/,
    ({ server, session }) => {
      server.rollback(session)
      return done
    },
  ],
  [
    /^listen (\w+)$/,
    (statement) => {
      statement.session.channels.add(part(statement, 1))
      return done
    },
  ],
  [
    /^select pg_try_advisory_lock\(hashtextextended\(\$1, 0\)\) as locked$/,
    (statement) => {
      const { server, session } = statement
      return found([{ locked: server.advisory.tryTake(textValue(statement, 1), session) }])
    },
  ],
  [
    /^select pg_advisory_lock_shared\(hashtextextended\(\$1, 0\)\)$/,
    (statement) => {
      const { server, session } = statement
      return server.advisory.share(textValue(statement, 1), session) ? found([{}]) : 'blocked'
    },
  ],
  [
    /^select exists \( select from pg_locks where locktype = 'advisory'/,
    (statement) =>
      found([{ locked: statement.server.advisory.holders(textValue(statement, 1)).length > 0 }]),
  ],
  [
    /^select count\(\*\)::integer as processes from pg_locks/,
    (statement) =>
      found([{ processes: statement.server.advisory.holders(textValue(statement, 1)).length }]),
  ],
  [/^select pg_terminate_backend\(pid\) from pg_locks join pg_stat_activity/, terminateStale],
]
