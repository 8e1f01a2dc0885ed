import PQueue from 'p-queue'

const AT_ONCE = 8

/** Works on all inputs, several at a time; the results are in the order of the inputs. */
export const atOnce = <Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> =>
  new PQueue({ concurrency: AT_ONCE }).addAll(inputs.map((input) => () => work(input)))
