/**
 * What a verb decides: a pure function of the state that returns the events to record, none where it
 * is already so. The verb binds it to all else that it needs, the time and identifiers included.
 */
export type Decision<State, Event> = (state: State) => readonly Event[]

/** One consistency boundary: the state that follows from its events. */
export interface Aggregate<Event, State> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
}

export const fold = <Event, State>(
  { evolve, initial }: Aggregate<Event, State>,
  events: readonly Event[],
): State => events.reduce(evolve, initial)
