export type ServiceName = 'command' | 'query' | 'audit'

/** Two reads ask the provider, and complete open work with its answer. */
const readsOfTheCommandService = /^\/v1\/expenses\/[^/]+\/e-document\/(?:status|file)\/?$/

const pagesOfTheAuditor = /^\/audit(?:\/|$)/

/** The audit page has its own process. Reads, the OpenAPI document and its page go to the query service, all else to the command service. */
export function serviceOf(method: string, path: string): ServiceName {
  if (pagesOfTheAuditor.test(path)) return 'audit'
  return method === 'GET' && !readsOfTheCommandService.test(path) ? 'query' : 'command'
}
