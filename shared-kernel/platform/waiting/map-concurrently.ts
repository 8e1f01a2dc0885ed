import PQueue from 'p-queue'

/**
 * Works on all inputs, at most `atOnce` at a time; the outputs are in the order of the inputs. A failure
 * rejects at once, and the rest is still worked on.
 */
export const mapConcurrently = <Input, Output>(
  inputs: Iterable<Input>,
  work: (input: Input) => Promise<Output>,
  atOnce = 8,
): Promise<readonly Output[]> =>
  new PQueue({ concurrency: atOnce }).addAll(Array.from(inputs, (input) => () => work(input)))
