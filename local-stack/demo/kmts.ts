import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Tell } from './tell.ts'

const Verification = Type.Object({
  id: Type.String(),
  scannedCode: Type.String(),
  outcome: Type.String(),
  productName: Type.Union([Type.String(), Type.Null()]),
  statusTitleDescription: Type.Union([Type.String(), Type.Null()]),
})

const PATH = '/v1/kmts-verifications'

/** Two labels at the counter: one that the register knows, and one that it does not. */
export async function verifyLabels(api: Api, tell: Tell): Promise<void> {
  const known = await verify(api, tell, ' kmv-2026-0001 ')
  tell.expect(known.outcome === 'verified', 'the register knows the first label')
  const unknown = await verify(api, tell, 'KMN-2026-0002')
  tell.expect(unknown.outcome === 'not_found', 'the register does not know the second')
  const path = `${PATH}?pageSize=2`
  const { status, data, total } = await api({ method: 'GET', path })
  tell.step(`GET ${path}`, status, 200, `${total} queries in the history`)
  const newest = Value.Parse(Type.Array(Verification), data).map(({ id }) => id)
  tell.expect(newest.join() === [unknown.id, known.id].join(), 'both stand at its top')
}

async function verify(api: Api, tell: Tell, code: string): Promise<Static<typeof Verification>> {
  const asked = { method: 'POST', path: PATH, data: { scannedCode: code } } as const
  const { status, data } = await api(asked)
  const verification = Value.Parse(Verification, data)
  const { scannedCode, outcome, productName, statusTitleDescription } = verification
  const said = productName ?? statusTitleDescription ?? ''
  tell.step(`POST ${PATH}`, status, 201, `${scannedCode}: ${outcome}, ${said}`)
  return verification
}
