// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { clientOf, manyDrafted } from '../official-client.ts'
import { query, shownRows } from './moving.ts'

const program = fileURLToPath(import.meta.resolve('#stack/event-store/commands.ts'))
const demo = { authorization: `Basic ${btoa('demo:demo-secret')}` }
const COMES_WITHIN_MS = 90_000
/** How long a move lives before it is killed. */
const LIVES_MS = [400, 1_200, 2_500, 4_000]

test('a system moves to another store and back, although the move is killed repeatedly', async () => {
  const place = await placeForStacks()
  const target = await eventStoreNodeForThisTest()
  await clientOf(target.url).appendToStream('$stats-127.0.0.1', manyDrafted(500))
  const feed = { KAFKA_BROKERS: 'embedded' }

  const first = await place.start(feed)
  await vouchers(first.baseUrl, [1, 2, 3])
  const before = await settled(place)
  expect(await stopStack(first.supervisor)).toBe(0)

  for (const lives of LIVES_MS) await killedMove(place, lives, target.url)
  expect(await move(place, target.url)).toMatchObject({ exitCode: 0 })

  const second = await place.start({ ...feed, EVENTSTORE_URL: target.url })
  expect(await settled(place)).toEqual(before)
  await vouchers(second.baseUrl, [4, 5])
  const between = await settled(place)
  expect(await move(place, 'embedded', { EVENTSTORE_URL: target.url })).toMatchObject({
    exitCode: 1,
    said: `A system is running on ${place.folder}: stop it first.\n`,
  })
  expect(await stopStack(second.supervisor)).toBe(0)
  expect(await move(place, 'embedded', { EVENTSTORE_URL: target.url })).toMatchObject({
    exitCode: 0,
  })

  const third = await place.start(feed)
  expect(await settled(place)).toEqual(between)
  await vouchers(third.baseUrl, [6])
  await settled(place)
  const published = await publishedVouchers(place)
  expect(published.toSorted()).toEqual([1001, 1002, 1003, 1004, 1005, 1006])
})

async function vouchers(baseUrl: string, numbers: readonly number[]) {
  for (const number of numbers) {
    const answer = await fetch(`${baseUrl}/v1/expenses`, {
      method: 'POST',
      headers: { ...demo, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: { source: 'manual', idNo: '21543789054', amount: 1000 + number },
      }),
    })
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)])
  }
}

/** What readers see when everything is published; that nothing was rebuilt shows in the rows' transactions. */
async function settled(place: Place) {
  const { databaseUrl, feedUrl } = await place.stackFile()
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${feedUrl}/status`)
      expect(await answer.json()).toMatchObject({ phase: 'publishing', lagEvents: 0 })
    },
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )
  const versions = await query(
    databaseUrl,
    `select nspname from pg_namespace where nspname like 'read_model%'`,
  )
  expect(versions).toEqual([{ nspname: 'read_model' }])
  return shownRows(databaseUrl)
}

function startMove(place: Place, to: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, 'move', '--to', to], {
    env: { ...process.env, ...environment, DATA_DIR: place.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function killedMove(place: Place, lives: number, to: string) {
  const child = startMove(place, to)
  const exited = once(child, 'exit')
  await Promise.race([pause(lives), exited])
  child.kill('SIGKILL')
  await exited
}

async function move(place: Place, to: string, environment: Readonly<Record<string, string>> = {}) {
  const child = startMove(place, to, environment)
  const exited = once(child, 'exit')
  const [, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  await exited
  return { exitCode: child.exitCode, said }
}

/** The amount of each voucher that was ever published, as a consumer reads it from the beginning. */
async function publishedVouchers({ folder }: Place): Promise<number[]> {
  const tail = spawn(
    process.execPath,
    ['publishing/kafka/command-line/main.ts', 'tail', '--from-beginning'],
    { env: { ...process.env, DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  onTestFinished(() => void tail.kill('SIGKILL'))
  let output = ''
  tail.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  const amounts = () =>
    [...output.matchAll(/VoucherDrafted\.v1.*?"amount":"(\d+)/g)].map(([, amount]) =>
      Number(amount),
    )
  await vi.waitFor(() => expect(amounts()).toContain(1006), {
    timeout: COMES_WITHIN_MS,
    interval: 100,
  })
  // What is there twice would come right after.
  await pause(2_000)
  tail.kill('SIGINT')
  await once(tail, 'exit')
  return amounts()
}
