import { expect, test } from 'vitest'
import type { ApiKey } from '#kernel/platform/http/authentication.ts'
import { type Sessions, signedSessions } from '#kernel/platform/sessions/signed-sessions.ts'

const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS
const LONGEST_MS = 8 * 60 * MINUTE_MS
const START = Date.parse('2026-11-20T06:00:00Z')

const key: ApiKey = {
  apiUserId: 'şükrü',
  companyId: 'c',
  secretHash: 'a hash',
  status: true,
  validUntil: '2099-01-01T00:00:00Z',
  rights: ['console'],
  company: { package: 'Standard', status: true, kmtsEnabled: false },
}

function sessionsOf() {
  const state = { now: START, key: key as ApiKey | undefined, ended: new Set<string>() }
  const of = (right: 'audit' | 'console', vaultKey = Buffer.alloc(32, 1)) =>
    signedSessions({
      right,
      vaultKey,
      ended: {
        add: async (id) => void state.ended.add(id),
        has: async (id) => state.ended.has(id),
      },
      findKey: async () => state.key,
      now: () => state.now,
    })
  return { state, of, sessions: of('console') }
}

const begun = async (sessions: Sessions) => (await sessions.begin(key.apiUserId)) ?? ''
const isOpen = async (sessions: Sessions, session: string) =>
  (await sessions.look(session)) !== undefined

test.each([
  ['until a moment before half an hour is over', IDLE_MS - 1, true],
  ['not once half an hour is over', IDLE_MS, false],
])('a session that nobody uses counts %s', async (_when, after, expected) => {
  const { state, sessions } = sessionsOf()
  const session = await begun(sessions)
  state.now += after
  expect(await isOpen(sessions, session)).toBe(expected)
})

test.each([
  ['not in its first minute', MINUTE_MS, false],
  ['behind it', MINUTE_MS + 1, true],
])('a session is renewed %s', async (_when, after, expected) => {
  const { state, sessions } = sessionsOf()
  const session = await begun(sessions)
  state.now += after
  expect((await sessions.look(session))?.renewed !== undefined).toBe(expected)
})

test('however often it is renewed, it ends after a working day, and its renewals end with it', async () => {
  const { state, sessions } = sessionsOf()
  let session = await begun(sessions)
  while (state.now < START + LONGEST_MS - 1) {
    state.now = Math.min(state.now + IDLE_MS - 1, START + LONGEST_MS - 1)
    const open = await sessions.look(session)
    expect(open?.caller).toMatchObject({ apiUserId: key.apiUserId, companyId: 'c' })
    session = open?.renewed ?? session
  }
  state.now += 1
  expect(await isOpen(sessions, session)).toBe(false)
})

test('who signs out of the second renewal has signed out of all of them', async () => {
  const { state, sessions } = sessionsOf()
  const first = await begun(sessions)
  state.now += 2 * MINUTE_MS
  const second = (await sessions.look(first))?.renewed ?? ''
  await sessions.end(second)
  expect([await isOpen(sessions, first), await isOpen(sessions, second)]).toEqual([false, false])
  expect(await isOpen(sessions, await begun(sessions))).toBe(true)
  await sessions.end(second)
})

test.each<[string, Partial<ApiKey> | undefined]>([
  ['that is gone', undefined],
  ['with another secret', { secretHash: 'another' }],
  ['that is disabled', { status: false }],
  ['without the right', { rights: ['*', 'audit'] }],
  ['whose time is over at this moment', { validUntil: new Date(START).toISOString() }],
  ['without a company', { company: null }],
])('a session of a key %s does not count', async (_what, changed) => {
  const { state, sessions } = sessionsOf()
  const session = await begun(sessions)
  state.key = changed && { ...key, ...changed }
  expect(await isOpen(sessions, session)).toBe(false)
})

test('a session counts for its pages alone, under its key alone, and unchanged', async () => {
  const { of, sessions } = sessionsOf()
  const session = await begun(sessions)
  const [content, signature] = session.split('.')
  expect(await isOpen(of('audit'), session)).toBe(false)
  expect(await isOpen(of('console', Buffer.alloc(32, 2)), session)).toBe(false)
  for (const forged of [
    '',
    '.',
    `${content}`,
    `${content}.`,
    `${content}.${signature}A`,
    `A${session}`,
  ]) {
    expect([forged, await isOpen(sessions, forged)]).toEqual([forged, false])
  }
})
