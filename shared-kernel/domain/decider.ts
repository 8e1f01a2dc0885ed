/**
 * What a verb decides: a pure function of the state that returns the events to record, none where it
 * is already so. The verb binds it to all else that it needs, the time and identifiers included.
 */
export type Decision<State, Event> = (state: State) => readonly Event[]

/** One consistency boundary: which events a command leads to, and which state follows from events. */
export interface Decider<Command, Event, State> {
  readonly initial: State
  /** Returns the events to record. An empty list means that nothing changes, so retries are harmless. */
  readonly decide: (command: Command, state: State) => readonly Event[]
  readonly evolve: (state: State, event: Event) => State
}

export function fold<Command, Event, State>(
  { evolve, initial }: Decider<Command, Event, State>,
  events: readonly Event[],
): State {
  return events.reduce(evolve, initial)
}
