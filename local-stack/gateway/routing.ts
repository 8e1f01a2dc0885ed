export type ServiceName = 'command' | 'query' | 'audit'

/** Two reads have to ask the provider, and finish open work with what it says. */
const readsOfTheCommandService = /^\/v1\/expenses\/[^/]+\/e-document\/(?:status|file)\/?$/

const pagesOfTheAuditor = /^\/audit(?:\/|$)/

/** The auditors' pages apart: reads, the API description and its page belong to the query service, all else to the command service. */
export function serviceOf(method: string, path: string): ServiceName {
  if (pagesOfTheAuditor.test(path)) return 'audit'
  return method === 'GET' && !readsOfTheCommandService.test(path) ? 'query' : 'command'
}
