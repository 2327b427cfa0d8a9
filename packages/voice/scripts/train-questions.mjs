// npm run train-questions -- [--folds=5 | --without=prefix] [--confusions]: trains the classifier of
// questions on the examples in `questions/*.txt` and writes its weights to `src/english/question-weights.ts`. --folds prints
// how well each part of the examples is recognised after training on the other parts; --without does so for the files of one
// writer. Neither writes weights. Needs a build.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { phrases } from '@agent-network/demo-city'
import { isAlike, knownTerms, rank, UNKNOWN_TERMS, WEIGHT_ZERO } from '../dist/answer/classify.js'
import { indexEntities } from '../dist/answer/entities.js'
import { termsOf } from '../dist/answer/question-terms.js'
import { readFeatures } from '../dist/answer/reading.js'
import { definePhrases } from '../dist/phrases.js'

definePhrases(phrases)

const folder = fileURLToPath(new URL('../questions/', import.meta.url))
const target = fileURLToPath(new URL('../src/english/question-weights.ts', import.meta.url))
const optionValue = (name) => process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)

const EPOCHS = 8
/** Orders of the examples that the weights are the mean of: one order alone decides close questions by chance. */
const ORDERS = 3
const RATE = 0.35
const DECAY = 5e-4
/** Examples that a word and another term occur in, at least. */
const WORDS_MIN = 2
const OTHERS_MIN = 8
/** The largest weight in the file. */
const WEIGHT_MAX = 45

// ── Examples ──

const NAMES = {
  person: ['Nan Tolliver', 'Odile Barm', 'Casimir'],
  place: ['the Wet Bishop', 'the Plate Room', 'the Fish Hall'],
  thing: ['the Hearth clock', 'the Heron', 'the Visby lamp'],
  stranger: ['Zeynep Quorl', 'Paris', 'Barnaby Thrush'],
}
/** A word that stands for the subject of an issue. */
const ISSUE = 'Qqissue'

/** Examples of a file: an intent in brackets, below it one question a line. */
function readExamples(path) {
  let intent = ''
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const text = line.replace(/ #.*$/u, '').trim()
      const heading = /^\[(\w+)\]$/u.exec(text)
      if (heading !== null) intent = heading[1]
      return heading !== null || text === '' || text.startsWith('#') ? [] : [{ intent, text }]
    })
}

const words = new Set()
const index = {
  ...indexEntities({
    people: NAMES.person.map((name) => ({ id: name, name })),
    places: NAMES.place.map((name) => ({ id: name, name })),
    things: NAMES.thing.map((name, i) => ({ id: name, name, kind: ['clock', 'lift', 'lamp'][i] })),
  }),
  words,
}
const context = { index, self: 'self', now: Date.parse('2026-05-12T14:30:00.000Z') }

/** The text with names of the world in place of marks. */
function spokenText(text, n) {
  const counts = {}
  return text
    .replaceAll(/(?:\b(?:the|your|our) )?<(person|place|thing|stranger)>/gu, (_, mark) => {
      const i = counts[mark] ?? n
      counts[mark] = i + 1
      return NAMES[mark][i % NAMES[mark].length]
    })
    .replaceAll('<issue>', ISSUE.toLowerCase())
}

