import * as askingFrames from '../lexicon/answer/asking.ts'
import * as decliningFrames from '../lexicon/answer/declining.ts'
import * as followingFrames from '../lexicon/answer/following.ts'
import * as rememberingFrames from '../lexicon/answer/remembering.ts'
import * as socialFrames from '../lexicon/answer/social.ts'
import * as supposingFrames from '../lexicon/answer/supposing.ts'
import * as sympathyFrames from '../lexicon/answer/sympathy.ts'
import * as viewFrames from '../lexicon/answer/views.ts'
import { pools } from './frame.ts'

export const asking = pools(askingFrames)
export const declining = pools(decliningFrames)
export const following = pools(followingFrames)
export const remembering = pools(rememberingFrames)
export const social = pools(socialFrames)
export const supposing = pools(supposingFrames)
export const sympathy = pools(sympathyFrames)
export const views = pools(viewFrames)
