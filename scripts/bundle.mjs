// Bundles the server and the pages at the same time.
await Promise.all([import('../packages/web/scripts/bundle.mjs'), import('../packages/server/scripts/bundle.mjs')])