function read({ intent, text }, n) {
  const worded = spokenText(text, n)
  for (const word of worded.toLowerCase().match(/[\p{L}'-]+/gu) ?? []) words.add(word)
  const asked = /[.?!]$/u.test(worded) || intent === 'none' ? worded : `${worded}?`
  const { features } = readFeatures(asked, [], context)
  const isOfIssue = features.text.includes(ISSUE.toLowerCase())
  const named = isOfIssue
    ? { ...features, issue: true, text: features.text.replaceAll(ISSUE.toLowerCase(), '<issue>') }
    : features
  return { intent, text, features: named, terms: termsOf(named) }
}

// ── Training ──

function train(examples) {
  const counts = new Map()
  for (const { terms } of examples)
    for (const term of new Set([...terms.words, ...terms.others])) counts.set(term, (counts.get(term) ?? 0) + 1)
  const isWord = (term) => !/[ |:>#?]/u.test(term)
  const vocabulary = [...counts]
    .filter(([term, count]) => count >= (isWord(term) ? WORDS_MIN : OTHERS_MIN))
    .map(([term]) => term)
  const ids = new Map([...vocabulary.sort(), ...UNKNOWN_TERMS].map((term, i) => [term, i]))
  const classes = [...new Set(examples.map(({ intent }) => intent))].sort()
  const size = classes.length
  const samples = examples.map(({ intent, terms }) => ({
    own: classes.indexOf(intent),
    ids: knownTerms(terms, (term) => ids.has(term)).map((term) => ids.get(term)),
  }))
  const mean = new Float64Array(ids.size * size)
  for (let seed = 1; seed <= ORDERS; seed++) {
    const weights = weightsOf(samples, { rows: ids.size, size, seed })
    for (let i = 0; i < mean.length; i++) mean[i] += weights[i] / ORDERS
  }
  let max = 0
  for (const weight of mean) max = Math.max(max, Math.abs(weight))
  return { classes, ids, weights: Int8Array.from(mean, (weight) => Math.round((weight * WEIGHT_MAX) / max)) }
}

/** The weights after training on the samples in the orders that follow from a seed. */
function weightsOf(samples, { rows, size, seed }) {
  const weights = new Float64Array(rows * size)
  const squares = new Float64Array(rows * size).fill(1e-6)
  const scores = new Float64Array(size)
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const order = samples.map((_, i) => i)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    for (const at of order) {
      const { own, ids: terms } = samples[at]
      const scale = 1 / Math.sqrt(terms.length)
      scores.fill(0)
      for (const term of terms) for (let c = 0, row = term * size; c < size; c++) scores[c] += weights[row + c] * scale
      const top = Math.max(...scores)
      let sum = 0
      for (let c = 0; c < size; c++) sum += scores[c] = Math.exp(scores[c] - top)
      for (let c = 0; c < size; c++) scores[c] = scores[c] / sum - (c === own ? 1 : 0)
      for (const term of terms)
        for (let c = 0, row = term * size; c < size; c++) {
          const error = scores[c] * scale
          if (error < 5e-4 && error > -5e-4) continue
          const slope = error + DECAY * weights[row + c]
          squares[row + c] += slope * slope
          weights[row + c] -= (RATE * slope) / Math.sqrt(squares[row + c])
        }
    }
  }
  return weights
}

function recognise({ classes, ids, weights }, { features, terms }) {
  const present = knownTerms(terms, (term) => ids.has(term))
  const scores = new Int32Array(classes.length)
  for (const term of present)
    for (let c = 0, row = ids.get(term) * classes.length; c < classes.length; c++) scores[c] += weights[row + c]
  return rank(classes, scores, present.length, features)
}

// ── Reports ──

const EVADES = new Set(['unknown', 'unknownOther', 'unrecorded', 'unlived', 'none'])

function report(results) {
  for (const least of [0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15]) {
    let [right, wrong, evaded] = [0, 0, 0]
    for (const { intent, best, margin } of results) {
      const isEvaded = EVADES.has(best) || margin < least
      if (isEvaded && EVADES.has(intent)) right += 1
      else if (isEvaded) evaded += 1
      else if (isAlike(best, intent)) right += 1
      else wrong += 1
    }
    const of = (n) => `${((100 * n) / results.length).toFixed(1)} %`
    console.log(`margin ${least}: right ${of(right)}, evaded ${of(evaded)}, wrong ${of(wrong)}`)
  }
  if (process.argv.includes('--confusions')) {
    for (const { intent, best, margin, text } of results)
      if (!isAlike(best, intent) && !(EVADES.has(best) && EVADES.has(intent)))
        console.log(`${intent} -> ${best} (${margin.toFixed(0)}): ${text}`)
  }
}

const without = optionValue('without')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
const corpusOf = (names) => names.flatMap((name) => readExamples(`${folder}${name}`))
const isTest = (name) => without !== undefined && name.startsWith(without)
const corpus = corpusOf(files.filter((name) => !isTest(name)))
const seen = new Set()
const examples = corpus
  .filter(({ intent, text }) => {
    const key = `${intent} ${text.toLowerCase()}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
  .map(read)
console.log(`${examples.length} examples of ${new Set(examples.map(({ intent }) => intent)).size} intents`)

const folds = Number(optionValue('folds') ?? 0)
const results = []
for (let fold = 0; fold < folds; fold++) {
  const found = train(examples.filter((_, i) => (i * 7) % folds !== fold))
  for (const example of examples.filter((_, i) => (i * 7) % folds === fold))
    results.push({ ...example, ...recognise(found, example) })
}
if (folds > 0) {
  report(results)
  process.exit(0)
}

const started = Date.now()
const found = train(examples)
console.log(`trained in ${Date.now() - started} ms, ${found.ids.size} terms`)
if (without !== undefined) {
  const others = corpusOf(files.filter(isTest)).map(read)
  report(others.map((example) => ({ ...example, ...recognise(found, example) })))
  process.exit(0)
}

const { classes, ids, weights } = found
writeFileSync(
  target,
  `// Weights of the classifier of questions. Made by \`scripts/train-questions.mjs\`; do not edit.
/** SHA-256 of the examples. */
export const EXAMPLES = '${createHash('sha256')
    .update(corpus.map(({ intent, text }) => `${intent}\t${text}\n`).join(''))
    .digest('hex')}'
export const CLASSES = '${classes.join(' ')}'
export const TERMS = ${JSON.stringify([...ids.keys()].join('\n'))}
export const WEIGHTS =
  ${JSON.stringify(Array.from(weights, (weight) => String.fromCharCode(WEIGHT_ZERO + weight)).join(''))}
`,
)
