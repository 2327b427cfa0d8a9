/** Operator routes of import and export. */
import Type from 'typebox'
import { LIMITS } from '../limits.ts'
import type { Param } from '../params.ts'
import { route } from '../route.ts'
import { bytes, count, id, object, single } from '../shapes.ts'
import { worldFile } from '../world-file.ts'
import { operator } from './fields.ts'

/** A worker thread parses and validates the file; errors name the path in the file. */
const file = bytes('application/json', worldFile)

const worldId: Param<string> = {
  schema: Type.String({ default: 'prime' }),
  description: 'The world to export.',
  required: false,
  read: (raw) => raw ?? 'prime',
}

export const importWorld = route({
  ...operator,
  name: 'importWorld',
  method: 'POST',
  path: '/_operator/import',
  purpose: 'Import a world file in one transaction.',
  body: file,
  bodyBytesMax: LIMITS.body_bytes.worldFile,
  result: single(
    object({
      counts: Type.Record(Type.String(), count, {
        description: 'Written items by list; unchanged items are not counted.',
      }),
      ids: Type.Record(Type.String(), Type.Array(id), {
        description: 'Ids in the order of the file; very long lists are omitted.',
      }),
      islands: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Parts of imported cities that are not reachable from the first node.',
        }),
      ),
    }),
  ),
  errors: ['INVALID_INPUT'],
})

export const exportWorld = route({
  ...operator,
  name: 'exportWorld',
  path: '/_operator/export',
  purpose: 'Export a world as a world file.',
  query: { worldId },
  result: file,
  errors: ['WORLD_NOT_FOUND'],
})
