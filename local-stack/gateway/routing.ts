export type ServiceName = 'command' | 'query' | 'audit'

/** Two reads ask the provider, and complete open work with its answer. */
const readsOfTheCommandService = /^\/v1\/expenses\/[^/]+\/e-document\/(?:status|file)\/?$/

/** A form of the console asks the provider, too. */
const formsOfTheCommandService = /^\/console\/documents\/expense-voucher\/[^/]+\/status\/?$/

/** The audit page and the console. */
const pagesForPeople = /^\/(?:audit|console)(?:\/|$)/

const openPaths = /^\/(?:$|(?:v1|docs|schemas|audit|console)(?:\/|$))/

/**
 * The path that a router behind the gateway sees, decoded: every spelling gives the same. One that cannot be decoded
 * is seen as it is written.
 */
export function pathIn(requestTarget: string): string {
  const [path = ''] = requestTarget.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Undefined: nothing behind the gateway is reached by that path; services have pages for operators alone. */
export const serviceFor = (method: string, path: string): ServiceName | undefined =>
  openPaths.test(path) ? serviceOf(method, path) : undefined

/** The pages for people have a process of their own. Reads, the front page, the OpenAPI document and its page go to the query service, all else to the command service. */
export function serviceOf(method: string, path: string): ServiceName {
  if (method === 'POST' && formsOfTheCommandService.test(path)) return 'command'
  if (pagesForPeople.test(path)) return 'audit'
  return method === 'GET' && !readsOfTheCommandService.test(path) ? 'query' : 'command'
}
