import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentation } from '#query/documentation.ts'

test('the API’s document is byte for byte the one that was last looked at: otherwise `-u`', async () => {
  const [document] = documentation()
  expect(hash('sha256', String(await document?.body()))).toMatchInlineSnapshot(
    `"2a65748578d4c298535f619b28e4f3444283d3dc81dd245754de731cdd3e1faf"`,
  )
})
