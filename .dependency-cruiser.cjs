// Imports only fall. A floor may use the floors below it; rooms on one floor never use each other unless named here.
const { readdirSync } = require('node:fs')

const src = 'packages/server/src'
const room = (...names) => `^${src}/(${names.join('|')})/`

const file = (...names) => `^${src}/(${names.join('|')})\\.ts$`

/** A file beside the rooms uses these rooms and these files. */
const fileMay = (name, rooms, files) => ({
  name: `${name}-falls`,
  severity: 'error',
  from: { path: file(name) },
  to: { path: `^${src}/`, pathNot: [room(...rooms), file(name, ...files)] },
})

const may = (name, to) => ({
  name: `${name.replace('/', '-')}-falls`,
  severity: 'error',
  from: { path: room(name), pathNot: '\\.test\\.ts$' },
  to: {
    path: `^${src}/`,
    pathNot: [room(name, ...to), ...(to.includes('deps') ? [file('deps', 'map-deps', 'config', 'store')] : [])],
  },
})

/** A package uses itself and those named here. */
const uses = (name, ...to) => ({
  name: `${name}-uses`,
  severity: 'error',
  from: { path: `^packages/${name}/src/` },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...to].join('|')})/` },
})

/** A folder of the voice uses itself and those named here. */
const floor = (name, ...to) => ({
  name: `voice-${name}-falls`,
  severity: 'error',
  from: { path: `^packages/voice/src/${name}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^packages/voice/src/[^/]+/', pathNot: `^packages/voice/src/(${[name, ...to].join('|')})/` },
})

const base = ['core', 'db', 'shared-state', 'worlds', 'settings']
const stores = ['chronicle', 'content', 'network', 'minds', 'city', 'chess', 'town']

// The wings of life, lowest first: each may use those before it.
const wings = ['resident', 'world', 'words', 'night', 'turn', 'clockwork']

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    uses('contract'),
    uses('voice'),
    uses('mcp', 'client'),
    uses('web', 'contract', 'client'),
    uses('server', 'contract', 'voice', 'client'),
    {
      name: 'voice-stands-alone',
      severity: 'error',
      from: { path: '^packages/voice/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/voice/src/' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'web-takes-only-types-from-contract',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    floor('lexicon'),
    floor('language', 'lexicon'),
    floor('speaker', 'language', 'lexicon'),
    floor('answer', 'speaker', 'language', 'lexicon'),
    floor('life', 'speaker', 'language', 'lexicon'),
    floor('meaning', 'answer', 'life', 'speaker', 'language', 'lexicon'),
    may('core', []),
    may('chess', ['core']),
    may('db', ['core']),
    may('shared-state', ['core', 'db']),
    may('worlds', ['core', 'db']),
    may('settings', base),
    may('access', base),
    may('measure', base),
    may('chronicle', base),
    may('models', base),
    may('content', [...base, 'chronicle']),
    may('network', [...base, 'chronicle']),
    may('minds', [...base, 'models']),
    may('city', [...base, 'chess', 'chronicle']),
    may('town', [...base, 'chess', 'chronicle', 'city']),
    may('tokens', [...base, 'content', 'deps']),
    may('actions', [...base, 'models', 'access', 'chronicle', 'content', 'city']),
    may('knowledge', [...base, ...stores]),
    may('completion', [...base, 'models', 'access', 'content', 'minds', 'knowledge', 'deps']),
    may('visitors', [...base, 'models', 'access', 'chronicle', 'content', 'city', 'actions', 'deps']),
    may('streams', [...base, 'access', 'chronicle', 'content', 'network', 'visitors', 'deps']),
    may('life', [...base, ...stores, 'models', 'access', 'actions', 'knowledge', 'deps']),
    ...wings.map((wing, floor) => ({
      name: `life-${wing}-falls`,
      severity: 'error',
      from: { path: `^${src}/life/${wing}/` },
      to: { path: `^${src}/life/`, pathNot: `^${src}/life/(${wings.slice(0, floor + 1).join('|')})/` },
    })),
    may('reports', [...base, 'models', 'access', 'content', 'deps']),
    may('identity', [...base, 'access', 'models', 'deps']),
    may('accounts', [...base, 'access', 'models', 'reports', 'visitors', 'identity', 'deps']),
    may('archive', [...base, ...stores, 'access', 'life', 'deps']),
    may('http', [...base, 'access', 'deps']),
    // Each door is a protocol; none knows another.
    ...readdirSync(`${__dirname}/${src}/doors`).map((door) => ({
      name: `door-${door}-stands-alone`,
      severity: 'error',
      from: { path: `^${src}/doors/${door}/` },
      to: { path: `^${src}/(doors|cli)/|^${src}/(app|serve|main)\\.ts$`, pathNot: `^${src}/doors/${door}/` },
    })),
    fileMay('flags', ['core'], []),
    fileMay('config-error', [], []),
    fileMay('config-values', [], ['config-error']),
    fileMay('config', ['core'], ['flags', 'config-error', 'config-values']),
    fileMay('config-file', [], ['config', 'config-error', 'flags']),
    fileMay('ports', [], ['config', 'config-error']),
    fileMay('progress', [], []),
    fileMay('deps', [...base, 'models'], ['config']),
    fileMay('map-deps', ['city'], ['deps']),
    fileMay('gauges', ['measure', 'settings', 'streams'], ['deps']),
    fileMay('store', base, ['config', 'config-error']),
    fileMay('first-start', ['core', 'archive'], ['config', 'config-error']),
    fileMay('serve', ['core'], ['app', 'first-start', 'config', 'config-error', 'config-file', 'flags', 'progress']),
    fileMay('main', [], ['serve']),
    {
      name: 'cli-falls',
      severity: 'error',
      from: { path: room('cli'), pathNot: '\\.test\\.ts$' },
      to: {
        path: `^${src}/`,
        pathNot: [
          room('cli', ...base, 'archive', 'identity', 'life', 'models'),
          file('config', 'config-error', 'config-file', 'flags', 'store', 'progress', 'serve'),
        ],
      },
    },
    {
      name: 'nobody-knows-the-top',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: [room('cli'), file('main', 'serve'), '\\.test\\.ts$'] },
      to: { path: [room('cli'), file('app', 'serve', 'main')] },
    },
    {
      name: 'only-doors-know-http',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: [`^${src}/(http|doors)/`, `^${src}/app\\.ts$`, '\\.test\\.ts$'] },
      to: { path: `^${src}/(http|doors)/` },
    },
    {
      name: 'only-db-knows-a-driver',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: `^${src}/db/` },
      to: { path: 'node_modules/(@photostructure/sqlite|pg)/' },
    },
    {
      name: 'only-shared-state-knows-redis',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: `^${src}/shared-state/` },
      to: { path: 'node_modules/ioredis/' },
    },
  ],
  options: {
    // Other packages are seen as what their exports name, which is compiled.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
}
