import type { Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done } from './steps.ts'

const PATH = '/v1/kmts-verifications'

/** Two labels are verified: one that the register knows, and one that it does not. */
export async function verifyLabels(client: Sarraf, checklist: Checklist): Promise<void> {
  const known = await verify(client, checklist, ' kmv-2026-0001 ')
  checklist.expect(known.outcome === 'verified', 'the register knows the first label')
  const unknown = await verify(client, checklist, 'KMN-2026-0002')
  checklist.expect(unknown.outcome === 'not_found', 'the register does not know the second')
  const history = await done(
    checklist,
    {
      call: `GET ${PATH}?pageSize=2`,
      status: 200,
      says: (_queries, total) => `${total} queries in the history`,
    },
    client.GET(PATH, { params: { query: { pageSize: 2 } } }),
  )
  const newest = history.map(({ id }) => id)
  checklist.expect(newest.join() === [unknown.id, known.id].join(), 'both are at the top of it')
}

const verify = (client: Sarraf, checklist: Checklist, scannedCode: string) =>
  done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: ({ scannedCode: code, outcome, productName, statusTitleDescription }) =>
        `${code}: ${outcome}, ${productName ?? statusTitleDescription ?? ''}`,
    },
    client.POST(PATH, { body: { data: { scannedCode } } }),
  )
