import { getContainerRuntimeClient, ImageName } from 'testcontainers'

/** Fails in one sentence unless a container engine answers and has the images, or can pull them. */
export async function requireImages(...images: readonly string[]): Promise<void> {
  const engine = await getContainerRuntimeClient().catch(() => undefined)
  if (engine === undefined) {
    throw unusable('no container engine answers; start one, or name its socket in DOCKER_HOST')
  }
  for (const image of images) {
    const name = ImageName.fromString(image)
    if (await engine.image.exists(name)) continue
    await engine.image.pull(name).catch((error: unknown) => {
      throw unusable(`the image ${image} is not here and cannot be pulled (${reasonOf(error)})`)
    })
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]

/** Its sentence says all: the place in our code where it was noticed tells nothing. */
function unusable(sentence: string): Error {
  const error = new Error(`TEST_WITH=${process.env['TEST_WITH']}: ${sentence}`)
  error.stack = error.message
  return error
}
