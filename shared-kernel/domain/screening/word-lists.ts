const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Titles and roles, which are often left out. */
export const titles = words(`
  haci haji hajji hadji molla mollah mullah mulla mawlawi mevlevi maulvi maulana mevlana seyh sheikh
  shaikh shaykh sheik cheikh seyit seyyid sayyid syed imam hoca dr prof doc av avukat op uzm yrd ord mr
  mrs ms miss bay bayan sayin sn sir lady lord general gen colonel col major maj captain capt commander
  lieutenant admiral president minister king prince princess muhendis muh eng ing ecz jr sr
  herr frau monsieur madame senor senora hon rev`)

export const sons = words('oglu oglou ogly oghlu ogullari zade zadeh zada')
export const articles = words('al el ul ud ed ad ar er as es ash esh an en at et az ez us ur il')
export const links = words(
  'bin ibn ben bint bt b von van der den de da di du del dela della la le los dos das do y e i kizi qizi kyzy',
)
export const servants = words('abd abdul abdel abdal abdur abdu abdoul abdol abdus abdun abdud')
export const fathers = words('abu abou ebu abi umm um ummu')
/** The second half of names like Nureddin. */
export const faiths = words(
  'din deen dine eddin eddine edin uddin uddine uddeen addin addine aldin eldin aldeen eldeen ttin ettin ittin',
)

/** They hold a company’s name together and tell nothing. */
export const stopWords = words(
  've and und et y e the of for fur des der die das di de la le os et co cie sirketi sirket company compagnie firma sanayi sanayii ticaret ithalat ihracat',
)
/** Abbreviations that count as such only beside other marks of a company; people bear these names too. */
export const companyAbbreviations = words('san tic ith ihr paz dis ins tur nak taah mah ltd sti as')

/** Words of business that many companies share. */
export const genericWords = words(`
  trading trade industry industries industrial group grup grubu gruppe groupe grupo holding holdings
  international uluslararasi national global general services service hizmetleri pazarlama insaat
  construction enterprise enterprises bank bankasi banque banco investment investments yatirim finance
  financial capital shipping maritime denizcilik lojistik logistics transport nakliyat petroleum petrol oil
  gas energy enerji elektrik electronics elektronik technology technologies teknoloji metals metal gold
  altin kuyumculuk mucevherat mucevher jewellery jewelry tekstil textile gida foods food otomotiv
  automotive chemical chemicals kimya pharma pharmaceutical ilac medical medikal aviation havacilik steel
  celik export import imports exports turizm tourism danismanlik consulting management systems
  solutions ventures partners associates foundation vakfi vakif dernegi association institute university
  factory fabrikasi plant works sons brothers kardesler ogullari exchange doviz house`)

/** Numbers in words, and numerals that are no name. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  `
1 first birinci premier premiere erste erster primero primera pervyy pervyi pervaya 1st
2 second ikinci ii deuxieme zweite zweiter segundo segunda vtoroy vtoroi vtoraya
3 third ucuncu iii troisieme dritte dritter tercero tercera tretiy tretya
4 fourth dorduncu iv quatrieme vierte vierter cuarto cuarta
5 fifth besinci cinquieme funfte quinto quinta
6 sixth altinci sixieme sechste
7 seventh yedinci vii septieme siebte
8 eighth sekizinci viii huitieme achte
9 ninth dokuzuncu neuvieme neunte
10 tenth onuncu dixieme zehnte
11 eleventh onbirinci
12 twelfth onikinci xii
13 xiii
14 xiv`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [number = '', ...written] = line.split(' ')
      return written.map((word) => [word, number] as const)
    }),
)
