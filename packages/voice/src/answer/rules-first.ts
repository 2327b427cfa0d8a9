// Rules of intents that precede all others: facts that no row holds, colleagues, and wordings that other rules misread.
import { asksYou, isAhead, isPast, none, type Rule } from './features.ts'

/** Qualities that nobody has measured. */
const UNMEASURED =
  /\b(?:(?:old|young|rich|poor|tall|small|smart|clever|pretti|funni|lazi|loud|ugli|strang|weird|fast|strong|wealthi|famous|lucki|unlucki)est|most (?:annoying|beautiful|intelligent|famous|handsome|talkative|interesting|boring|powerful|generous|popular|eccentric))\b/

const COWORKERS =
  /\bworks? (?:\w+ )?(?:with|alongside|beside) you\b|\byou (?:\w+ )?work (?:\w+ )?(?:with|alongside|beside)\b(?! (?:<|your|a |the ))|\b(?:colleagues?|co-?workers?|workmates?)\b|\b(?:people|anyone|anybody|someone|who) (?:else )?(?:\w+ )?at your (?:place of )?work(?:place)?\b/

/** Trades in a verb: `what do you bake`. */
const TRADE_VERB =
  /\bwhat (?:exactly |kinds? of \w+ |sorts? of \w+ )?do you (?:sell|mend|make(?! of)|bake|repair|grow|fix|teach|brew|build|cook|deliver|produce|specialise in|trade in|sew|print|carve)\b/

/** A visitor who asks for a meeting. */
const ASKS_TO_MEET =
  /\b(?:can|could|may|might|shall|should) (?:i|we) (?:\w+ )?(?:meet|see|visit|join|talk (?:to|with)|have a (?:word|chat) with|come (?:to|by|and see))\b/

