// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Sarraf, sarraf } from '#client/connect.ts'
import { electronicVoucher } from '#client/electronic-voucher.ts'
import { DocumentRejected, SarrafError } from '#client/errors.ts'
import { eInvoiceTaxpayers, magicPhones } from '#kernel/contract/test-mode.ts'
import { guideIn } from '#query/guides/guide.ts'
import { faultModes, operationNames } from '#stack/sandbox/operations/names.ts'
import { placeForStacks } from '#test/support/running-stack.ts'

const run = promisify(execFile)

const [, guide = ''] = /^## Test mode$([^]*?)^## /m.exec(guideIn('en')) ?? []
const [readSms = '', setUp = '', order = ''] = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(
  ([, command = '']) => command,
)
const magic = /^## Magic values$([^]*?)^## /m.exec(guideIn('en'))?.[1] ?? ''
const rows = [...(guide + magic).matchAll(/^\| (`.*) \| (.*) \| (.*) \|$/gm)].map(
  ([, left = '', middle = '', right = '']) => ({ left, middle, right }),
)
const sentAs = (field: string) => rows.filter(({ middle }) => middle.includes(`\`${field}\``))
const quoted = (cell: string) => [...cell.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

const settings = { INTEGRATOR_TIMEOUT_MS: '1000', SMS_COOLDOWN_SECONDS: '0', LOG_LEVEL: 'warn' }
const SELLER = '21543789054'
const TAXPAYER = '31884620732'

test('the sandbox reacts to codes, names and orders as the guide says', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start(settings)
  const { sandboxUrl: SANDBOX } = await place.addresses()
  const shell = async (command: string): Promise<string> =>
    (await run('bash', ['-c', `set -e\n${command}`], { env: { ...process.env, SANDBOX } })).stdout
  const client = sarraf({ baseUrl, apiUserId: 'demo', secretKey: 'demo-secret' })

  const modes = rows.filter(({ right }) => /^\d/.test(right))
  expect([sentAs('scannedCode'), sentAs('fullName')].map(({ length }) => length)).toEqual([3, 3])
  for (const { left, right } of sentAs('scannedCode')) {
    const outcome = await verified(client, quoted(left)[0] ?? '')
    expect(right).toBe(`\`outcome\` is \`${outcome}\``)
  }
  for (const { left, right } of sentAs('fullName')) {
    expect(await found(client, quoted(left)[0] ?? '')).toMatchObject(counts(right))
  }

  await expect(channelOf(client, eInvoiceTaxpayers.company.taxNumber)).resolves.toBe('einvoice')
  await expect(
    client.POST('/v1/expenses', {
      body: { data: { source: 'manual', idNo: eInvoiceTaxpayers.person.taxNumber, amount: 5_000 } },
    }),
  ).rejects.toMatchObject({ details: [{ rule: 'eInvoiceTaxpayer' }] })
  const phone = `${magicPhones.prefix}0042`
  const sold = electronicVoucher(client, await drafted(client, { phone }))
  const { eDocument } = await sold.prepare().sms().confirm(magicPhones.code)
  expect(eDocument.state).toBe('sent')
  for (const operation of operationNames) expect(guide).toContain(`\`${operation}\``)

  await shell(setUp)
  await client.POST('/v1/bank-queries', { body: { data: {} } })
  const { data: transfers } = await client.GET('/v1/bank-transactions')
  expect(transfers?.data.map(({ stamp }) => stamp)).toContain('T-1')
  const sale = { source: 'manual', idNo: TAXPAYER, amount: 5_000 } as const
  const { data: preview } = await client.POST('/v1/invoices/preview', {
    body: { data: { ...sale, paymentType: 'pos' } },
  })
  expect(preview?.data.channel).toBe('einvoice')
  await expect(client.POST('/v1/expenses', { body: { data: sale } })).rejects.toMatchObject({
    details: [{ rule: 'eInvoiceTaxpayer' }],
  })

  expect(modes.flatMap(({ left }) => quoted(left)).toSorted()).toEqual(faultModes.toSorted())
  for (const { left, right } of modes) {
    for (const mode of quoted(left)) {
      await shell(order.replace('accept-then-timeout', mode))
      expect(`${mode}: ${await prepared(client, await drafted(client))}`).toBe(`${mode}: ${right}`)
    }
  }

  const path = { id: await drafted(client) }
  expect(await prepared(client, path.id)).toBe('200')
  await client.POST('/v1/expenses/{id}/e-document/sms', { params: { path }, body: { data: {} } })
  const [, code = ''] = /"code":"(\d+)"/.exec(await shell(readSms)) ?? []
  const confirm = (given: string) =>
    client.POST('/v1/expenses/{id}/e-document/confirm', {
      params: { path },
      body: { data: { code: given } },
    })
  for (let wrong = 0; wrong < 5; wrong++)
    await expect(confirm('0000')).rejects.toThrow(DocumentRejected)
  await expect(confirm(code)).rejects.toMatchObject({ details: [{ rule: 'attempts' }] })
  await client.POST('/v1/expenses/{id}/e-document/sms', { params: { path }, body: { data: {} } })
  const [, next = ''] = /"code":"(\d+)"/.exec(await shell(readSms)) ?? []
  expect((await confirm(next)).data?.data.eDocument.state).toBe('sent')
})

async function verified(client: Sarraf, start: string) {
  const data = { scannedCode: start.replace('…', '-2026-1') }
  return (await client.POST('/v1/kmts-verifications', { body: { data } })).data?.data.outcome
}

async function channelOf(client: Sarraf, idNo: string) {
  const sale = { source: 'manual', idNo, amount: 5_000, paymentType: 'pos' } as const
  return (await client.POST('/v1/invoices/preview', { body: { data: sale } })).data?.data.channel
}

async function found(client: Sarraf, fullName: string) {
  const body = { data: { fullName } }
  return (await client.POST('/v1/compliance/sanction-checks', { body })).data?.data.summary
}

const counts = (cell: string) => ({
  masakCount: 0,
  wantedCount: 0,
  pepCount: 0,
  ...Object.fromEntries(quoted(cell).map((name) => [name, 1])),
})

async function drafted(client: Sarraf, customerInfo = {}): Promise<string> {
  const kind = { source: 'manual', isDraft: true, allowDuplicate: true } as const
  const data = { ...kind, idNo: SELLER, amount: 5_000, customerInfo }
  return (await client.POST('/v1/expenses', { body: { data } })).data?.data.id ?? ''
}

/** Status and code, as the guide writes them. */
async function prepared(client: Sarraf, id: string): Promise<string> {
  try {
    const one = { params: { path: { id } }, body: { data: {} } }
    const { response } = await client.POST('/v1/expenses/{id}/e-document/prepare', one)
    return String(response.status)
  } catch (error) {
    if (!(error instanceof SarrafError)) throw error
    return `${error.status} \`${error.code}\``
  }
}
