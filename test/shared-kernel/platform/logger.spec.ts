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
    `import { createLogger } from '#kernel/platform/logger.ts'
     const logger = createLogger({ name: 'test', level: 'info' })
     const kill = () => process.kill(process.pid, 'SIGKILL')
     ${statements}`,
  ],
]
