import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test.each([
  ['a code from a text message', { data: { code: '482913' } }, '482913'],
  ['a code that came as a number', { code: 482913 }, '482913'],
  ['credentials', { req: { headers: { authorization: 'Basic c2VjcmV0' } } }, 'c2VjcmV0'],
  ['a cookie', { headers: { 'set-cookie': ['session=c0ffee'] } }, 'c0ffee'],
  ['an API secret', { body: { data: { key: { secretKey: 'hush-hush' } } } }, 'hush-hush'],
  ['a password', { password: 'hunter2' }, 'hunter2'],
])('%s never reaches the log', (_what, fields, secret) => {
  const line = logged(fields)
  expect(line).not.toContain(secret)
  expect(line).toContain('[redacted]')
})

test('the request’s user and an error’s code stay in the log', () => {
  const line = logged({ apiUserId: 'demo', err: { code: 'ECONNREFUSED' } })
  expect(JSON.parse(line)).toMatchObject({ apiUserId: 'demo', err: { code: 'ECONNREFUSED' } })
})

test.each([
  ['an exit', `logger.info('last'); process.exit(1)`, ['last']],
  [
    'a kill after a warning',
    `logger.info('first'); logger.warn('then'); kill()`,
    ['first', 'then'],
  ],
  ['an uncaught error', `logger.info('last'); throw new Error('oops')`, ['last']],
])('%s loses no line', (_what, statements, messages) => {
  expect(messagesIn(output(statements))).toEqual(messages)
})

test('a line is written soon, although none follows', async () => {
  const process = spawn(...program(`logger.info('alone'); setInterval(() => undefined, 60_000)`))
  const [line]: unknown[] = await once(process.stdout, 'data')
  process.kill('SIGKILL')

  expect(messagesIn(String(line))).toEqual(['alone'])
})

test('a failure that repeats is written once, with the first error, and others beside it', () => {
  const lines = output(`
    const failed = (text) => ({ err: Object.assign(new Error(text), { code: 'ECONNREFUSED' }) })
    const follower = logger.child({ subscription: 'webhooks' })
    for (let i = 0; i < 5_000; i++) {
      logger.warn({ ...failed('no answer within ' + i + ' ms'), position: i }, 'subscription dropped')
      follower.error(failed('gone'), 'subscription dropped')
      if (i < 3) logger.error(failed('gone'), 'request failed')
      if (i < 3) logger.warn({ stream: 'a-' + i }, 'an event has no valid MAC')
    }`)
  expect(messagesIn(lines)).toEqual([
    'subscription dropped',
    'subscription dropped',
    'request failed',
    'an event has no valid MAC',
    'request failed',
    'an event has no valid MAC',
    'request failed',
    'an event has no valid MAC',
  ])
  expect(lines).toContain('no answer within 0 ms')
})

const logged = (fields: object) => output(`logger.info(${JSON.stringify(fields)}, 'said')`)

const output = (statements: string) => spawnSync(...program(statements)).stdout.toString()

const messagesIn = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line).msg)

const program = (statements: string): [string, string[]] => [
  process.execPath,
  [
    '--input-type=module',
    '--eval',
    `import { createLogger } from '#kernel/platform/process/logger.ts'
     const logger = createLogger({ name: 'test', level: 'info' })
     const kill = () => process.kill(process.pid, 'SIGKILL')
     ${statements}`,
  ],
]
