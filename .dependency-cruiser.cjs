// Import rules. Five layers: a file imports from its own layer or a lower one.
const src = 'packages/server/src'
const layers = ['app', 'protocols', 'features', 'stores', 'platform']
const notTests = '\\.test\\.ts$'

/** A layer does not import a layer above it. */
const layerRule = (layer, index) => ({
  name: `${layer}-imports-down`,
  severity: 'error',
  from: { path: `^${src}/${layer}/`, pathNot: notTests },
  to: { path: `^${src}/(${layers.slice(0, index).join('|')})/` },
})

/** A package imports itself and the packages named here. */
const packageRule = (name, ...to) => ({
  name: `${name}-imports`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: notTests },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...to].join('|')})/` },
})

/** A package that imports nothing but Node. */
const standaloneRule = (name) => ({
  name: `${name}-has-no-dependencies`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: notTests },
  to: { pathNot: `^packages/${name}/src/`, dependencyTypesNot: ['core'] },
})

/** Only one folder imports a driver. */
const driverRule = (folder, driver) => ({
  name: `only-${folder.replace('/', '-')}-imports-its-driver`,
  severity: 'error',
  from: { path: `^${src}/`, pathNot: `^${src}/${folder}/` },
  to: { path: `node_modules/(${driver})/` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...layers.slice(1).map((layer, index) => layerRule(layer, index + 1)),
    {
      name: 'a-protocol-imports-no-other-protocol',
      severity: 'error',
      from: { path: `^${src}/protocols/([^/]+)/`, pathNot: notTests },
      to: { path: `^${src}/protocols/`, pathNot: [`^${src}/protocols/$1/`, `^${src}/protocols/http/`] },
    },
    {
      name: 'a-store-imports-no-other-store',
      severity: 'error',
      from: { path: `^${src}/stores/([^/]+)/`, pathNot: notTests },
      to: {
        path: `^${src}/stores/`,
        pathNot: [`^${src}/stores/$1/`, `^${src}/stores/event-log/`, `^${src}/stores/city/`],
      },
    },
    {
      name: 'only-town-uses-city',
      severity: 'error',
      from: { path: `^${src}/stores/`, pathNot: [`^${src}/stores/(town|city)/`, notTests] },
      to: { path: `^${src}/stores/city/` },
    },
    driverRule('platform/db', '@photostructure/sqlite|pg'),
    driverRule('platform/redis', 'ioredis'),
    {
      name: 'cluster-drivers-load-on-demand',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: [`^${src}/platform/(redis/redis|db/postgres[a-z-]*)\\.ts$`, notTests] },
      to: {
        path: ['node_modules/(ioredis|pg)/', `^${src}/platform/(redis/redis|db/postgres[a-z-]*)\\.ts$`],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    packageRule('contract'),
    packageRule('mcp', 'client'),
    packageRule('web', 'contract', 'client'),
    packageRule('demo-city', 'voice'),
    packageRule('server', 'contract', 'chess', 'voice', 'demo-city', 'client', 'research'),
    ...['chess', 'voice', 'client', 'research'].map(standaloneRule),
    {
      name: 'demo-city-imports-only-types-of-voice',
      severity: 'error',
      from: { path: '^packages/demo-city/src/', pathNot: notTests },
      to: { path: '^packages/voice/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-imports-only-types-of-contract',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: notTests },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // Other packages are resolved to their compiled exports.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
