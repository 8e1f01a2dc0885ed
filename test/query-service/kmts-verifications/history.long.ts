import { expect, test } from 'vitest'
import { ask, listIn, newShop, order, PATH, verificationIn } from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, refusal } from '#test/support/system-client.ts'
import { type Dealer, type Line, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const line = (data: Line['data'] = {}): Line => ({
  kind: 'kmtsVerification',
  data: {
    id: recordId(),
    source: 'mobile',
    scannedCode: 'KMV-9',
    outcome: 'verified',
    checkedAt: '2026-11-18T08:00:00Z',
    ...data,
  },
})

const codes = async (api: Api, query: string) =>
  listIn(await api.get(`${PATH}?${query}`)).map(({ scannedCode }) => scannedCode)

/** Three of other channels, on three days, and what was asked here today. */
async function shopWithHistory() {
  const shop = await newShop(system)
  // One import writes records side by side, in no order of their own.
  for (const channel of [
    line({ scannedCode: 'A', checkedAt: '2026-11-16T08:00:00Z', source: 'desktop' }),
    line({ scannedCode: 'B', checkedAt: '2026-11-17T08:00:00Z', outcome: 'pending' }),
    line({ scannedCode: 'C', checkedAt: '2026-11-18T08:00:00.250Z', outcome: 'not_found' }),
  ]) {
    await shop.import(channel)
  }
  await ask(shop.api, 'KMV-D')
  await order(system, 'error')
  await ask(shop.api, 'KMV-E')
  return shop
}

test('queries of all channels are in one history, newest first', async () => {
  const { api } = await shopWithHistory()

  expect(await codes(api, '')).toEqual(['KMV-E', 'KMV-D', 'C', 'B', 'A'])
  expect((await api.get(PATH)).meta).toMatchObject({ page: 1, limit: 25, total: 5, pages: 1 })
})

test('a client that follows its changes gets those after the last one seen', async () => {
  const { api } = await shopWithHistory()
  const [, , seen] = listIn(await api.get(`${PATH}?sort=updatedAt:asc`))
  const since = encodeURIComponent(seen?.updatedAt ?? '')

  expect(await codes(api, `filter[updatedSince]=${since}&sort=updatedAt:asc`)).toEqual([
    'KMV-D',
    'KMV-E',
  ])
  expect(await codes(api, 'filter[updatedSince]=2999-01-01')).toEqual([])
})

test.each([
  ['sort=checkedAt', 'sort', 'pattern'],
  ['sort=createdAt:up', 'sort', 'pattern'],
  ['outcome=maybe', 'outcome', 'enum'],
  ['source=panel', 'source', 'enum'],
  ['startDate=yesterday', 'startDate', 'format'],
  ['page=0', 'page', 'minimum'],
  ['pageSize=101', 'pageSize', 'maximum'],
  ['filter[scannedCode]=A', 'filter[scannedCode]', 'unknown'],
  ['filter[updatedSince]=now', 'filter[updatedSince]', 'format'],
  ['limit=5', 'limit', 'unknown'],
  ['source=api&source=mobile', 'source', 'type'],
])('the list refuses ?%s', async (query, field, rule) => {
  const { api } = await newShop(system)
  const refused = [400, 'VALIDATION_FAILED', [{ field, rule }]]

  expect(refusal(await api.get(`${PATH}?${query}`))).toEqual(refused)
})

test('a record is found by its id in any case, and no other id is found', async () => {
  const { api } = await newShop(system)
  const made = verificationIn(await ask(api, 'KMV-1'))

  expect(verificationIn(await api.get(`${PATH}/${made.id.toUpperCase()}`))).toEqual(made)
  expect(refusal(await api.get(`${PATH}/${recordId()}`))).toEqual([404, 'RESOURCE_NOT_FOUND', []])
  expect(refusal(await api.get(`${PATH}/7`))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'id', rule: 'pattern' }],
  ])
})

const whole = {
  status: 'ACTIVE',
  statusDescription: 'Etiket aktif',
  statusTitleDescription: 'Aktif',
  activationDate: '2026-03-02T08:30:00.000Z',
  markingDate: '2026-02-27T10:00:00.000Z',
  scanVerificationId: 'SV-7',
  refineryName: 'Boğaziçi',
  productName: 'Külçe',
  millesimalFineness: '995.0',
  weightUnit: 'GRM',
  metal: 'Altın',
  packagePrefix: 'PK',
  method: 'LABEL',
  methodDescription: 'Etiket',
  completedAt: '2026-11-18T08:00:00.350Z',
  durationMs: 350,
  errorCode: null,
  errorMessage: null,
}

test('what another channel recorded is shown with every field, and its changes later', async () => {
  const shop = await newShop(system)
  const { data } = line({ scannedCode: ' kmi-9 ', checkedAt: '2026-11-18T11:00:00+03:00' })
  await shop.import({ kind: 'kmtsVerification', data: { ...data, outcome: 'pending' } })
  const path = `${PATH}/${String(data['id'])}`
  expect(verificationIn(await shop.api.get(path))).toMatchObject({
    outcome: 'pending',
    isVerified: false,
    completedAt: null,
    durationMs: null,
  })

  await shop.import({ kind: 'kmtsVerification', data: { ...data, ...whole, weight: '1.0050' } })
  const shown = verificationIn(await shop.api.get(path))

  expect(shown).toEqual({
    ...whole,
    id: data['id'],
    scannedCode: 'KMI-9',
    outcome: 'verified',
    isVerified: true,
    weight: 1.005,
    source: 'mobile',
    checkedAt: '2026-11-18T08:00:00.000Z',
    retryable: false,
    createdAt: '2026-11-18T08:00:00.000000Z',
    updatedAt: shown.updatedAt,
  })
  await shop.import({ kind: 'kmtsVerification', data: { ...shown } })
  expect(verificationIn(await shop.api.get(path))).toEqual(shown)
})

test('a query that failed at the provider may be retried, from either channel', async () => {
  const shop = await newShop(system)
  await shop.import(
    line({ outcome: 'provider_error', checkedAt: '2026-11-18' }),
    line({ outcome: 'provider_error', checkedAt: '2026-11-17', retryable: false }),
    line({ outcome: 'invalid', checkedAt: '2026-11-16' }),
  )
  const listed = listIn(await shop.api.get(PATH))
  expect(listed.map(({ retryable }) => retryable)).toEqual([true, false, false])
})

test.each([
  [{ source: 'api' }, 'source: must be one of desktop, mobile'],
  [{ outcome: 'ok' }, 'outcome: must be one of'],
  [{ scannedCode: '' }, 'scannedCode: must be a text of 1 to 64 characters'],
  [{ checkedAt: 'today' }, 'checkedAt: must be a date'],
  [{ weight: -1 }, 'weight: must be a number of at least 0'],
  [{ durationMs: 1.5 }, 'durationMs: must be a whole number'],
])('a line with %j is refused', async (change, wrong) => {
  const shop = await newShop(system)
  await expect(shop.import(line(change))).rejects.toThrow(wrong)
})

test('the import changes neither queries made here nor another company’s', async () => {
  const shop = await newShop(system)
  const stranger: Dealer = await newShop(system)
  const { id } = verificationIn(await ask(shop.api, 'KMV-1'))

  await expect(shop.import(line(), line({ id }))).rejects.toThrow(
    'line 2: id: is a query that was made through the API',
  )
  await expect(stranger.import(line({ id }))).rejects.toThrow('is used by another company')
  const [found, ...others] = listIn(await shop.api.get(PATH))
  expect([found?.source, others]).toEqual(['api', []])
})
