// Rules of intents: places, things and happenings.
import { asksYou, isPast, type Rule } from './features.ts'

const LAST = /\b(?:last|latest|recent|recently|lately|newest|most recently|ago|long since|since (?:you|we)|ever)\b/

export const WORLD_RULES: readonly Rule[] = [
  [
    'opinion',
    (has, f) =>
      f.issue &&
      f.people === 0 &&
      (has('opinion') || /\bshould\b/.test(f.text)) &&
      !/\b(?:works?|working|broken|running|fixed)\b/.test(f.text),
  ],
  ['now', (_, f) => f.places > 0 && /\bare you (?:\w+ )?(?:at|in|on) <place>/.test(f.text) && f.time?.tense !== 'past'],
  // Places.
  [
    'brokenThings',
    (has, f) =>
      f.people + f.places + f.things === 0 &&
      !has('promise') &&
      !/\b(?:you|your|leg|arm|heart)\b/.test(f.text) &&
      /\b(?:broke|broken|breaks|out of order|not (?:work|working|running)|(?:needs?|in need of|need of) (?:a )?(?:fixing|mending|repairs?|repairing|attention))\b/.test(
        f.text,
      ),
  ],
  [
    'placeWorkers',
    (has, f) =>
      f.places > 0 &&
      /\b(?:who|anybody|anyone|somebody|someone)\b/.test(f.text) &&
      (has('work') || (has('keeper') && f.things === 0)) &&
      !asksYou(f),
  ],
  [
    'thingIs',
    (_, f) =>
      f.things > 0 &&
      /^(?:(?:and|so|but|tell me|please|do you know) ,? ?)*(?:who|what) (?:or what )?is <(?:thing|place)>(?: (?:of|in) (?:this|the) (?:town|city|place))? ?[?.]*$/.test(
        f.text,
      ),
  ],
  [
    'thingKeeper',
    (has, f) =>
      f.things > 0 &&
      (f.aspect === 'who' || /\bwhose|who\b/.test(f.text)) &&
      (has('keeper') || has('work')) &&
      !/\bwho has\b/.test(f.text),
  ],
  [
    'placeNews',
    (has, f) =>
      f.places > 0 &&
      f.people === 0 &&
      f.things === 0 &&
      (has('news') || /\b(?:go(?:ne|ing|es)? wrong|went wrong|anything|something|trouble|accident)\b/.test(f.text)) &&
      !/\bdid you (?:do|go)\b|\btell me\b|\bwho\b/.test(f.text),
  ],
  [
    'placePresent',
    (has, f) =>
      f.places > 0 &&
      /\b(?:who|anybody|anyone|somebody|someone|people)\b/.test(f.text) &&
      !has('game') &&
      !(asksYou(f) && has('see') && isPast(f.time)) &&
      f.time?.tense !== 'past',
  ],
  [
    'been',
    (has, f) =>
      f.places > 0 &&
      asksYou(f) &&
      (has('go') || LAST.test(f.text) || /\b(?:were|was|go|come|visit|often|stop)\b/.test(f.text)) &&
      !has('opinion') &&
      !has('plan'),
  ],
  ['placeOpen', (has, f) => f.places > 0 && has('open') && f.things === 0],
  // Things and happenings.
  ['forecast', (has) => has('forecast')],
  ['thingSince', (_, f) => f.things > 0 && /\b(?:since when|how long)\b/.test(f.text)],
  ['hasThing', (_, f) => f.things > 0 && /\bwho (?:has|have|took|borrowed)\b/.test(f.text)],
  [
    'thingState',
    (has, f) =>
      f.things > 0 &&
      f.aspect !== 'where' &&
      has('state') &&
      !(asksYou(f) && has('opinion') && !/\bdo you know\b/.test(f.text)),
  ],
  ['thingPlace', (_, f) => f.things > 0 && f.aspect === 'where'],
  ['opinion', (has, f) => f.issue && (has('opinion') || asksYou(f) || f.aspect !== 'when')],
  ['thingState', (_, f) => f.things > 0],
  [
    'placeIs',
    (has, f) =>
      f.places > 0 &&
      f.people === 0 &&
      (f.aspect === 'where' ||
        f.aspect === 'what' ||
        f.aspect === 'who' ||
        f.aspect === 'how' ||
        /\btell me\b/.test(f.text)) &&
      (!has('did') || /\btell me\b/.test(f.text)),
  ],
  [
    'attended',
    (_, f) =>
      f.happening !== null &&
      asksYou(f) &&
      f.aspect !== 'who' &&
      /\b(?:did you (?:\w+ )?(?:go|attend|visit|see|drop by|stop by|drop in|stop in|come|make it|turn up|show up)|were you|have you been|went|are you going|you there)\b/.test(
        f.text,
      ),
  ],
  ['happening', (has, f) => f.happening !== null && !/\b(?:you|your) (?:feel|think)\b/.test(f.text) && !has('opinion')],
  ['whoIs', (_, f) => f.isAboutSelf && f.aspect === 'who' && !asksYou(f)],
]
