import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import {
  type Draft,
  documentIn,
  electronicDealer,
  fault,
  messagesTo,
  newDraft,
  newPhone,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, apiAt } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

const settings = {
  SMS_COOLDOWN_SECONDS: '0',
  SMS_PER_PHONE_HOUR: '3',
  SMS_PER_PHONE_DAY: '5',
  INTEGRATOR_TIMEOUT_MS: '1000',
}
const system = systemForThisFile(settings)

let phone: string
beforeEach(() => {
  phone = newPhone()
})

const written = (digits: string): string[] => {
  const [area, first, rest] = [digits.slice(2, 5), digits.slice(5, 8), digits.slice(8)]
  return [`+90 ${area} ${first} ${rest}`, `0${area}${first}${rest}`, `(${area}) ${first}-${rest}`]
}

async function prepared(dealer: Dealer, writtenPhone = phone): Promise<Draft> {
  const customerInfo = {
    address: 'Çınar Sk. 3',
    cities: 'Fatih',
    states: 'İstanbul',
    phone: writtenPhone,
  }
  const draft = await newDraft(system, dealer, { customerInfo })
  documentIn(await draft.prepare())
  return draft
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()

async function database(statement: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: system.databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement, [...values])
  await client.end()
  return rows
}

/** For each SMS that has been counted so far. */
const anHourGoesBy = () =>
  database(`update command.sms_limit set sent =
    (select jsonb_object_agg(key, value::text::numeric - 3600) from jsonb_each(sent))`)

test('one phone gets three SMS an hour, however it is written and whatever the document', async () => {
  const dealer = await electronicDealer(system)
  for (const spelling of written(phone)) {
    const draft = await prepared(dealer, spelling)
    expect((await draft.sms()).status).toBe(200)
  }

  const draft = await prepared(dealer)
  const refused = await draft.sms()

  const retryAfter = Number(refused.headers['retry-after'])
  expect([refused.status, refused.error?.code]).toEqual([429, 'E_DOCUMENT_SMS_COOLDOWN'])
  expect(refused.error?.details).toEqual([
    { field: 'id', rule: 'cooldown', state: 'prepared', retryAfter },
  ])
  expect(retryAfter).toBeGreaterThan(3_500)
  expect(retryAfter).toBeLessThanOrEqual(3_600)
  expect(await messagesTo(system, phone)).toHaveLength(3)
  expect(await draft.state()).toBe('prepared')
})

test('another phone, and the same phone at another company, get theirs', async () => {
  const dealer = await electronicDealer(system)
  const first = await prepared(dealer)
  for (let sms = 0; sms < 3; sms++) expect((await first.sms()).status).toBe(200)
  expect((await first.sms()).status).toBe(429)

  expect((await (await prepared(dealer, newPhone())).sms()).status).toBe(200)
  expect((await (await prepared(await electronicDealer(system))).sms()).status).toBe(200)
})

test('after an hour there are more, up to five a day', async () => {
  const draft = await prepared(await electronicDealer(system))
  for (let sms = 0; sms < 3; sms++) await draft.sms()
  await anHourGoesBy()
  expect(statuses([await draft.sms(), await draft.sms()])).toEqual([200, 200])
  await anHourGoesBy()

  const refused = await draft.sms()

  expect(refused.status).toBe(429)
  const hours = Number(refused.headers['retry-after']) / 3_600
  expect(hours).toBeGreaterThan(21.9)
  expect(hours).toBeLessThanOrEqual(22)
})

test('of many at the same time at two instances no more are sent', async () => {
  const dealer = await electronicDealer(system)
  const drafts = await Promise.all(Array.from({ length: 8 }, () => prepared(dealer)))
  const { url } = await anotherCommandService(system, settings)
  const there = apiAt(url, dealer.credentials)

  const answers = await Promise.all(
    drafts.flatMap((draft) => [
      draft.sms(),
      there.post(`/v1/expenses/${draft.id}/e-document/sms`, {}),
    ]),
  )

  const sent = answers.filter(({ status }) => status === 200)
  expect(sent).toHaveLength(3)
  expect(await messagesTo(system, phone)).toHaveLength(3)
  expect(statuses(answers).filter((status) => ![200, 409, 429].includes(status))).toEqual([])
})

test('what the provider refused is no SMS; what may have been sent is one', async () => {
  const draft = await prepared(await electronicDealer(system))
  for (let refusal = 0; refusal < 4; refusal++) {
    await fault(system, 'voucher.sms', 'reject')
    expect((await draft.sms()).status).toBe(422)
  }
  await fault(system, 'voucher.sms', 'accept-then-timeout')
  expect((await draft.sms()).status).toBe(502)
  expect(statuses([await draft.sms(), await draft.sms()])).toEqual([200, 200])
  expect((await draft.sms()).status).toBe(429)
})

test('no phone is kept with its count', async () => {
  const draft = await prepared(await electronicDealer(system))
  await draft.sms()
  const kept = JSON.stringify(await database('select * from command.sms_limit'))
  for (const spelling of [phone, ...written(phone)]) expect(kept).not.toContain(spelling.slice(-7))
})
