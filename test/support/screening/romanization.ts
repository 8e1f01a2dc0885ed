/** Letters that one spelling system writes in another way: the usual romanization is the first. */
type Letters = Readonly<Record<string, readonly string[]>>

const russian: Letters = {
  а: ['a'],
  б: ['b'],
  в: ['v'],
  г: ['g'],
  д: ['d'],
  е: ['e'],
  ё: ['e', 'yo'],
  ж: ['zh'],
  з: ['z'],
  и: ['i'],
  й: ['y', 'i'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s'],
  т: ['t'],
  у: ['u'],
  ф: ['f'],
  х: ['kh', 'h'],
  ц: ['ts'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['shch', 'sch'],
  ъ: [''],
  ы: ['y'],
  ь: [''],
  э: ['e'],
  ю: ['yu', 'iu'],
  я: ['ya', 'ia'],
}

const greek: Letters = {
  ου: ['ou', 'u'],
  ού: ['ou', 'u'],
  αυ: ['av', 'af'],
  αύ: ['av', 'af'],
  ευ: ['ev', 'ef'],
  εύ: ['ev', 'ef'],
  μπ: ['b', 'mp'],
  ντ: ['nt', 'd'],
  γκ: ['gk', 'g'],
  γγ: ['ng'],
  α: ['a'],
  ά: ['a'],
  β: ['v'],
  γ: ['g'],
  δ: ['d'],
  ε: ['e'],
  έ: ['e'],
  ζ: ['z'],
  η: ['i'],
  ή: ['i'],
  θ: ['th'],
  ι: ['i'],
  ί: ['i'],
  ϊ: ['i'],
  ΐ: ['i'],
  κ: ['k'],
  λ: ['l'],
  μ: ['m'],
  ν: ['n'],
  ξ: ['x'],
  ο: ['o'],
  ό: ['o'],
  π: ['p'],
  ρ: ['r'],
  σ: ['s'],
  ς: ['s'],
  τ: ['t'],
  υ: ['y', 'i'],
  ύ: ['y', 'i'],
  φ: ['f', 'ph'],
  χ: ['ch', 'h'],
  ψ: ['ps'],
  ω: ['o'],
  ώ: ['o'],
}

/** Romanizes a word; with `isOther`, the less usual spellings are taken. */
function romanized(letters: Letters, text: string, isOther: boolean): string {
  const word = text.toLowerCase()
  let written = ''
  for (let at = 0; at < word.length; ) {
    const two = letters[word.slice(at, at + 2)]
    const spellings = two ?? letters[word.charAt(at)] ?? [word.charAt(at)]
    written += (isOther ? spellings.at(-1) : spellings[0]) ?? ''
    at += two === undefined ? 1 : 2
  }
  return written.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
}

export const romanizedRussian = (text: string, isOther: boolean) =>
  romanized(russian, text, isOther)
export const romanizedGreek = (text: string, isOther: boolean) => romanized(greek, text, isOther)
