import { LRUCache as Cache } from 'lru-cache'

/** More than a simulation ever remembers. */
const MOST = 500

/** Caches reserve the room for all that they may hold, and every start of an instance makes many. */
export class LRUCache<K extends {}, V extends {}, FC = unknown> extends Cache<K, V, FC> {
  constructor(given: Cache.Options<K, V, FC> | number) {
    const options = typeof given === 'number' ? { max: given } : given
    super(options.max === undefined ? options : { ...options, max: Math.min(options.max, MOST) })
  }
}
