import { unlessAborted } from '../waiting/timing.ts'
import { type AppendCall, openAppendCall } from './append-call.ts'
import type { Connection } from './connection.ts'
import { asError } from './errors.ts'

export interface SharedCall {
  readonly ready: () => AppendCall | undefined
  readonly opened: () => Promise<AppendCall>
  readonly cancel: (reason: Error) => void
}

/**
 * All appends share one call. When it breaks, the next append opens another, but confirms the log
 * first: the log may have been set back in between.
 */
export function sharedCall(connection: Connection, confirmLog: () => Promise<void>): SharedCall {
  let opening: Promise<AppendCall> | undefined
  let ready: AppendCall | undefined
  const reporter = connection.reporter()

  function open() {
    let hasAnswered = false
    const inUse = connection.inUse()
    const onThisClient = confirmLog().then(() =>
      openAppendCall(connection.client(), {
        answered: () => {
          hasAnswered = true
          reporter.answered()
        },
        over: forget,
      }),
    )
    // A client that is replaced may still be looking for a node.
    const mine = unlessAborted(inUse, onThisClient).catch((error: unknown) => {
      throw inUse.aborted ? asError(inUse.reason) : error
    })
    onThisClient.then(
      (call) => inUse.aborted && call.cancel(asError(inUse.reason)),
      () => undefined,
    )
    function forget(reason: Error) {
      if (opening === mine) {
        opening = undefined
        ready = undefined
      }
      if (!hasAnswered && !inUse.aborted) reporter.failed(reason)
    }
    mine.then(
      (call) => {
        ready = opening === mine ? call : undefined
        return ready
      },
      (error) => forget(asError(error)),
    )
    return mine
  }

  return {
    ready: () => ready,
    opened: () => {
      opening ??= open()
      return opening
    },
    cancel: (reason) => {
      opening?.then(
        (call) => call.cancel(reason),
        () => undefined,
      )
    },
  }
}
