// Rules in the order in which they apply: one sound gets one spelling.
const rules: readonly (readonly [RegExp, string])[] = [
  [/aoui|awi/g, 'avi'],
  [/off$/, 'ov'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/sch|sh/g, 's'],
  [/tch|ch|dj|dzh|j/g, 'c'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo|u|o/g, 'u'],
  [/ee/g, 'i'],
  [/ei|ai|ay|ey/g, 'ai'],
  [/y/g, 'i'],
  [/e/g, 'a'],
  [/(.)\1+/g, '$1'],
  [/d$/, 't'],
  [/b$/, 'p'],
  [/(?<=..a)h$/, ''],
]

/** An approximate phonetic key of a folded token: the same for different transcriptions of one name. */
export const soundOf = (token: string): string =>
  rules.reduce((sound, [pattern, written]) => sound.replace(pattern, written), token)
