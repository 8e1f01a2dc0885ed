import { onTestFinished } from 'vitest'
import { apiKeyEvents, companyEvents } from '#kernel/events/reference-data.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readQuerySettings } from '#query/settings.ts'
import { startQueryService } from '#query/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import type { Dealer } from '#test/projections/dealer.ts'
import { SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { startedWith } from '#test/support/started-with.ts'
import { apiAt, basic } from '#test/support/system-client.ts'

const HOST = '127.0.0.1'
const SECRET = 'of-nobody'

/** The query service over a dealer's tables, until the running test ends. */
export async function queryServiceFor({ databases, handOverKeyOfRows }: Dealer) {
  const port = await freePort()
  const closers: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close()
  })
  await handOverKeyOfRows(SIGN_IN_KEY)
  const environment = {
    HOST,
    PORT: `${port}`,
    DATABASE_URL: databases.query,
    RATE_PER_KEY: '0',
    SIGN_IN_KEY,
  }
  const settings = readQuerySettings(settingsFrom(environment))
  await startQueryService(
    startedWith('query', settings, (_part, close) => void closers.push(close)),
  )
  return `http://${HOST}:${port}`
}

/** A company with a key that may read everything, and what its programs call with. */
export async function companyCalling(dealer: Dealer, baseUrl: string, companyId: string) {
  await recordCompany(dealer, companyId)
  return apiAt(baseUrl, { apiUserId: companyId, secretKey: SECRET })
}

/** The same for programs that read and look at the answer themselves. */
export async function companyReading(dealer: Dealer, baseUrl: string, companyId: string) {
  await recordCompany(dealer, companyId)
  const authorization = basic({ apiUserId: companyId, secretKey: SECRET })
  return (path: string) => fetch(`${baseUrl}${path}`, { headers: { authorization } })
}

async function recordCompany(dealer: Dealer, companyId: string) {
  const when = { companyId }
  await dealer.write(
    companyEvents,
    companyId,
    {
      type: 'CompanyRecorded',
      data: {
        companyId,
        title: 'Sarraf',
        taxNumber: '4840847211',
        taxOffice: null,
        address: null,
        district: null,
        city: null,
        phone: null,
        email: null,
        package: 'Standard',
        status: true,
        kmtsEnabled: true,
        timeZone: 'Europe/Istanbul',
      },
    },
    when,
  )
  await dealer.write(
    apiKeyEvents,
    companyId,
    {
      type: 'ApiKeyRecorded',
      data: {
        companyId,
        apiUserId: companyId,
        secretHash: await hashSecret(SECRET, 2),
        status: true,
        validUntil: '2099-01-01T00:00:00Z',
        rights: ['*'],
      },
    },
    when,
  )
}
