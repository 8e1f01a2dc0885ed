// @module-tag embedded-parts

import { expect, test, vi } from 'vitest'
import { changes } from '#client/changes.ts'
import { type Sarraf, sarraf } from '#client/connect.ts'
import { electronicVoucher } from '#client/electronic-voucher.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import {
  bookedAs,
  callsOf,
  electronicDealer,
  fault,
  messagesTo,
  newPhone,
  seller,
} from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { PERSON } from '#test/support/vouchers.ts'

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '3',
  SMS_COOLDOWN_SECONDS: '1',
}

/** Longer than the service waits: however late the kill comes, no step has an answer. */
const HELD_MS = 1_500

test('a voucher is sent once, whichever step command service and gateway are killed in', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start(settings)
  const system = await place.addresses()
  const { credentials } = await electronicDealer(system)
  const client = sarraf({ baseUrl, ...credentials })
  const ids: string[] = []

  for (const operation of ['voucher.prepare', 'voucher.sms', 'voucher.submit'] as const) {
    const calls = async () => (await callsOf(system, operation)).length
    const before = await calls()
    await fault(system, operation, 'slow', HELD_MS)
    const explained: string[] = []
    const selling = sell({ client, system, explain: (why) => explained.push(why) })
    await vi.waitFor(async () => expect(await calls()).toBeGreaterThan(before), {
      timeout: 30_000,
      interval: 10,
    })
    await kill(place, ['command', 'gateway'])

    const { id, isFinalized, eDocument } = await selling
    expect([isFinalized, eDocument.state]).toEqual([true, 'sent'])
    expect(await bookedAs(system, eDocument.uuid)).toMatchObject({
      number: eDocument.number,
      submissions: 1,
    })
    expect(explained).toContainEqual(expect.stringContaining('the outcome is unknown'))
    ids.push(id)
  }
  const query = (asked: object) => client.GET('/v1/expenses', { params: { query: asked } })
  const changed: string[] = []
  for await (const { id } of changes(query)) changed.push(id)
  expect(changed.toSorted()).toEqual(ids.toSorted())
})

interface Sale {
  readonly client: Sarraf
  readonly system: SystemAddresses
  readonly explain: (why: string) => void
}

async function sell({ client, system, explain }: Sale) {
  const phone = newPhone()
  const kind = { source: 'manual', isDraft: true, allowDuplicate: true } as const
  const data = { ...kind, idNo: PERSON, amount: 5_000, ...seller(phone) }
  const draft = await client.POST('/v1/expenses', { body: { data } })
  const voucher = electronicVoucher(client, draft.data?.data.id ?? '', {
    askEveryMs: 200,
    explain,
  })
  const codeFromTheSeller = async () => (await messagesTo(system, phone))[0]?.code ?? 'no code'
  return voucher.prepare().sms().confirm(codeFromTheSeller)
}

async function kill(place: Place, parts: readonly string[]) {
  const { pids } = await place.stackFile()
  for (const part of parts) process.kill(pids[part] ?? 0, 'SIGKILL')
}
