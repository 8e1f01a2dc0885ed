import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentation } from '#query/documentation.ts'

test('the API’s document is byte for byte the one that was last looked at: otherwise `-u`', async () => {
  const [document] = documentation()
  expect(hash('sha256', String(await document?.body()))).toMatchInlineSnapshot(
    `"9827fc459d835072571fe632fc1f43a0c431d77235e633b00ccb8654b7c4bf1f"`,
  )
})
