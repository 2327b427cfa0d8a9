// Generated from the contract by `npm run generate`.

export type CountedPageMeta = { page: number; perPage: number; hasMore: boolean; total: number }

export type PageMeta = { page: number; perPage: number; hasMore: boolean }
