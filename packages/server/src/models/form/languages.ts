const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['bengali', /\p{Script=Bengali}/gu],
  ['tamil', /\p{Script=Tamil}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['georgian', /\p{Script=Georgian}/gu],
  ['armenian', /\p{Script=Armenian}/gu],
]

/** Small words that stand in nearly every sentence of a language and in few of the others. */
const SMALL: Readonly<Record<string, string>> = {
  en: 'the and of to is that it was for on are with as they at be this have from or had by not but what all were we when your can said there an which their will about if out so would them has like him into time no could my than been its who now people down did get come made may over any some me you he she his her i am do does just still never only one two here how why where very too',
  de: 'der die das und ist nicht ich ein eine zu den mit sich auf für von dem es auch wie im bei noch nach wir sie aber wenn oder nur habe hat war sind wird über mein dass kein mehr schon immer heute',
  fr: 'le la les et est pas je une des du que qui dans pour sur avec ce il elle nous vous mais ou son sa ses au aux plus par ne cette mon ma tout bien aussi comme très c’est être aujourd',
  es: 'el la los las y es no que de en un una por con para se su lo como más pero me mi al del está hay muy ya cuando este esta todo sin nos hoy',
  it: 'il lo la gli le e è non che di un una per con si in del della sono ma come più anche ho mio al dei nel questo quando tutto sempre oggi',
  pt: 'o os as e é não que de em um uma por com para se do da no na mais mas como eu meu ao foi está muito já quando isso este hoje você',
  nl: 'de het een en is niet ik van dat in op te met voor zijn maar ook als er nog bij naar wij ze hebben heb was mijn meer wel vandaag',
  pl: 'i w nie na się to jest z że do jak co ale o po tak za już tylko czy jego przez jestem mnie dzisiaj',
  sv: 'och att det är en som inte jag på för med av till har den om men ett var vi så från min idag',
  tr: 've bir bu için ile çok ama ben de da ne gibi daha var yok değil kadar bugün',
  id: 'yang dan di itu ini tidak dengan untuk dari saya ke ada akan pada kita bisa hari juga',
  fi: 'ja on ei että se hän minä mutta kun niin oli ole myös tänään vain',
}

const LISTS = Object.entries(SMALL).map(([code, words]) => [code, new Set(words.split(' '))] as const)

/** The languages, by their place in the list, that have a small word. */
const SPEAKERS = new Map<string, number[]>()
for (const [at, [, list]] of LISTS.entries())
  for (const word of list) SPEAKERS.set(word, [...(SPEAKERS.get(word) ?? []), at])
const NONE: readonly number[] = []

const LETTER = /\p{L}/gu
const WORD = /\p{L}+(?:['’]\p{L}+)*/gu

/** Fewer letters or small words say nothing certain. */
const LETTERS_MIN = 6
const HITS_MIN = 3

/** All scripts above begin behind it. */
const OTHER_SCRIPT = /[^\0-\u036f]/u

function otherScript(text: string, letters: number): string | null {
  if (!OTHER_SCRIPT.test(text)) return null
  for (const [script, pattern] of SCRIPTS) {
    const share = (text.match(pattern)?.length ?? 0) / letters
    if (share > 0.3) return script === 'kana' ? 'han' : script
  }
  return null
}

/** By code: a text without others has as many letters as it has of these. */
const ASCII = /^[\0-\x7f]*$/

function countLetters(text: string): number {
  if (!ASCII.test(text)) return text.match(LETTER)?.length ?? 0
  let letters = 0
  for (let i = 0; i < text.length; i++) if (((text.charCodeAt(i) | 32) - 97) >>> 0 < 26) letters += 1
  return letters
}

/** The script of a text if it is not Latin, else its language if its small words give it away; null when unsure. */
export function languageOf(text: string): string | null {
  const letters = countLetters(text)
  if (letters === 0) return null
  const script = otherScript(text, letters)
  if (script !== null) return script
  if (letters < LETTERS_MIN) return null
  const hits = new Array<number>(LISTS.length).fill(0)
  const words = (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 1).slice(0, 200)
  for (const word of words) for (const at of SPEAKERS.get(word) ?? NONE) hits[at]! += 1
  let [first, second] = [0, -1]
  for (let at = 1; at < hits.length; at++)
    if (hits[at]! > hits[first]!) [first, second] = [at, first]
    else if (second < 0 || hits[at]! > hits[second]!) second = at
  return hits[first]! >= HITS_MIN && hits[first]! > hits[second]! * 1.3 ? LISTS[first]![0] : null
}
