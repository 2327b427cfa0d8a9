// Rejects bare participles and adverbs as identifiers: types and values are nouns, functions are verbs. Checks all
// declarations in packages/*/{src,test,e2e}.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { packages, root } from './setup.mjs'

const WORDS = new Set(
  (
    'told kept held asked made known seen left given heard taken gone meant lent shown begun said spoken foreseen luck ' +
    'otherwise beside'
  ).split(' '),
)

/** Fields that keep their name, with the reason. */
const EXCEPTIONS = {
  told: 'column of the table wants since 0.1.0',
  seen: 'column of the table visitors since 0.1.0',
}

/** `{ name }`: the field has this name, and is checked where it is declared. */
const isShorthand = (node) =>
  ts.isObjectBindingPattern(node.parent) && node.propertyName === undefined && node.dotDotDotToken === undefined

const isDeclaration = (node) =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isTypeParameterDeclaration(node) ||
  (ts.isBindingElement(node) && !isShorthand(node)) ||
  (ts.isImportSpecifier(node) && node.propertyName !== undefined)

const isField = (node) =>
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ts.isSetAccessor(node) ||
  ts.isEnumMember(node)

/** Names in a source text that are exactly one of the words. */
function faultsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const faults = []
  const visit = (node) => {
    const name = node.name?.text?.replace(/^#/, '')
    if (name !== undefined && WORDS.has(name.toLowerCase()) && (isDeclaration(node) || isField(node))) {
      const isAllowed = isField(node) && Object.hasOwn(EXCEPTIONS, name)
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source))
      if (!isAllowed)
        faults.push(`${file}:${line + 1}: ${name} is not a name; use a noun for a value, a verb for a function`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

const files = packages.flatMap((name) =>
  ['src', 'test', 'e2e']
    .flatMap((part) => {
      try {
        return readdirSync(join(root, 'packages', name, part), { recursive: true }).map((file) => join(part, file))
      } catch {
        return []
      }
    })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => join('packages', name, file)),
)
const faults = files.flatMap((file) => faultsIn(file, readFileSync(join(root, file), 'utf8')))
// The check must be able to fail: each kind of declaration is found in a text that has it.
const SAMPLE =
  'const told = 1; function kept(held) {} interface Made { known: 1 } class Seen { #left = 2; given() {} }; const [said, ...heard] = []'
if (faultsIn('sample.ts', SAMPLE).length !== 10) faults.push('the check for identifiers no longer finds its samples')
for (const fault of faults) console.error(fault)
if (faults.length > 0) console.error(`${faults.length} names in ${files.length} files`)
process.exit(faults.length === 0 && files.length > 500 ? 0 : 1)
