// npm run audit: a bill of materials, the install scripts that packages bring, and known faults where a registry answers.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const npm = (...args) => spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
const faults = []

const bill = npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only')
if (bill.status === 0) {
  mkdirSync(join(root, 'artifacts'), { recursive: true })
  writeFileSync(join(root, 'artifacts/sbom.json'), bill.stdout)
  console.log(`artifacts/sbom.json: ${JSON.parse(bill.stdout).components.length} components`)
} else faults.push(`no bill of materials: ${bill.stderr.trim().split('\n')[0]}`)

// A script that runs at installation runs with the rights of whoever installs: each is decided on by name.
const { allowScripts } = read('package.json')
const withScript = Object.entries(read('package-lock.json').packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([path]) => path.replace(/^.*node_modules\//, ''))
for (const name of new Set(withScript))
  if (!(name in allowScripts))
    faults.push(`${name} brings an install script; decide on it in allowScripts of package.json`)
for (const name of Object.keys(allowScripts))
  if (!withScript.includes(name)) faults.push(`${name} brings no install script; strike it from allowScripts`)

const audit = npm('audit', '--omit=dev', '--json')
try {
  const { metadata, error } = JSON.parse(audit.stdout)
  if (metadata === undefined) console.log(`no registry to ask for known faults (${error?.code ?? 'no answer'})`)
  else {
    const { high, critical, ...rest } = metadata.vulnerabilities
    console.log(`known faults: ${JSON.stringify({ critical, high, ...rest })}`)
    if (high + critical > 0) faults.push('npm audit knows serious faults of what is installed')
  }
} catch {
  console.log('no registry to ask for known faults')
}

for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 ? 0 : 1)
