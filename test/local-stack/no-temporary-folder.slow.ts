import { expect, test } from 'vitest'
import { placeForStacks } from '#test/support/running-stack.ts'

test('a system starts where there is no folder for temporary files', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start({ DEMO: 'false', TMPDIR: '/nowhere' })
  expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200)
})
