import { expect, vi } from 'vitest'

/** Waits until a service says that it is ready. */
export const readyWithin = (url: string, timeout: number) =>
  vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeout,
    interval: 20,
  })
