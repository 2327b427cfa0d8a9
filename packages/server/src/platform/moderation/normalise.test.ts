// Tests of text normalisation.
import { describe, expect, it } from 'vitest'
import { clean, isNoise, looseKey, normalise } from './normalise.ts'

const ZERO_WIDTH = '\u200b'

describe('normalise', () => {
  it.each([
    ['Hello World', 'hello world'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['𝒷𝒶𝒹 ⓑⓐⓓ', 'bad bad'],
    ['🅱🅰🅳 🇧🇦🇩', 'bad bad'],
    [`ba${ZERO_WIDTH}d\0 w\u00ador\x7fd \u202ebad\u202c`, 'bad word bad'],
    ['b̶a̷d̸ café naïve', 'bad cafe naive'],
    ['bаd wоrd', 'bad word'],
    ['ВАD ωοrd', 'bad word'],
    ['ʙᴀᴅ', 'bad'],
    ['Straße STRASSE', 'strasse strasse'],
    ['b4dw0rd $ad @pple t1me w3st', 'badword sad apple time west'],
    ['sh!p', 'ship'],
    ['b a d w o r d', 'badword'],
    ['b.a.d-w_o*r*d', 'badword'],
    ['b a d  w o r d', 'bad word'],
    ['so b 4 d', 'so bad'],
    ['\u{e0062}\u{e0061}\u{e0064}', 'bad'],
    ['One. Two! Three', 'one. two. three'],
    ['ХУЙ хуй', 'xyи xyи'],
    ['नमस्ते दुनिया', 'नमस्ते दुनिया'],
    ['がか', 'がか'],
  ])('reads %j as %j', (source, text) => {
    expect(normalise(source).text).toBe(text)
  })

  it.each([
    ['45s of 1984 for $20 on the A55', '45s of 1984 for 20 on the a55'],
    ['1 2 3 4', '1 2 3 4'],
    ["who're they", 'who re they'],
    ['plan A or B', 'plan a or b'],
    ['vitamin C, D', 'vitamin c d'],
    ['good cool book', 'good cool book'],
    ['pass it, push it', 'pass it push it'],
    ['**bold** and *x*', 'bold and x'],
    ['meet @ noon for $', 'meet noon for'],
    ['', ''],
    [' \n\t', ''],
  ])('leaves %j as %j', (source, text) => {
    expect(normalise(source).text).toBe(text)
  })

  it('keeps the second reading of a sign, a stretched word, a mention and joined words', () => {
    expect(normalise('s1ow').readings).toContain('slow')
    expect(normalise('baaad').readings).toContain('bad')
    expect(normalise('@bandit').readings).toContain('bandit')
    expect(normalise('stop!now').readings).toEqual(expect.arrayContaining(['stop', 'now']))
    expect(normalise('bad-word').glued).toEqual(['badword'])
    expect(normalise('don’t').glued).toEqual([])
  })

  it('sets a loose key only for suspiciously written words', () => {
    const { words, loose } = normalise('i11egal cool baaad 1488888')
    expect(words).toEqual(['iiiegal', 'cool', 'baaad', '1488888'])
    expect(loose).toEqual([looseKey('illegal'), '', 'bad', ''])
  })
})

describe('clean', () => {
  it('removes invisible characters and keeps visible ones', () => {
    expect(clean(`Ex${ZERO_WIDTH}ample．com Ünïcode`)).toBe('Example.com Ünïcode')
  })
})

describe('a hostile text', () => {
  it('is not expanded 18 times', () => {
    expect(clean('\ufdfa'.repeat(100)).length).toBeLessThanOrEqual(100)
  })
})

describe('isNoise', () => {
  it.each([
    ['letters under piles of marks', 'h'.concat('\u0336\u0321\u0352'.repeat(6), 'i', '\u0315\u031b'.repeat(6))],
    ['nothing but invisible characters', ZERO_WIDTH.repeat(20)],
    ['private use', '\ue000\ue001\ue002'.repeat(5)],
    ['broken pairs', '\ud800'.repeat(12)],
  ])('is %s', (_, text) => {
    expect(isNoise(text)).toBe(true)
  })

  it.each([
    ['plain words', 'The lift is late again.'],
    ['hearts', '❤️'.repeat(20)],
    ['keycaps', '1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣'],
    ['families', '👨‍👩‍👧‍👦'.repeat(6)],
    ['flags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['decomposed Vietnamese', 'Tiếng Việt rất đẹp và khó học'.normalize('NFD')],
    ['pointed Hebrew', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם'],
    ['vocalised Arabic', 'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ'],
    ['a stray zero-width space', `one${ZERO_WIDTH}two`],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(isNoise(text)).toBe(false)
  })
})
