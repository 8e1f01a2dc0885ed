import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { ProviderUnavailable } from '#command/providers/provider-unavailable.ts'
import { httpTaxpayerRegistry } from '#command/providers/taxpayer-registry/http.ts'
import { heldBytes } from '#test/support/held-bytes.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const MEBIBYTE = 1_048_576
const BLANKS = Buffer.alloc(MEBIBYTE, ' ')

test.each([
  ['as they are', false],
  ['compressed', true],
])('an endless answer of blanks from the registry, %s, is aborted', async (_, isGzip) => {
  let made = 0
  const url = await serveForThisTest((_request, response) => {
    const blanks = Readable.from(endless(() => made++))
    response.on('close', () => blanks.destroy())
    if (isGzip) response.setHeader('content-encoding', 'gzip')
    if (isGzip) blanks.pipe(createGzip()).pipe(response)
    else blanks.pipe(response)
  })
  const registry = httpTaxpayerRegistry({ url, timeoutMs: 3_000 })
  const before = heldBytes()

  await expect(registry.isEInvoiceTaxpayer('4840847211')).rejects.toThrow(ProviderUnavailable)

  expect(heldBytes() - before).toBeLessThan(100 * MEBIBYTE)
  expect(made).toBeLessThan(300)
})

function* endless(count: () => void) {
  for (;;) {
    count()
    yield BLANKS
  }
}
