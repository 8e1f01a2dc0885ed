import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Tell } from './tell.ts'

const Match = Type.Object({ name: Type.String(), score: Type.Number(), matchedOn: Type.String() })
const Check = Type.Object({
  id: Type.String(),
  summary: Type.Object({
    masakCount: Type.Integer(),
    wantedCount: Type.Integer(),
    pepCount: Type.Integer(),
  }),
  matches: Type.Object({ masak: Type.Array(Match) }),
})

const PATH = '/v1/compliance/sanction-checks'

/** One person who stands on the invented lists, under a name that is spelled otherwise, and one who does not. */
export async function checkPeople(api: Api, tell: Tell): Promise<void> {
  const found = await check(api, tell, 'Kanber Uyduruk Oğlu')
  tell.expect(found.summary.masakCount > 0, 'the misspelled name is found on the MASAK list')
  const [best] = found.matches.masak
  tell.expect(best !== undefined && best.score >= 0.8, `best match: ${best?.name}, ${best?.score}`)
  const nobody = await check(api, tell, 'Pelin Ortancabahçe')
  const { masakCount, wantedCount, pepCount } = nobody.summary
  tell.expect(masakCount + wantedCount + pepCount === 0, 'who stands on no list is not found')
  const path = `${PATH}/${found.id}`
  const { status } = await api({ method: 'GET', path })
  tell.step(`GET ${path}`, status, 200, 'the history has what was found')
}

async function check(api: Api, tell: Tell, fullName: string) {
  const { status, data } = await api({ method: 'POST', path: PATH, data: { fullName } })
  const answer = Value.Parse(Check, data)
  const { masakCount, wantedCount, pepCount } = answer.summary
  const counts = `${masakCount} on MASAK's, ${wantedCount} wanted, ${pepCount} exposed`
  tell.step(`POST ${PATH}`, status, 201, `${fullName}: ${counts}`)
  return answer
}
