import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

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

/** Checks one person who is on the invented lists with another spelling, and one who is not. */
export async function checkPeople(api: Api, checklist: Checklist): Promise<void> {
  const found = await check(api, checklist, 'Kanber Uyduruk Oğlu')
  checklist.expect(found.summary.masakCount > 0, 'the misspelled name is found on the MASAK list')
  const [best] = found.matches.masak
  checklist.expect(
    best !== undefined && best.score >= 0.8,
    `best match: ${best?.name}, ${best?.score}`,
  )
  const unlisted = await check(api, checklist, 'Pelin Ortancabahçe')
  const { masakCount, wantedCount, pepCount } = unlisted.summary
  checklist.expect(masakCount + wantedCount + pepCount === 0, 'a person on no list is not found')
  const path = `${PATH}/${found.id}`
  const { status } = await api({ method: 'GET', path })
  checklist.step(`GET ${path}`, status, 200, 'the history has what was found')
}

async function check(api: Api, checklist: Checklist, fullName: string) {
  const { status, data } = await api({ method: 'POST', path: PATH, data: { fullName } })
  const answer = Value.Parse(Check, data)
  const { masakCount, wantedCount, pepCount } = answer.summary
  const counts = `${masakCount} on MASAK's, ${wantedCount} wanted, ${pepCount} exposed`
  checklist.step(`POST ${PATH}`, status, 201, `${fullName}: ${counts}`)
  return answer
}
