import { spawnSync } from 'node:child_process'
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

function logged(fields: object): string {
  const script = `
    import { createLogger } from '#kernel/platform/logger.ts'
    createLogger({ name: 'test', level: 'info' }).info(${JSON.stringify(fields)}, 'said')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  return stdout
}
