// Imports only fall. A floor may use the floors below it; rooms on one floor never use each other unless named here.
const src = 'packages/server/src'
const room = (...names) => `^${src}/(${names.join('|')})/`

const may = (name, from, to) => ({
  name: `${name}-falls`,
  severity: 'error',
  from: { path: room(from) },
  to: {
    path: `^${src}/`,
    pathNot: [room(from, ...to).slice(0), ...(to.includes('deps') ? [`^${src}/(deps|config)\\.ts$`] : [])],
  },
})

const base = ['core', 'db', 'shared-state', 'settings', 'worlds']

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/server/' },
    },
    may('core', 'core', []),
    may('db', 'db', ['core']),
    may('shared-state', 'shared-state', ['core', 'db']),
    may('settings', 'settings', base),
    may('worlds', 'worlds', ['core', 'db']),
    may('models', 'models', base),
    may('access', 'access', base),
    may('http', 'http', [...base, 'access', 'deps']),
    may('content', 'content', [...base, 'access', 'http', 'deps']),
    may('minds', 'minds', [...base, 'models', 'access', 'http', 'deps']),
    may('network', 'network', [...base, 'access', 'http', 'content', 'minds', 'deps']),
    may('city', 'city', [...base, 'access', 'http', 'deps']),
    may('completion', 'completion', [...base, 'models', 'access', 'http', 'content', 'minds', 'deps']),
    may('chronicle', 'chronicle', base),
    may('actions', 'actions', [...base, 'models', 'chronicle', 'access', 'content', 'city']),
    may('visitors', 'visitors', [
      ...base,
      'models',
      'chronicle',
      'access',
      'http',
      'content',
      'city',
      'actions',
      'deps',
    ]),
    may('a2a', 'a2a', [...base, 'access', 'http', 'completion', 'deps']),
    may('life', 'life', [...base, 'models', 'chronicle', 'access', 'content', 'minds', 'city', 'actions', 'deps']),
    may('portal', 'portal', [...base, 'models', 'access', 'http', 'visitors', 'a2a', 'deps']),
    {
      name: 'only-routes-know-http',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: [`^${src}/http/`, 'routes\\.ts$', `^${src}/app\\.ts$`, '\\.test\\.ts$'] },
      to: { path: `^${src}/http/` },
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
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
}
