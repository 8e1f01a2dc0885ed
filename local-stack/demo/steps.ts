import { SarrafError } from '#client/main.ts'
import type { Checklist } from './checklist.ts'

interface Meta {
  readonly requestId: string
  /** Of a list. */
  readonly total?: number
}

/** An answer of the client. */
interface Answered<Data> {
  readonly data?: { readonly data: Data; readonly meta: Meta }
  readonly response: Response
}

interface Expected<Data> {
  readonly call: string
  readonly status: number
  readonly says: (data: Data, total: number) => string
}

/** Notes the answer of a call that succeeds; a refusal ends the demo, because the next step needs the data. */
export async function done<Data>(
  checklist: Checklist,
  { call, status, says }: Expected<Data>,
  answer: Promise<Answered<Data>>,
): Promise<Data> {
  const { data: body, response } = await answer
  if (body === undefined) throw new Error(`${call}: the answer has no body`)
  checklist.step(call, response.status, status, says(body.data, body.meta.total ?? 0))
  return body.data
}

/** Notes the refusal of a call that must be refused. */
export async function refused(
  checklist: Checklist,
  { call, status, why }: { readonly call: string; readonly status: number; readonly why: string },
  answer: Promise<{ readonly response: Response }>,
): Promise<void> {
  const outcome = await answer.catch((error: unknown) => error)
  if (outcome instanceof SarrafError) {
    checklist.step(call, outcome.status, status, `${outcome.code}: ${why}`)
  } else if (outcome instanceof Error) throw outcome
  else checklist.expect(false, `${call} is refused: ${why}`)
}
