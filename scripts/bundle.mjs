// Bundles the server and the pages at the same time.
await Promise.all(['web', 'server'].map((name) => import(`../packages/${name}/scripts/bundle.mjs`)))
