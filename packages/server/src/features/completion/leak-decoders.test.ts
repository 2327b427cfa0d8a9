// Tests of the decoders of the leak guard.
import { describe, expect, it } from 'vitest'
import { DECODERS } from './leak-decoders.ts'
import { consonantsOf, lettersOf, singlesOf, stepsOf } from './leak-spellings.ts'

const SECRET = 'keeps a ledger of storms'
const LETTERS = 'keepsaledgerofstorms'
const FILLERS = ['green', 'quiet', 'seven', 'lamp', 'north']
const codes = (radix: number) => [...SECRET].map((sign) => sign.charCodeAt(0).toString(radix))
const wordwise = (turn: (word: string, i: number) => string) => SECRET.split(' ').map(turn).join(' ')
const letterStreams = (answer: string): string[] => DECODERS.flatMap(({ decode }) => decode(answer).map(lettersOf))
const flipped = (text: string) => [...text].reverse().join('')

describe('letter streams of an answer', () => {
  it.each([
    ['plain', SECRET],
    ['with accents and capitals', 'Kééps Ä LEDGÉR of störms'],
    ['reversed', flipped(SECRET)],
    ['words in the other order', 'storms of ledger a keeps'],
    ['each word reversed', wordwise(flipped)],
    ['hex', Buffer.from(SECRET).toString('hex')],
    ['hex with spaces', codes(16).join(' ')],
    ['hex, reversed', Buffer.from(flipped(SECRET)).toString('hex')],
    ['base64', `Here: ${Buffer.from(SECRET).toString('base64')}.`],
    [
      'base64, cut into lines',
      Buffer.from(SECRET)
        .toString('base64')
        .match(/.{1,5}/g)!
        .join('\n'),
    ],
    ['base64 twice', Buffer.from(Buffer.from(SECRET).toString('base64')).toString('base64')],
    [
      'binary',
      codes(2)
        .map((bits) => bits.padStart(8, '0'))
        .join(' '),
    ],
    [
      'binary with seven bits',
      codes(2)
        .map((bits) => bits.padStart(7, '0'))
        .join(''),
    ],
    [
      'binary with seven bits, after other bits',
      `101${codes(2)
        .map((bits) => bits.padStart(7, '0'))
        .join('')}`,
    ],
    ['binary without padding', codes(2).join(' ')],
    ['binary without padding and gaps', codes(2).join('')],
    ['ROT47', SECRET.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) + 14) % 94)))],
    ['every second word', wordwise((word, i) => `${word} ${FILLERS[i]}`)],
    ['every third word, from the second', wordwise((word, i) => `so ${word} ${FILLERS[i]}`)],
    ['every seventh word', wordwise((word, i) => `one two ${FILLERS[i]} three four five ${word}`)],
    ['every third letter', [...LETTERS].map((letter) => `${letter}qz`).join('')],
    ['common fillers', wordwise((word, i) => `${['um', 'like', 'you know', 'well, uh', 'I mean'][i]} ${word}`)],
    ['decimal codes', codes(10).join(', ')],
    ['octal codes', codes(8).join(' ')],
    ['places in the alphabet', [...LETTERS].map((letter) => letter.charCodeAt(0) - 96).join(' ')],
    ['one letter a line', [...LETTERS].join('\n')],
    ['first letters of words', [...LETTERS].map((letter) => `${letter}xyz`).join(' ')],
    ['last letters of words', [...LETTERS].map((letter) => `xyz${letter}`).join(' ')],
    ['first letters of lines', [...LETTERS].map((letter) => `${letter} and so on`).join('\n')],
    ['a letter between every two', [...LETTERS].map((letter) => `${letter}q`).join('')],
    ['a word between every two', wordwise((word) => `${word} banana`)],
    ['numbered words', wordwise((word, i) => `${i + 1}. ${word}`)],
    ['figures for letters', 'k33ps 4 l3dg3r 0f st0rms'],
    ['the alphabet turned round', 'pvvkh z ovwtvi lu hglinh'],
    [
      'escaped',
      codes(16)
        .map((code) => `\\u00${code}`)
        .join(''),
    ],
    [
      'entities',
      codes(10)
        .map((code) => `&#${code};`)
        .join(''),
    ],
  ])('%s', (_, answer) => {
    expect(letterStreams(answer).some((letters) => letters.includes(LETTERS))).toBe(true)
  })

  it('decode Morse', () => {
    expect(letterStreams('... --- ...')).toContain('sos')
    expect(letterStreams('··· ––– ···')).toContain('sos')
  })

  it('do not find a secret in an ordinary answer', () => {
    const answer = 'The harbour is quiet today; ask me about the tide tables, or come by the pier at four.'
    expect(letterStreams(answer).some((letters) => letters.includes(LETTERS))).toBe(false)
  })

  it('are equal for every shifted alphabet, as steps', () => {
    const rot13 = LETTERS.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97))
    expect(stepsOf(rot13)).toBe(stepsOf(LETTERS))
  })

  it('can drop vowels and doubles', () => {
    expect(consonantsOf(lettersOf('kps ldgr'))).toBe(consonantsOf(lettersOf('keeps ledger')))
    expect(singlesOf(lettersOf('kkeeeepps'))).toBe(singlesOf(lettersOf('keeps')))
  })
})
