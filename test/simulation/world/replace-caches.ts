import { registerHooks } from 'node:module'

const small = new URL('./small-lru-cache.ts', import.meta.url).href

/** Whatever is imported from now on gets caches that reserve little. */
export const replaceCaches = () =>
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'lru-cache' && context.parentURL !== small
        ? { url: small, shortCircuit: true }
        : next(specifier, context),
  })
