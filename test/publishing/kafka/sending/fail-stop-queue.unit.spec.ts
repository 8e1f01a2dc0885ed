import { expect, test } from 'vitest'
import { failStopQueue } from '#publishing/kafka/sending/fail-stop-queue.ts'

test('work runs one after the other, and nothing behind work that failed', async () => {
  const queue = failStopQueue()
  const steps: string[] = []
  const first = Promise.withResolvers<void>()
  queue.add(async () => {
    steps.push('1 begins')
    await first.promise
    steps.push('1 ends')
  })
  queue.add(async () => {
    steps.push('2 begins')
    throw new Error('2 is broken')
  })
  queue.add(async () => void steps.push('3 begins'))
  first.resolve()

  await expect(queue.failed).rejects.toThrow('2 is broken')
  await expect(queue.done()).rejects.toThrow('2 is broken')
  await queue.idle()
  expect(steps).toEqual(['1 begins', '1 ends', '2 begins'])
})
