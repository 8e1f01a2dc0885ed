import { fold } from '#kernel/domain/turkish-text.ts'

/** How another script writes Latin letters, longer ones first. */
type Letters = readonly (readonly [latin: string, written: string])[]

const lettersOf = (text: string): Letters =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [latin = '', written = ''] = pair.split('=')
      return [latin, written] as const
    })
    .toSorted(([one], [other]) => other.length - one.length)

const greek = lettersOf(
  'th=θ ch=τσ sh=σ kh=χ ph=φ ou=ου mb=μπ nd=ντ ng=γκ ks=ξ ps=ψ a=α b=μπ c=κ d=ντ e=ε f=φ g=γκ h=χ i=ι j=τζ k=κ l=λ m=μ n=ν o=ο p=π q=κ r=ρ s=σ t=τ u=ου v=β w=γου x=ξ y=γι z=ζ',
)
const arabic = lettersOf(
  'th=ث ch=تش sh=ش kh=خ gh=غ ph=ف ou=و oo=و ee=ي a=ا b=ب c=ك d=د e= f=ف g=غ h=ه i=ي j=ج k=ك l=ل m=م n=ن o=و p=ب q=ق r=ر s=س t=ت u=و v=ف w=و x=كس y=ي z=ز',
)
const cyrillic = lettersOf(
  'shch=щ kh=х zh=ж ch=ч sh=ш ts=ц ya=я yu=ю a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=дж k=к l=л m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=й z=з',
)

function rewritten(letters: Letters, text: string): string {
  const word = fold(text)
  let found = ''
  for (let at = 0; at < word.length; ) {
    const [latin, foreign] = letters.find(([each]) => word.startsWith(each, at)) ?? [
      word.charAt(at),
      word.charAt(at),
    ]
    found += foreign
    at += latin.length
  }
  return found
}

export const inGreekLetters = (text: string): string =>
  rewritten(greek, text).replace(/σ(?=\s|$)/g, 'ς')
/** A short vowel at the beginning is written, elsewhere only long ones are. */
export const inArabicLetters = (text: string): string =>
  rewritten(arabic, text.replace(/(?<=\p{L})a(?=\p{L}{2})/gu, ''))
export const inCyrillicLetters = (text: string): string => rewritten(cyrillic, text)
