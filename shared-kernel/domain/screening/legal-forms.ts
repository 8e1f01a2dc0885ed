/** Legal forms by class: the same class in two countries is one form here. */
const written: Readonly<Record<string, string>> = {
  stock: `
    anonim sirketi|anonim sirket|anonim ortakligi|aktiengesellschaft|aktien gesellschaft|aktiebolag|aktiebolaget|aktieselskab|aktieselskabet|aksjeselskap|allmennaksjeselskap
    societe anonyme|sociedad anonima|sociedade anonima|societa per azioni|naamloze vennootschap|spolka akcyjna|akciova spolecnost|akciova spolocnost|osakeyhtio|julkinen osakeyhtio
    joint stock company|open joint stock company|closed joint stock company|public joint stock company|private joint stock company|public limited company|public company limited
    otkrytoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|aktsionernoe obshchestvo|aktsionerne tovarystvo|anonymi etaireia
    akcionarsko drustvo|dionicko drustvo|sociedad anonima de capital variable|societe anonyme par actions simplifiee|societe par actions simplifiee
    oao|pao|zao|jsc|ojsc|cjsc|pjsc|psc|plc|oyj|nyrt|zrt|kgaa|sab de cv|sa de cv|asc|qsc`,
  limited: `
    limited sirketi|limited sirket|limited liability company|limited company|private limited|private limited company|company limited|co limited|gesellschaft mit beschrankter haftung|gesellschaft mit beschraenkter haftung
    obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostiu|tovarystvo z obmezhenoyu vidpovidalnistyu|societe a responsabilite limitee|sociedad de responsabilidad limitada|sociedad limitada|sociedade limitada|societa a responsabilita limitata
    besloten vennootschap|spolka z ograniczona odpowiedzialnoscia|spolecnost s rucenim omezenym|drustvo s ogranicenom odgovornoscu|drustvo sa ogranicenom odgovornoscu|korlatolt felelossegu tarsasag|anpartsselskab|unternehmergesellschaft
    ltd sti|ltd|limited|sti|co ltd|pvt ltd|pte ltd|pty ltd|sdn bhd|llc|ooo|gmbh|ggmbh|ug|sarl|srl|bvba|sprl|sp z o o|sp z oo|sp zoo|doo|s r o|kft|aps|ltda|fze|fzco|fz llc|dmcc|mmc|eood|ood`,
  incorporated: 'incorporated|inc|corporation|corp|pbc',
  partnership: `
    kommanditgesellschaft|offene handelsgesellschaft|limited partnership|limited liability partnership|general partnership|kollektif sirketi|komandit sirketi|gmbh co kg|gmbh and co kg|gmbh und co kg
    llp|lllp|ohg|snc|scs|commanditaire vennootschap`,
}

/** Forms of two letters or so, which are also names: they count only where they stand like a form. */
const short: Readonly<Record<string, string>> = {
  stock: 'as|asa|sa|spa|ag|ab|nv|ao|ad|dd|se|at|kk|ae|oy|sas|jsb|aktg',
  limited: 'bv|tov|epe|sl|lda|tnhh|srl|llc|ooo|gmbh|zoo|sro|doo|pllc',
  partnership: 'kg|lp|cv|gp',
  incorporated: 'pc|na',
}

const classes = (forms: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(forms).flatMap(([name, text]) =>
      text
        .trim()
        .split(/\s*[|\n]\s*/)
        .map((form) => [form, name] as const),
    ),
  )

const forms = classes(written)
const shortForms = classes(short)
const MOST_WORDS = 6

export interface LegalForm {
  readonly name: string
  /** How many words it takes. */
  readonly words: number
}

/** The legal form that begins at a place: the longest one. */
export function legalFormAt(words: readonly string[], at: number): LegalForm | undefined {
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const name = forms.get(words.slice(at, at + count).join(' '))
    if (name !== undefined) return { name, words: count }
  }
  return undefined
}

/** The class of a short form, which may as well be somebody’s name. */
export const shortLegalForm = (word: string): string | undefined => shortForms.get(word)
