/** Node's own, kept before anything is replaced. */
export const realImmediate = setImmediate
export const RealDate = Date
export const realNow = performance.now.bind(performance)
