import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

const Verification = Type.Object({
  id: Type.String(),
  scannedCode: Type.String(),
  outcome: Type.String(),
  productName: Type.Union([Type.String(), Type.Null()]),
  statusTitleDescription: Type.Union([Type.String(), Type.Null()]),
})

const PATH = '/v1/kmts-verifications'

/** Two labels are verified: one that the register knows, and one that it does not. */
export async function verifyLabels(api: Api, checklist: Checklist): Promise<void> {
  const known = await verify(api, checklist, ' kmv-2026-0001 ')
  checklist.expect(known.outcome === 'verified', 'the register knows the first label')
  const unknown = await verify(api, checklist, 'KMN-2026-0002')
  checklist.expect(unknown.outcome === 'not_found', 'the register does not know the second')
  const path = `${PATH}?pageSize=2`
  const { status, data, total } = await api({ method: 'GET', path })
  checklist.step(`GET ${path}`, status, 200, `${total} queries in the history`)
  const newest = Value.Parse(Type.Array(Verification), data).map(({ id }) => id)
  checklist.expect(newest.join() === [unknown.id, known.id].join(), 'both are at the top of it')
}

async function verify(
  api: Api,
  checklist: Checklist,
  code: string,
): Promise<Static<typeof Verification>> {
  const asked = { method: 'POST', path: PATH, data: { scannedCode: code } } as const
  const { status, data } = await api(asked)
  const verification = Value.Parse(Verification, data)
  const { scannedCode, outcome, productName, statusTitleDescription } = verification
  const said = productName ?? statusTitleDescription ?? ''
  checklist.step(`POST ${PATH}`, status, 201, `${scannedCode}: ${outcome}, ${said}`)
  return verification
}
