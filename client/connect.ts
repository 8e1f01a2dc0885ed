import createClient, { type Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { paths } from './generated/api.d.ts'
import { listsWithDeletions } from './generated/paths.ts'
import { OwnRequest, replaced } from './own-request.ts'
import { type Patience, patientFetch } from './retries.ts'

export interface Connection extends Partial<Patience> {
  readonly baseUrl: string
  readonly apiUserId: string
  readonly secretKey: string
}

/** Every endpoint, with the types of its document; a refusal is thrown as a `SarrafError`. */
export type Sarraf = Client<paths>

/** A client for one API key. */
export function sarraf(connection: Connection): Sarraf {
  const { baseUrl, apiUserId, secretKey } = connection
  const { tries = 6, longestWaitMs = 10_000 } = connection
  const { timeoutMs = 60_000, longestCallMs = 120_000 } = connection
  const credentials = base64(`${apiUserId}:${secretKey}`)
  const pathPrefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const client = createClient<paths>({
    baseUrl,
    Request: OwnRequest,
    headers: { authorization: `Basic ${credentials}` },
    fetch: patientFetch({ tries, longestWaitMs, timeoutMs, longestCallMs, pathPrefix }),
  })
  client.use({
    onRequest: ({ request, schemaPath }) => withKnownFilters(request, schemaPath),
    onResponse: async ({ response }) => {
      if (!response.ok) throw await errorOf(response)
    },
  })
  return client
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const DELETIONS = 'filter[includeDeleted]'

/** Whoever follows several lists asks each of them for deletions; a list that nothing leaves does not know the filter. */
function withKnownFilters(request: Request, path: string): Request {
  const url = new URL(request.url)
  if (!url.searchParams.has(DELETIONS) || listsWithDeletions.includes(path)) return request
  url.searchParams.delete(DELETIONS)
  return replaced(request, new Request(url, request))
}
