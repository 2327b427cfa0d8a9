import Type from 'typebox'
import { LIMITS } from '../limits.ts'
import type { Param } from '../params.ts'
import { route } from '../route.ts'
import { bytes, count, id, object, single } from '../shapes.ts'
import { worldFile } from '../world-file.ts'
import { operator } from './fields.ts'

/** Parsed on a thread of its own, with paths of the file in its refusals: not by the route. */
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
  purpose: 'Import a world file; all of it or nothing.',
  body: file,
  bodyBytesMax: LIMITS.body_bytes.worldFile,
  result: single(
    object({
      counts: Type.Record(Type.String(), count, {
        description: 'Items written, by list; what was stored already and changed nothing is not counted.',
      }),
      ids: Type.Record(Type.String(), Type.Array(id), {
        description: 'Ids in the order of the file; lists too long to be read back are left out.',
      }),
      islands: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Parts of imported cities that cannot be reached from their first node.',
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
  purpose: 'Write a world as a world file.',
  query: { worldId },
  result: file,
  errors: ['WORLD_NOT_FOUND'],
})
