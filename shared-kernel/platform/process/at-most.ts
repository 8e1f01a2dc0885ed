/** How many entries a cache may have. With `max` it would take the room for all of them at the start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