export const FIRST_RULES: readonly Rule[] = [
  // How somebody stands to the resident, not the resident to them.
  [
    'tieToYou',
    (_, f) =>
      f.people === 1 &&
      !/\b(?:are|do|did|have|were) you\b/.test(f.text) &&
      /\b(?:is|are|was|has|does|do) <person> .*\b(?:cross|angry|mad|upset|friends?|grudge|anything|something|fond|hate|dislike|resent|trust) .{0,30}\byou\b/.test(
        f.text,
      ),
  ],
  [
    'unknown',
    (_, f) =>
      (f.people > 1 &&
        /\b(?:more|less|better|worse) than\b/.test(f.text) &&
        !/\b(?:chess|play|player|game)\b/.test(f.text)) ||
      (f.aspect === 'who' &&
        /\b(?:known|knew|live[ds]?|been) .*\b(?:longest|shortest)\b|\bfriend .*\blongest\b/.test(f.text)) ||
      (f.places > 0 && f.aspect === 'who' && /\blives?\b/.test(f.text)) ||
      (asksYou(f) && none(f) && /\b(?:did|have) you (?:\w+ )?(?:work|get up(?! to)|wake up|woken)\b/.test(f.text)),
  ],
  ['plans', (has, f) => asksYou(f) && has('promise') && isAhead(f.time)],
  [
    'conduct',
    (_, f) =>
      f.people === 1 && !asksYou(f) && /<person> .*\b(?:say|said|saying|been) sorry\b|<person> .*\bapolog/.test(f.text),
  ],
  [
    'placeOpinion',
    (_, f) =>
      f.places === 1 &&
      f.people + f.things === 0 &&
      !isPast(f.time) &&
      /\bis <place> (?:\w+ )?(?:an? )?(?:\w+ )?(?:good|nice|decent|pleasant|lovely|quiet|bad|fine|cosy|worth)\b/.test(
        f.text,
      ),
  ],
  [
    'unknown',
    (_, f) =>
      /\bwhose idea\b/.test(f.text) ||
      (asksYou(f) && none(f) && /\byou (?:\w+ )?need (?:\w+ )?help\b|\bdid you sleep\b/.test(f.text)),
  ],
  ['plans', (_, f) => f.people === 0 && isAhead(f.time) && ASKS_TO_MEET.test(f.text)],
  [
    'unknown',
    (_, f) =>
      none(f) &&
      (/\bwhere (?:is|are|was|were) (?:everyone|everybody|all (?:the )?people|people)\b/.test(f.text) ||
        (asksYou(f) && /\b(?:scared|afraid|frighten\w*|fears?|phobia)\b/.test(f.text))),
  ],
  [
    'work',
    (_, f) =>
      asksYou(f) && f.places > 0 && f.people === 0 && /\bdo you (?:\w+ )?(?:own|run|keep|manage)\b/.test(f.text),
  ],
  [
    'promised',
    (_, f) =>
      f.people === 1 &&
      /<person> (?:\w+ )?(?:(?:show|turn)(?:ed)? up|keep (?:an |the |that )?appointments?|come to (?:your|the) (?:meeting|appointment|game))\b/.test(
        f.text,
      ),
  ],
  // Questions for facts that no row holds.
  [
    'unknown',
    (_, f) =>
      f.aspect === 'who' && f.people + f.things === 0 && UNMEASURED.test(f.text) && !/\bchess|player\b/.test(f.text),
  ],
  [
    'unknown',
    (has, f) =>
      (has('game') || /\b(?:win|lose)\b/.test(f.text)) &&
      f.things === 0 &&
      (/\b(?:who|which of (?:you|us|them)) (?:do you (?:think|reckon|expect|believe) )?(?:will|is going to) (?:\w+ )?(?:win|lose|beat)\b/.test(
        f.text,
      ) ||
        /\b(?:was|were|is) (?:your|it|that|the) (?:\w+ )*(?:long|short|quick|hard|exciting|fun|easy|dull)\b/.test(
          f.text,
        )),
  ],
  [
    'unknown',
    (_, f) =>
      f.happening !== null &&
      !asksYou(f) &&
      /\b(?:damage[ds]?|destroy(?:ed|s)?|ruin(?:ed|s)?|cost|did .* do to|sold|hurt)\b/.test(f.text),
  ],
  [
    'unknown',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\bwho (?:\w+ )?(?:taught|trained|raised|hired|employs?|pays?|supervises?) you\b|\byour (?:boss|teacher|master|landlord|employer)\b|\bwho (?:is|was) (?:the|your) (?:boss|chief|manager)\b|\b(?:lives?|living) (?:near|beside|next (?:to|door)|close to|opposite|above|below)\b.*\byou\b/.test(
        f.text,
      ),
  ],
  [
    'thingKeeper',
    (has, f) =>
      f.things > 0 &&
      f.people + f.places === 0 &&
      asksYou(f) &&
      (/\byours\b/.test(f.text) || (has('keeper') && f.aspect === 'whether')) &&
      !has('state'),
  ],
  [
    'brokenByYou',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\bdid you (?:\w+ )?(?:turn|show) up\b.*\b(?:supposed|promise[ds]?|appointments?|agreed|meet)\b/.test(f.text),
  ],
  [
    'work',
    (_, f) =>
      none(f) &&
      /\bwhere (?:would|could|can|do|might|should) (?:i|one|we|people) (?:\w+ )?(?:find|catch|meet|reach|see) you (?:at|in|on|during|around|by|after|before) /.test(
        f.text,
      ),
  ],
  [
    'didOn',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:have|had|having) (?:you )?(?:had )?an? (?:\w+ )?(?:good|nice|bad|great|pleasant|busy|quiet|rough|lovely|productive|fine) (?:day|week|evening|morning|weekend|month)\b/.test(
        f.text,
      ) &&
      !isAhead(f.time),
  ],
  [
    'conduct',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:some(?:one|body)|any(?:one|body)|people) (?:\w+ )?(?:did|has done|have done|done) (?:\w+ ){0,3}(?:for|to) you\b/.test(
        f.text,
      ),
  ],
  [
    'coworkers',
    (_, f) =>
      asksYou(f) &&
      f.places + f.things === 0 &&
      !isPast(f.time) &&
      (COWORKERS.test(f.text) || (f.people === 1 && /\bwork(?:ing)? (?:together|with <person>)/.test(f.text))),
  ],
  ['work', (_, f) => none(f) && f.time === null && TRADE_VERB.test(f.text)],
  [
    'unrecorded',
    (has, f) =>
      has('promise') &&
      asksYou(f) &&
      f.people === 0 &&
      /\b(?:promise[ds]?|agreed|swore|gave) (?:\w+ ){0,3}me\b/.test(f.text),
  ],
  [
    'rival',
    (_, f) =>
      none(f) &&
      /^(?:\w+ ){0,2}(?:name|list) .*\b(?:people|residents?|neighbours?|persons?)\b.*\byou (?:\w+ )?(?:dislike|hate|avoid|not like|can not stand)\b/.test(
        f.text,
      ),
  ],
  [
    'friend',
    (_, f) =>
      none(f) &&
      /^(?:\w+ ){0,2}(?:name|list) .*\b(?:people|residents?|neighbours?|persons?|friends?)\b.*\b(?:you|your)\b/.test(
        f.text,
      ) &&
      !/\bnot\b/.test(f.text),
  ],
  [
    'plans',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      !isPast(f.time) &&
      /\b(?:got|have|having) (?:you )?(?:got )?(?:anything|something|much) (?:on|planned|arranged)\b/.test(f.text),
  ],
]
