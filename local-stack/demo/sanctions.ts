import type { Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done } from './steps.ts'

const PATH = '/v1/compliance/sanction-checks'

/** Checks one person who is on the invented lists with another spelling, and one who is not. */
export async function checkPeople(client: Sarraf, checklist: Checklist): Promise<void> {
  const found = await check(client, checklist, 'Kanber Uyduruk Oğlu')
  checklist.expect(found.summary.masakCount > 0, 'the misspelled name is found on the MASAK list')
  const [best] = found.matches.masak
  checklist.expect((best?.score ?? 0) >= 0.8, `best match: ${best?.name}, ${best?.score}`)
  const unlisted = await check(client, checklist, 'Pelin Ortancabahçe')
  const { masakCount, wantedCount, pepCount } = unlisted.summary
  checklist.expect(masakCount + wantedCount + pepCount === 0, 'a person on no list is not found')
  const { id } = found
  await done(
    checklist,
    { call: `GET ${PATH}/${id}`, status: 200, says: () => 'the history has what was found' },
    client.GET(`${PATH}/{id}`, { params: { path: { id } } }),
  )
}

const check = (client: Sarraf, checklist: Checklist, fullName: string) =>
  done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: ({ summary: { masakCount, wantedCount, pepCount } }) =>
        `${fullName}: ${masakCount} on MASAK's, ${wantedCount} wanted, ${pepCount} exposed`,
    },
    client.POST(PATH, { body: { data: { fullName } } }),
  )
