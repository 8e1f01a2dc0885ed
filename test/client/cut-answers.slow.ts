import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { request as forwarded, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sarraf } from '#client/main.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { serveForThisTest } from '#test/support/upstream.ts'
import { packedClient } from './packed-client.ts'

const system = systemForThisFile()
const run = promisify(execFile)

const PROGRAM = `
import { sarraf } from 'sarraf-client'
const { BASE_URL: baseUrl, API_USER_ID: apiUserId, SECRET_KEY: secretKey, TIMES } = process.env
const client = sarraf({ baseUrl, apiUserId, secretKey })
const data = { source: 'manual', idNo: '10000000146', amount: 4321.09, isDraft: true, allowDuplicate: true }
for (let time = 0; time < Number(TIMES); time++) {
  const { data: made } = await client.POST('/v1/expenses', { body: { data } })
  console.log(made.data.id)
}
`

let folder = ''

beforeAll(async () => {
  folder = await packedClient()
  await writeFile(join(folder, 'buy.mjs'), PROGRAM)
  return () => rm(folder, { recursive: true, force: true })
})

/** Passes calls on, and cuts every other answer to a creation after a share of its bytes. */
function cutting(share: () => number): RequestListener {
  let creations = 0
  return (incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const { hostname, port } = new URL(system.baseUrl)
    const isCut = method === 'POST' && creations++ % 2 === 0
    const to = forwarded({ hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        if (!isCut) outgoing.end(body)
        else
          outgoing.write(body.subarray(0, Math.floor(share() * body.length)), () =>
            outgoing.destroy(),
          )
      })
    })
    incoming.pipe(to)
  }
}

test('the packed client makes one voucher for each call, wherever its answers are cut', async () => {
  const { credentials } = await newDealer(system)
  const { apiUserId: API_USER_ID, secretKey: SECRET_KEY } = credentials
  const direct = sarraf({ baseUrl: system.baseUrl, ...credentials })
  const shares = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), 10)
  const waiting = [...shares]
  const BASE_URL = await serveForThisTest(cutting(() => waiting.shift() ?? 0))

  const { stdout } = await run(process.execPath, ['buy.mjs'], {
    cwd: folder,
    env: { ...process.env, BASE_URL, API_USER_ID, SECRET_KEY, TIMES: '10' },
  })

  const printed = stdout.trimEnd().split('\n')
  expect(new Set(printed).size).toBe(10)
  const { data: listed } = await direct.GET('/v1/expenses')
  expect(listed?.data.map(({ id }) => id).toSorted()).toEqual(printed.toSorted())
  expect(waiting).toEqual([])
})
