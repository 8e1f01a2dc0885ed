import { expect, test } from 'vitest'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'

test.each(['tr-000123', ' TR-000123\n', 'Tr-000123'])(
  'the scanned code %j is that of one product',
  (scanned) => expect(normalisedCode(scanned)).toBe('TR-000123'),
)
