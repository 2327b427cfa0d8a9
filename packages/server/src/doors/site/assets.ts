import { readdirSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { Refusal } from '../../core/refusal.ts'
import type { Answer } from '../../http/answer.ts'
import { loadFile, type StaticFile } from '../../http/static.ts'

const BUILT = new URL('../../../../web/dist/site/', import.meta.url)

export const ASSETS = '/assets/'

/** The address says what is in the file, so it may be kept for ever. */
const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable'] as const

export interface Assets {
  urlOf(name: string): string
  answer(path: string): Answer
}

/** Letters of the hash that a name carries. */
const HASH = 10

export function loadSiteAssets(): Assets {
  const urls = new Map<string, string>()
  const files = new Map<string, StaticFile>()
  for (const name of readdirSync(BUILT)) {
    const file = loadFile(new URL(name, BUILT))
    const hash = file.tag.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH)
    const extension = extname(name)
    // The bundler has named fonts after their content already, and styles refer to them by that name.
    const url = extension === '.woff2' ? ASSETS + name : `${ASSETS}${basename(name, extension)}.${hash}${extension}`
    urls.set(name, url)
    files.set(url, file)
  }
  return {
    urlOf(name) {
      const url = urls.get(name)
      if (url === undefined) throw new Error(`there is no asset ${name}`)
      return url
    },
    answer(path) {
      const file = files.get(path)
      if (file === undefined) throw new Refusal('NOT_FOUND')
      return { status: 200, ...file, headers: IMMUTABLE }
    },
  }
}
