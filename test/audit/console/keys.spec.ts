import { expect, test, vi } from 'vitest'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { webhookService } from '#test/system/monitoring/webhook-service.ts'
import { auditPageForThisFile } from '../page/running-page.ts'
import { atTheConsole } from './visiting.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
const SECRET = 'a secret nobody guesses, 7f3a'

const rowOf = (shown: string, name: string) =>
  shown.split('<tr>').find((row) => row.includes(`>${name}<`)) ?? ''

test('the keys of a company are listed with rights, state and last recorded use', async () => {
  const dealer = await newDealer(system)
  const key = { secretKey: SECRET, validUntil: '2099-01-01T00:00:00Z', rights: ['expenses'] }
  const [unused, ended, over] = ['unused', 'ended', 'over'].map((name) => `${name}-${recordId()}`)
  await dealer.import(
    { kind: 'apiKey', data: { ...key, apiUserId: unused } },
    { kind: 'apiKey', data: { ...key, apiUserId: ended, status: false } },
    { kind: 'apiKey', data: { ...key, apiUserId: over, validUntil: '2020-01-01T00:00:00Z' } },
  )
  createdIn(await dealer.api.post('/v1/expenses', manual()))
  const owner = await atTheConsole(page.url, dealer)

  const { page: shown } = await owner.get('/console/keys?lang=en')

  expect(rowOf(shown, dealer.credentials.apiUserId)).toMatch(/valid[^]*<time[^]*<time/)
  expect(rowOf(shown, unused ?? '')).toContain('not among the newest events')
  expect(rowOf(shown, unused ?? '')).toContain('expenses')
  expect(rowOf(shown, ended ?? '')).toContain('disabled')
  expect(rowOf(shown, over ?? '')).toContain('expired')
  expect(shown).toContain(`api-key create --company ${dealer.companyId}`)
  expect(shown).not.toContain('scrypt')
  expect(shown).not.toContain(SECRET)
})

test('the endpoints of a company have address, events and state, and no secret', async () => {
  const [dealer, other] = [await newDealer(system), await newDealer(system)]
  const url = 'https://accounting.example.com/sarraf'
  const endpoint = { endpointId: recordId(), url, eventTypes: ['sarraf.invoice.*'] }
  const stopped = { endpointId: recordId(), url: `${url}/2`, status: false }
  const foreign = { endpointId: recordId(), url: 'https://other.example.com/' }
  await dealer.import({ kind: 'webhookEndpoint', data: endpoint })
  await dealer.import({ kind: 'webhookEndpoint', data: stopped })
  await other.import({ kind: 'webhookEndpoint', data: foreign })
  const owner = await atTheConsole(page.url, dealer)

  const expectListed = async () => {
    const { page: shown } = await owner.get('/console/keys?lang=en')
    expect(rowOf(shown, endpoint.endpointId)).toMatch(/sarraf\.invoice\.\*[^]*delivering/)
    expect(rowOf(shown, stopped.endpointId)).toContain('stopped by the operator')
    expect(shown).not.toContain(foreign.endpointId)
    expect(shown).not.toContain(other.credentials.apiUserId)
  }

  await expectListed()
  // Nobody has delivered here yet.
  expect((await owner.get('/console/system?lang=en')).page).toContain('Webhooks')
  await webhookService(system)
  // From now on the tables of deliveries say which there are, once they have come that far.
  await vi.waitFor(expectListed, LONGEST_WAIT_MS)
})
