/** A company may choose its threshold between these. */
export const MIN_THRESHOLD = 0.65
export const MAX_THRESHOLD = 0.95

export const isThreshold = (value: number): boolean =>
  value >= MIN_THRESHOLD && value <= MAX_THRESHOLD
