import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { givenText } from '#kernel/platform/cli/given-text.ts'

async function* stdin(...chunks: Buffer[]) {
  yield* chunks
}

const [first, second] = [Buffer.from([0x43, 0xc4]), Buffer.from([0x9f, 0x0a])]

test('a dash reads standard input, without the line break at its end', async () => {
  expect(await givenText('-', stdin(first, second))).toBe('Cğ')
  expect(await givenText(' GP 17 ', stdin(first))).toBe('GP 17')
})

test.each([
  ['NUL', [0x32, 0, 0x31]],
  ['another control character', [0x32, 1, 0x31]],
  ['half a character', [0x32, 0xc4]],
  ['half a surrogate pair', [0xed, 0xa0, 0x80]],
  ['windows-1254', [0x59, 0xfd, 0x6c]],
  ['an overlong form', [0xc0, 0x80]],
  ['U+FFFF', [0xef, 0xbf, 0xbf]],
])('%s on standard input is no text', async (_what, bytes) => {
  await expect(givenText('-', stdin(Buffer.from(bytes)))).rejects.toThrow(
    'Standard input is not well-formed text in UTF-8.',
  )
})

/** In a shell, because no string of JavaScript becomes an argument that is no UTF-8. */
const run = (script: string) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  return { status, stdout, firstLine: stderr.split('\n')[0] }
}

test('a command takes no argument that is no UTF-8', () => {
  expect(run(`${process.execPath} operator/main.ts resolve ID --reason $'a\\xffb'`)).toEqual({
    status: 2,
    stdout: '',
    firstLine: 'error: an argument is not well-formed text in UTF-8',
  })
})

test('a command takes no text that is no UTF-8 from standard input', () => {
  const person = 'export-person --company de3000010000000000000001 --id-no - --out nowhere'
  expect(run(`printf '1000\\0000' | ${process.execPath} operator/main.ts ${person}`)).toEqual({
    status: 1,
    stdout: '',
    firstLine: 'Standard input is not well-formed text in UTF-8.',
  })
})
