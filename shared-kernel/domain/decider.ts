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
