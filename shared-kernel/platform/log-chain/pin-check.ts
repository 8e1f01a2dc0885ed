/** A head that is kept outside the database. */
export interface Pin {
  /** The number of events before and at the head. */
  readonly count: number
  /** In hexadecimal digits. */
  readonly head: string
}

export interface PinsFound {
  /** The number of pinned heads. */
  readonly pins: number
  /** The number of events under the last pinned head that fits. */
  readonly pinnedUpTo: number
  /** The first pinned head that does not fit, in words. */
  readonly fault: string | undefined
}

/** Compares pinned heads with the log as it is read. `mayLackLast`: the end of the log is given up. */
export function pinCheck(heads: readonly Pin[], { mayLackLast = false } = {}) {
  const pins = heads.toSorted((one, other) => one.count - other.count)
  let next = 0
  let events = 0
  let pinnedUpTo = 0
  let fault: string | undefined

  function judge(pin: Pin, head: Uint8Array) {
    next += 1
    if (pin.head === Buffer.from(head).toString('hex')) pinnedUpTo = pin.count
    else
      fault ??= `the log up to event ${pin.count} is not what was witnessed; up to event ${pinnedUpTo} it is`
  }

  return {
    /** The log has this head after that many events. */
    reached(count: number, head: Uint8Array): void {
      events = count
      for (let pin = pins[next]; pin?.count === count; pin = pins[next]) judge(pin, head)
    },
    /** The log has no more events. */
    end(): PinsFound {
      const last = pins.at(-1)
      if (!mayLackLast && last !== undefined && last.count > events) {
        fault ??= `the log has ${events} events, fewer than the ${last.count} that were witnessed`
      }
      return { pins: pins.length, pinnedUpTo, fault }
    },
  }
}
