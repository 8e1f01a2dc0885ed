import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentation } from '#query/documentation.ts'

test('the API’s document is byte for byte the one that was last looked at: otherwise `-u`', async () => {
  const [document] = documentation()
  expect(hash('sha256', String(await document?.body()))).toMatchInlineSnapshot(
    `"75aaa9f33143ff40877bc7ec07b3ff13b2793a9ac92e070cf9b051e5c1b5d417"`,
  )
})
