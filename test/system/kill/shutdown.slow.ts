// @module-tag embedded-parts

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { isAlive, type Place, placeForStacks, stopInTime } from '#test/support/running-stack.ts'
import {
  bookedAs,
  callsOf,
  documentIn,
  electronicDealer,
  fault,
  newDraft,
  refusedAs,
  untilCode,
} from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import { detailIn } from '#test/support/vouchers.ts'

const settings = { DEMO: 'false', SMS_COOLDOWN_SECONDS: '0' }

test('a request that waits for the provider during a stop gets an unknown outcome, which is settled after the next start', async () => {
  const place = await placeForStacks()
  const day = await place.start(settings)
  const system = await place.addresses()
  const dealer = await electronicDealer(system)
  const lost = await openSubmission(system, dealer, 'timeout')
  const done = await openSubmission(system, dealer, 'accept-then-timeout')
  const { pids } = await place.stackFile()

  const stopped = stopInTime(day)
  for (const { answer } of [lost, done]) {
    const told = [502, 'E_DOCUMENT_RESULT_UNKNOWN', 'review_required']
    expect(refusedAs(await answer)).toEqual(told)
  }
  await stopped
  expect(Object.values(pids).filter(isAlive)).toEqual([])
  for (const part of Object.keys(pids)) expect(await complaints(place, part)).toEqual([])

  const { baseUrl } = await place.start(settings)
  const nextDay = await place.addresses()
  const api = apiAt(baseUrl, dealer.credentials)
  const pathOf = (id: string) => `/v1/expenses/${id}`
  for (const { id } of [lost, done]) {
    const { eDocument, isFinalized } = detailIn(await api.get(pathOf(id)))
    expect([eDocument?.state, isFinalized]).toEqual(['review_required', false])
  }
  const statusOf = async (id: string) =>
    documentIn(await api.get(`${pathOf(id)}/e-document/status`))
  const settled = await statusOf(done.id)
  expect([settled.state, (await statusOf(lost.id)).state]).toEqual(['sent', 'review_required'])
  expect(await bookedAs(nextDay, settled.uuid)).toMatchObject({
    state: 'accepted',
    number: settled.number,
    submissions: 1,
  })
  expect(detailIn(await api.get(pathOf(done.id)))).toMatchObject({ isFinalized: true, number: '1' })
})

/** A confirmation that the provider keeps without an answer. */
async function openSubmission(system: SystemAddresses, dealer: Dealer, mode: FaultMode) {
  const draft = await newDraft(system, dealer)
  const code = await untilCode(draft)
  const before = (await callsOf(system, 'voucher.submit')).length
  await fault(system, 'voucher.submit', mode)
  const answer = draft.confirm(code)
  await vi.waitFor(
    async () => expect(await callsOf(system, 'voucher.submit')).toHaveLength(before + 1),
    { timeout: 5_000, interval: 20 },
  )
  return { id: draft.id, answer }
}

/** Of a part that did not end by itself, in time and in order. */
async function complaints({ folder }: Place, part: string): Promise<readonly string[]> {
  const log = await readFile(join(folder, 'logs', `${part}.log`), 'utf8')
  const lastWord = part === 'postgres' ? 'database system is shut down' : '"msg":"closing"'
  const errors = log.split('\n').filter((line) => /"level":[56]0/.test(line))
  return log.includes(lastWord) ? errors : [`${part} was cut off`, ...errors]
}
