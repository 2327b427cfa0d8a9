import { Refusal } from '../../core/refusal.ts'
import type { Answer } from '../../http/answer.ts'
import { loadBuiltFiles } from '../../http/built-files.ts'

const BUILT = new URL('../../../../web/dist/site/', import.meta.url)

export const ASSETS = '/assets/'

export interface Assets {
  urlOf(file: string): string
  answer(path: string): Answer
}

export function loadSiteAssets(): Assets {
  const built = loadBuiltFiles(BUILT)
  return {
    urlOf(file) {
      const name = built.nameOf(file)
      if (name === undefined) throw new Error(`there is no asset ${file}`)
      return ASSETS + name
    },
    answer(path) {
      const found = built.answer(path.slice(ASSETS.length))
      if (found === undefined) throw new Refusal('NOT_FOUND')
      return found
    },
  }
}
