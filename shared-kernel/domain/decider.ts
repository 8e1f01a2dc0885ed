/** One consistency boundary: what may happen, and what follows from what happened. */
export interface Decider<Command, Event, State> {
  readonly initial: State
  /** Returns the events to record. An empty list means "already so": retries are harmless. */
  readonly decide: (command: Command, state: State) => readonly Event[]
  readonly evolve: (state: State, event: Event) => State
}

export function fold<Command, Event, State>(
  { evolve, initial }: Decider<Command, Event, State>,
  events: readonly Event[],
): State {
  return events.reduce(evolve, initial)
}
