// @module-tag embedded-parts

import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type FaultMode, faultModes } from '#stack/sandbox/operations/names.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import {
  callsOf,
  type Draft,
  documentIn,
  electronicDealer,
  fault,
  messagesTo,
  newDraft,
} from '#test/support/sellers.ts'
import { spanReceiver } from '#test/support/span-receiver.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Api, basic } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import {
  found,
  type Trace,
  tracesInDatabase,
  tracesInFiles,
  tracesInLog,
  tracesInMetrics,
} from '#test/support/traces.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'trace',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '2',
  SMS_COOLDOWN_SECONDS: '0',
}
const ARRIVED = { timeout: LONGEST_WAIT_MS, interval: 50 }
const integrator = { user: 'entegrator-kasa', secret: `gizli-${randomUUID()}` }

test('codes of sellers and secrets of companies are in no event, table, log, metric, span or answer, after any outcome of a submission', async () => {
  const place = await placeForStacks()
  const receiver = await spanReceiver()
  await place.start({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  const system = await place.addresses()
  const answers: Trace[] = []
  const dealer = await listenedTo(system, answers)

  const codes: string[] = []
  const uuids: string[] = []
  for (const mode of faultModes) {
    const { given, uuid } = await sequence(system, dealer, mode)
    codes.push(...given)
    uuids.push(uuid)
  }
  codes.push(...(await misplacedCodes(dealer)))

  for (const name of ['integrator submitVoucher', 'POST /v1/expenses/:id/e-document/confirm']) {
    await expect.poll(receiver.text, ARRIVED).toContain(name)
  }
  const spans = { place: 'spans', text: receiver.text() }
  const traces = [...(await tracesIn(place, system)), ...answers, spans]
  const { secretKey } = dealer.credentials
  const secrets = [secretKey, integrator.secret, loginOf(dealer.credentials), loginOf(asKey)]
  const positions = await positionsIn(system)
  const telling = codes.filter((code) => !positions.has(code))
  expect(found([...telling, ...secrets], traces)).toEqual([])

  for (const uuid of uuids) expect(placesOf([uuid], traces)).toContain('event_store.events')
  for (const code of codes)
    expect(found([code], [{ place: '', text: `"${code}"` }])).toHaveLength(1)
})

/** The positions of the log have six digits, too, and stand in many places. */
const positionsIn = (system: SystemAddresses) =>
  withLog(system, async ({ eventStore }) => {
    const positions = new Set<string>()
    for await (const { position } of eventStore.readLog(START_OF_LOG))
      positions.add(position.toString())
    return positions
  })

const asKey = { apiUserId: integrator.user, secretKey: integrator.secret }

const loginOf = (credentials: Dealer['credentials']) => basic(credentials).replace('Basic ', '')

const placesOf = (words: readonly string[], traces: readonly Trace[]) =>
  traces.filter((trace) => found(words, [trace]).length > 0).map(({ place }) => place)

/** Everything the company is answered is kept; each of its writes has a key and an id of its own. */
async function listenedTo(system: SystemAddresses, answers: Trace[]): Promise<Dealer> {
  const dealer = await electronicDealer(system)
  await dealer.import({ kind: 'providerAccount', data: { provider: 'integrator', ...integrator } })
  const send: Api['send'] = async (request) => {
    const headers = { 'x-request-id': randomUUID(), ...request.headers }
    const answer = await dealer.api.send({ ...request, headers })
    const text = JSON.stringify({ ...answer, file: answer.file?.toString('latin1') })
    answers.push({ place: `answer to ${request.method} ${request.path}`, text })
    return answer
  }
  const api: Api = {
    send,
    get: (path) => send({ method: 'GET', path }),
    delete: (path) => send({ method: 'DELETE', path }),
    post: (path, data) =>
      send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ data }),
      }),
  }
  return { ...dealer, api }
}

/** A whole sequence: codes that are wrong, an outdated one, and the right one under the fault. */
async function sequence(system: SystemAddresses, dealer: Dealer, mode: FaultMode) {
  const draft = await newDraft(system, dealer)
  const { uuid } = documentIn(await draft.prepare())
  await draft.sms()
  await draft.sms()
  const wrong = [digits(7), digits(8)]
  for (const code of wrong) await draft.confirm(code)
  const sent = (await messagesTo(system, draft.phone)).map(({ code }) => code)
  expect(sent).toHaveLength(2)
  const [right = '', outdated = ''] = sent
  await draft.confirm(outdated)
  await fault(system, 'voucher.submit', mode, 800)
  await draft.confirm(right)
  await draft.confirm(right)
  await draft.status()
  await draft.file('xml')
  await confirmedAtLast(draft)
  return { given: [...sent, ...wrong], uuid: uuid ?? '' }
}

async function confirmedAtLast(draft: Draft) {
  if ((await draft.state()) === 'verification_pending') await draft.confirm(await draft.code())
}

const digits = (count: number) =>
  Array.from({ length: count }, () => String(randomInt(10))).join('')

/** Codes in places where no code belongs, or in an unusable form. */
async function misplacedCodes({ api }: Dealer): Promise<readonly string[]> {
  const paper = createdIn(await api.post('/v1/expenses', manual({ amount: 500 })))
  const path = `/v1/expenses/${paper.id}/e-document/confirm`
  const codes = Array.from({ length: 6 }, () => digits(8))
  const [ofPaper, withLetter, surplus, broken, ofStranger, ofNobody] = codes
  const json = { 'content-type': 'application/json' }
  await api.post(path, { code: ofPaper })
  await api.post(path, { code: `${withLetter} x` })
  await api.post(path, { code: '1234', kod: surplus })
  await api.send({ method: 'POST', path, headers: json, body: `{"data":{"code":"${broken}"` })
  await api.post('/v1/expenses/65f000000000000000000001/e-document/confirm', { code: ofStranger })
  const body = JSON.stringify({ data: { code: ofNobody } })
  await api.send({ method: 'POST', path, headers: { ...json, authorization: 'Basic eDp5' }, body })
  return codes
}

async function tracesIn({ folder, stackFile }: Place, system: SystemAddresses) {
  const { commandUrl, queryUrl } = await stackFile()
  const { baseUrl, sandboxUrl, databaseUrl } = system
  const urls = [baseUrl, commandUrl, queryUrl, sandboxUrl]
  const calls = JSON.stringify(await callsOf(system, 'voucher.submit'))
  return [
    ...(await tracesInDatabase(databaseUrl)),
    ...(await tracesInLog(system)),
    ...(await tracesInFiles(join(folder, 'logs'))),
    ...(await Promise.all(urls.map(tracesInMetrics))),
    { place: 'stack.json', text: await readFile(join(folder, 'stack.json'), 'utf8') },
    { place: 'calls at the provider', text: calls },
  ]
}
