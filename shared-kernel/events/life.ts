interface Happened {
  readonly type: string
  readonly data: unknown
}

type DataOf<Event extends Happened, Type> = Extract<Event, { type: Type }>['data']
type Next<Event extends Happened, State, Type> =
  | State
  | null
  | ((data: DataOf<Event, Type>) => State | null)

/** For each event of a document the state that follows it, or what its data says of that; null leaves the state as it is. */
export type NextStates<Event extends Happened, State extends string> = {
  readonly [Type in Event['type']]: Next<Event, State, Type>
}

/** What a document that does not stay in its state waits for. */
export type WaitsFor =
  /** Of a call that may be running. */
  | 'answer'
  /** The provider has accepted the document, and it is not complete here. */
  | 'completion'
  /** It is not known what the provider has done with it. */
  | 'question'
  /** The draft at the provider is to be deleted. */
  | 'cancellation'
  /** Of the person who issues it: nothing happens until then. */
  | 'nextStep'

/** Until one of these comes, a document may be stuck. */
export const settling = ['answer', 'completion', 'question', 'cancellation'] as const

/** Of these states those in which a document waits for one of that. */
export const statesWaitingFor = <State extends string>(
  states: readonly State[],
  waitsFor: (state: State) => WaitsFor | undefined,
  what: readonly WaitsFor[],
): readonly State[] => states.filter((state) => what.some((one) => one === waitsFor(state)))

/** The state after the event. */
export function nextState<
  Event extends Happened,
  State extends string,
  Type extends Event['type'] = Event['type'],
>(
  next: NextStates<Event, State>,
  before: State,
  { type, data }: { readonly type: Type; readonly data: DataOf<Event, Type> },
): State {
  const follows: Next<Event, State, Type> = next[type]
  return (typeof follows === 'function' ? follows(data) : follows) ?? before
}
