import { expect, test } from 'vitest'
import { serialQueue } from '#kernel/platform/waiting/serial-queue.ts'

test('work runs one after the other, in the order of the calls, also behind a failure', async () => {
  const queue = serialQueue()
  const steps: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (name: string, awaited: Promise<void> = Promise.resolve()) =>
    queue(async () => {
      steps.push(`${name} begins`)
      await awaited
      steps.push(`${name} ends`)
      return name
    })

  const all = [work('1', first.promise), queue(() => Promise.reject(new Error('2'))), work('3')]
  const settled = Promise.allSettled(all)
  await expect.poll(() => steps).toEqual(['1 begins'])
  first.resolve()

  expect(await settled).toMatchObject([{ value: '1' }, { reason: new Error('2') }, { value: '3' }])
  expect(steps).toEqual(['1 begins', '1 ends', '3 begins', '3 ends'])
})
