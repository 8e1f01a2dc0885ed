import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '#kernel/domain/rejection.ts'
import { requestChanges } from '#kernel/domain/request-changes.ts'
import { readRequest } from './request.ts'
import type { Caller, Route } from './route.ts'
import { isForScript, isFromHere } from './same-origin.ts'

/** What became of a form: done, refused with the code of a rejection, or not done for another reason. */
export type FormOutcome = 'done' | 'failed' | 'foreign' | Rejection['code']

/**
 * A form of a page that does what an endpoint does: a session takes the place of the credentials, and an address to
 * go on to that of the answer.
 */
export interface Form {
  /** With `:name` for each parameter of the endpoint. */
  readonly path: string
  readonly route: Route
  /** The hosts of the page, beside what `Host` says. */
  readonly hosts: readonly string[]
  /** Undefined without a session that counts. */
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | undefined>
  /** Where a visitor without a session goes. */
  readonly signIn: (path: string) => string
  readonly next: (path: string, outcome: FormOutcome) => string
}

interface Serving {
  /** Throws when the company of a caller cannot be served now. */
  readonly admit?: ((caller: Caller) => void) | undefined
  /** Counts the form for the key of its session; rejects one too many. */
  readonly take: (apiUserId: string) => Promise<void>
  readonly run: <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>
}

export function mountForms(app: FastifyInstance, forms: readonly Form[], serving: Serving) {
  if (forms.length === 0) return
  // What these forms say stands in their addresses.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 1_024 },
    (_request, _body, done) => done(null, undefined),
  )
  for (const form of forms) {
    app.post(form.path, async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      if (!isFromHere(request.headers, form.hosts) || isForScript(request.headers)) {
        return reply.redirect(form.next(path, 'foreign'), 303)
      }
      const caller = await form.callerOf(request)
      if (caller === undefined) return reply.redirect(form.signIn(path), 303)
      return reply.redirect(
        form.next(path, await outcomeOf(form, request, { caller, ...serving })),
        303,
      )
    })
  }
}

async function outcomeOf(
  { route }: Form,
  request: FastifyRequest,
  { caller, admit, take, run }: Serving & { readonly caller: Caller },
): Promise<FormOutcome> {
  try {
    admit?.(caller)
    await take(caller.apiUserId)
    request.caller = caller
    request.changes = requestChanges('id')
    await run(request, () => route.handle(readRequest(route.endpoint, request)))
    return 'done'
  } catch (error) {
    if (error instanceof Rejection) return error.code
    request.log.error({ err: error }, 'form failed')
    return 'failed'
  }
}
