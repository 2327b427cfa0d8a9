// Rules of intents that precede the others: superlatives, regrets, promises as a habit, beginnings and ends.
import { asksYou, detailOf, isAhead, isPast, none, type Rule } from './features.ts'

const TRUST =
  /\b(?:trust\w*|distrust\w*|mistrust\w*|rel(?:y|ies|iable)(?: on)?|count on|depend on|confid(?:e|ence) in|confide|faith in|whose word|take at (?:his|her|their) word|wary of|suspicious of|careful (?:with|around|of))\b/
const ANYBODY =
  /\b(?:who|which|neighbours?|whose|any(?:one|body)|some(?:one|body)|person|people|one|anyone here|name)\b/

const BEST_PLAYER =
  /\b(?:best|strongest|better|stronger|top|finest|worst|weakest|greatest|champion|unbeatable|hardest to beat|toughest)\b.*\b(?:chess|player|players|opponent|at (?:the )?(?:game|board))\b|\b(?:chess|player|players) .*\b(?:best|strongest|better|stronger|top|champion|good|unbeatable)\b|\bchampion\b|\b(?:who|which of (?:you|them)).*\b(?:would|will|usually|mostly|generally|tends? to) (?:win|beat)\b|\bmost (?:games|wins|matches)\b|\b(?:leads|tops|ahead in) the (?:table|ranking|league)\b/

const REGRET =
  /\b(?:regret\w*|wish you (?:had|could take)|wished? you had|sorry (?:that )?you|sorry (?:about|for|that)|feel (?:bad|guilty|sorry)|ashamed|guilty|remorse|weighs? on you|on your conscience|take back|undo|differently|do (?:it )?over|your (?:\w+ )?mistakes?|mistakes? (?:that )?(?:have you|did you|you)|should (?:not )?have done|could have done)\b/

const LIKED_BY =
  /\b(?:who|anyone|anybody|someone|somebody|people|person|which \w+)\b(?: else)?(?: \w+){0,4} (?:likes?|loves?|trusts?|dislikes?|hates?|resents?|despises?|respects?|admires?|fond of|angry (?:with|at)|mad at|cross with|upset with|against|fed up with|not (?:like|stand|trust)) you\b|\b(?:do|does) (?:people|everyone|everybody|others|they|folks) (?:\w+ )?(?:like|love|trust|hate|dislike) you\b|\b(?:has|have|had|with) a? ?(?:grudge|something) against you\b|\byour (?:fans?|admirers?|haters?)\b|\bpopular\b|\b(?:any(?:one|body)|some(?:one|body)|who is|people) (?:\w+ )?avoid(?:s|ing) you\b/

/** Verbs of a beginning, and spans of life in the town. */
const TENURE =
  /\b(?:how long|since when|how many (?:years|months|weeks)|when)\b.*\byou (?:\w+ )?(?:live[ds]?|living|been (?!(?:up|to|ill|sick|angry|with|friends|together|married|waiting|sitting|standing|awake|home|cross|mad|busy|out|feeling|so|on|thinking|seeing|playing)\b)\w+|been (?:in (?:town|this|the city)|<)|work(?:ed|ing)?|stay(?:ed|ing)?|reside[ds]?|move[ds]?|moving|come|came|arrive[ds]?|settle[ds]?|start(?:ed)?|begin|began|become|became|take up|took up|(?:do|done|doing) (?:this|that|it|your)|keep|kept|look(?:ed)? after|have (?:this|that|your) (?:job|trade|work))\b|\b(?:are you|were you) (?:new (?:here|in town|to (?:town|the city))|from (?:here|around here|this town)|born here|a (?:local|native|newcomer))\b|\bhow long (?:for|now|ago)?\b.*\b(?:here|this (?:town|city|job|trade|work))\b|\bsince when (?:are|do|have|did) you\b/

const PURPOSE =
  /\b(?:eat|supper|dinner|lunch|breakfast|food|meal|soup|bite|coffee|tea|drinks?|bread|buns?|rolls?|cakes?|loaf|shop|shopping|vegetables|fish|read|reading|study|books?|quiet|peace|view|stars|sunset|walk|stroll|wander|swim|bathe|bath|garden|flowers|trees|green|sit|warm|rest)\b/

/** Deeds that no row records; a question for one takes it for granted. */
const UNLIKELY =
  /\b(?:did|have|had) you (?:\w+ )?(?:steal|stole|stolen|rob|robbed|kill|killed|hit|burn|burned|burnt|sell|sold|hide|hid|hidden|destroy|destroyed|marry|married|betray|betrayed|cheat|cheated|poison|poisoned|sue|sued|arrest|arrested|kiss|kissed|crash|crashed|hurt|buy|bought)\b|\byou (?:stole|robbed|killed|burned|burnt|sold|hid|destroyed|betrayed|cheated|poisoned|sued|kissed|crashed|bought|ate|drank)\b/

/** A defeat of the resident at the board. */
const DEFEAT =
  /\b(?:defeat(?:s|ed)?|checkmate[sd]?|outplay(?:s|ed)?|trounce[ds]?|thrash(?:es|ed)?|better of) you\b|\b(?:to|who|you (?:\w+ )?(?:been|were|got|get)|were you) (?:\w+ ){0,2}(?:beat you|beaten|defeated|checkmated|outplayed)\b|\byour (?:\w+ ){0,2}defeat\b|\bsuffer(?:ed)? (?:\w+ ){0,3}(?:defeat|loss)\b/

/** The best or worst part of a time. */
const PART_OF_TIME =
  /\b(?:worst|\w{3,}est|best|low|high|(?:least|most) \w+) (?:\w+ )?(?:part|point|bit|day|hour|moment|spot|stretch|thing)s?\b(?! (?:player|to (?:eat|visit|go|see)))/

export const SPECIAL_RULES: readonly Rule[] = [
  [
    'games',
    (_, f) =>
      asksYou(f) && f.happening === null && f.places === 0 && !f.issue && !isAhead(f.time) && DEFEAT.test(f.text),
  ],
  [
    'highlight',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      f.happening === null &&
      !isAhead(f.time) &&
      !has('town') &&
      PART_OF_TIME.test(f.text) &&
      detailOf(f.text).mood !== null,
  ],
  [
    'unlived',
    (_, f) =>
      asksYou(f) &&
      f.people + f.places + f.things === 0 &&
      /\byour (?:\w+ )?(?:garden|greenhouse|kitchen|roof|pian(?:o|os)|violin|harpsichord|lute|guitar|horse|pony|goats?|cows?|hens|chickens|bicycle|carriage|telescope)\b/.test(
        f.text,
      ) &&
      /\b(?:how (?:is|are)|is|are|does|do) your\b/.test(f.text),
  ],
  // What became of a thing that no row knows.
  [
    'unrecorded',
    (_, f) =>
      none(f) &&
      /\b(?:where|how|when|why|who|what)\b.*\b(?:keep|put|store|stow|leave|left|park|buy|bought|get|got|build|built|made|tune|polish|insure)\b.*\byour (?!(?:word|promises?|appointments?|meetings?|news|job|trade|ideas?|mood|name|friends?|letters?|posts?)\b)\p{L}+\b/u.test(
        f.text,
      ),
  ],
  [
    'lastMet',
    (_, f) =>
      none(f) &&
      asksYou(f) &&
      f.time === null &&
      /\b(?:last|latest|most recent) (?:conversation|talk|chat)\b/.test(f.text),
  ],
  [
    'brokenToYou',
    (_, f) =>
      /(?:\b(?:any(?:one|body)|some(?:one|body)|who|they)\b|<person>).*\b(?:fail(?:ed)? to (?:turn|show|come|appear)|not (?:turn|show)(?:ed)? up|let you down|kept? you waiting|st(?:an|oo)d you up)\b/.test(
        f.text,
      ),
  ],
  [
    'forecast',
    (_, f) =>
      f.happening === 'storm' &&
      none(f) &&
      /\b(?:on its way|coming|expected|likely|approaching|due|soon|tomorrow|tonight|ahead|brewing)\b/.test(f.text),
  ],
  ['sleep', (_, f) => asksYou(f) && none(f) && /\b(?:night|morning|early) (?:person|owl|bird|riser)\b/.test(f.text)],
  [
    'angry',
    (_, f) => asksYou(f) && none(f) && /\bma(?:d|k)es? you (?:\w+ )?(?:cross|angry|mad|upset|furious)\b/.test(f.text),
  ],
  ['neverBeen', (_, f) => f.people === 0 && f.strangers > 0 && /^how (?:was|were) <stranger>/.test(f.text)],
  [
    'newcomer',
    (_, f) =>
      none(f) &&
      !asksYou(f) &&
      /\b(?:joined|settled|arrived|moved in|turned up)\b.*\b(?:town|city|here)\b/.test(f.text),
  ],
  [
    'unrecorded',
    (_, f) =>
      asksYou(f) && none(f) && /\b(?:become|became)\b/.test(f.text) && !/\b(?:friends?|keeper|when|how)\b/.test(f.text),
  ],
  // Accidents to the resident's own things, and meals, have no rows.
  [
    'unrecorded',
    (_, f) =>
      none(f) &&
      asksYou(f) &&
      isPast(f.time) &&
      /\byour (?:shop|house|home|boat|car|bike|bicycle|roof|leg|arm|heart|garden|kitchen|store|office|flat|bag|purse|wallet|money) (?:\w+ )?(?:burn(?:ed|t)?|broke|broken|sank|stolen|robbed|flooded|collapsed|exploded|closed|sold|fell)\b|\b(?:eat|ate|eaten|drink|drank|drunk|dream|dreamt|dreamed|wear|wore|cook|cooked)\b/.test(
        f.text,
      ),
  ],
  [
    'didOn',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      /\bsince (?:breakfast|lunch|noon|dawn|sunrise|this morning|you (?:got|woke) up|waking up|midday)\b/.test(
        f.text,
      ) &&
      (has('did') || /\bbeen\b/.test(f.text)),
  ],
  [
    'trusted',
    (_, f) =>
      none(f) &&
      f.aspect === 'who' &&
      /\b(?:call|turn to|go to|reach out to|lean on|ring) (?:\w+ )?(?:at (?:midnight|night)|for help|in (?:trouble|need|an emergency)|first|if)\b|\b(?:if|when) you (?:are|were|get|got) in (?:trouble|an emergency|a crisis)\b/.test(
        f.text,
      ),
  ],
  [
    'tie',
    (has, f) =>
      f.people === 1 &&
      (has('friend') || has('rival')) &&
      /\byou are (?:\w+ ){0,3}(?:friends?|mates|close|enem(?:y|ies)|rivals?|pals|allies|on good terms)\b.*<person>|\byou and <person> are\b/.test(
        f.text,
      ),
  ],
  [
    'lastSeen',
    (_, f) =>
      f.people === 1 &&
      asksYou(f) &&
      (/\b(?:last|recently) together\b|\btogether last\b/.test(f.text) ||
        (/\byou (?:two |both |and <person> |<person> )*(?:met|saw|talked|spoke|ran into)\b/.test(f.text) &&
          isPast(f.time))),
  ],
  [
    'happening',
    (_, f) =>
      none(f) &&
      f.happening !== null &&
      /\b(?:what was it like|how (?:was|bad|long)|when (?:was|did) (?:it|that)|is it over|was it over)\b/.test(
        f.text,
      ) &&
      !/\b(?:feel|think|were you|did you)\b/.test(f.text),
  ],
  ['unrecorded', (_, f) => asksYou(f) && UNLIKELY.test(f.text) && !f.issue],
  [
    'unrecorded',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      f.happening === null &&
      !f.issue &&
      /\bdid you (?:\w+ )?(?:like|enjoy|love|hate|see|hear|read|watch|eat|drink|finish) (?:the|a|an|my|that|his|her|their|your) /.test(
        f.text,
      ) &&
      !/\b(?:day|morning|evening|afternoon|night|weekend|game|match|people|person|newcomer|news)\b/.test(f.text) &&
      !has('weather'),
  ],
  [
    'somewhere',
    (_, f) =>
      none(f) &&
      PURPOSE.test(f.text) &&
      /\bwhere (?:can|could|should|do|does|would|might|may) (?:i|one|we|people|you go)\b|\b(?:place|spot|somewhere|corner|cafe|café|table|pub|restaurant|bar)\b.*\b(?:to|for|where|with)\b|\b(?:recommend|suggest)\b|\bwhere (?:is|are) (?:there )?(?:a|the|some) (?:good|best|nice|decent|quiet|cheap) /.test(
        f.text,
      ) &&
      !/\b(?:your favourite|did you|have you|are you|your work)\b/.test(f.text),
  ],
  [
    'favouritePlace',
    (_, f) =>
      none(f) &&
      /\b(?:what|where|which \w+|anything|something) (?:\w+ )?should (?:i|we|one) (?:\w+ )?(?:see|visit|go|look at|start)\b|\bworth (?:seeing|visiting|a visit)\b|\b(?:sights?|sightseeing)\b/.test(
        f.text,
      ),
  ],
  [
    'friend',
    (_, f) =>
      none(f) &&
      /\bwho (?:\w+ )?should (?:i|we|one) (?:\w+ )?(?:meet|talk to|speak to|speak with|see|get to know|ask)\b/.test(
        f.text,
      ),
  ],
  [
    'hasThing',
    (_, f) => f.things > 0 && /\bwho (?:has|have|took|borrowed|got|is holding|is keeping hold of)\b/.test(f.text),
  ],
  [
    'thingSince',
    (_, f) =>
      f.things > 0 &&
      f.people === 0 &&
      f.aspect === 'when' &&
      !asksYou(f) &&
      /\b(?:last|broken|broke|break|mended|fixed|repaired|stopped|fail(?:ed)?|out of order)\b/.test(f.text),
  ],
  ['opinion', (_, f) => f.issue && f.people === 0 && /\bstill (?:think|believe|hold|say|feel|want)\b/.test(f.text)],
  [
    'plans',
    (has, f) =>
      asksYou(f) &&
      (f.happening !== null || f.places > 0 || f.people > 0) &&
      f.strangers === 0 &&
      /\b(?:will you|are you (?:\w+ )?(?:going|coming|meeting|seeing)|going to be|you be (?:at|in|on)|planning to|do you plan|you intend)\b/.test(
        f.text,
      ) &&
      !has('weather') &&
      !isPast(f.time) &&
      !/\b(?:who|forgive|tell|say)\b/.test(f.text),
  ],
  [
    'met',
    (has, f) =>
      f.happening !== null &&
      asksYou(f) &&
      f.people === 0 &&
      (f.aspect === 'who' || /\bany(?:one|body)\b/.test(f.text)) &&
      !/\b(?:told|tell|said|heard?)\b/.test(f.text) &&
      (has('see') || has('talk') || /\bwith\b/.test(f.text)),
  ],
  ['whereWas', (_, f) => f.happening !== null && /\b(?:where|whereabouts) (?:were|did) you\b/.test(f.text)],
  [
    'didWith',
    (has, f) =>
      f.people === 1 &&
      asksYou(f) &&
      /\bwhat (?:did|have|were) you (?:\w+ ){0,2}(?:(?:and|with) <person> )?(?:\w+ )?(?:do|doing|done|get up to|up to)\b/.test(
        f.text,
      ) &&
      !has('talk') &&
      !/\bdo to <person>/.test(f.text),
  ],
  [
    'otherWhere',
    (_, f) =>
      f.people === 1 &&
      !asksYou(f) &&
      /^(?:(?:and|so|but) )*is <person> (?:\w+ )?(?:at home|in|around|here|out|about|there|nearby|in town)(?: (?:now|today|just now|right now|at the moment))? ?[?.]*$/.test(
        f.text,
      ),
  ],
  [
    'tenure',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:where (?:were|was) you(?:r \w+)? born|(?:grow|grew|grown) up|born (?:here|in))\b/.test(f.text),
  ],
  [
    'work',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:(?:working|normal|typical|usual|average|ordinary) day|(?:usually|normally|typically|generally) (?:do|spend)|do (?:all day|every day|each day))\b/.test(
        f.text,
      ) &&
      f.time === null,
  ],
  [
    'bestPlayer',
    (has, f) =>
      BEST_PLAYER.test(f.text) &&
      (has('game') || f.people > 1 || /\b(?:champion|players?)\b/.test(f.text)) &&
      f.happening === null &&
      f.places === 0 &&
      !/\b(?:your (?:best|worst) (?:game|match|move|win)|best (?:move|opening|game of yours))\b/.test(f.text),
  ],
  [
    'trusted',
    (_, f) =>
      f.people + f.places + f.things === 0 &&
      f.strangers === 0 &&
      TRUST.test(f.text) &&
      ANYBODY.test(f.text) &&
      (asksYou(f) ||
        /\b(?:can|could|should|to) (?:i |one |we )?(?:not )?(?:be |trust|rely|count|depend)/.test(f.text)) &&
      !/\b(?:trusts?|rel(?:y|ies) on|counts? on|depends? on) (?:you|your)\b/.test(f.text) &&
      !f.issue,
  ],
  [
    'trusted',
    (_, f) =>
      none(f) &&
      !f.issue &&
      /\b(?:most|least) (?:trustworthy|reliable|honest|dependable)|(?:trustworthy|reliable|honest|dependable)(?:est)? (?:person|people|one|soul|resident|neighbour|citizen)\b/.test(
        f.text,
      ),
  ],
  [
    'talk',
    (_, f) => f.people === 1 && /\b(?:say|said|says|think|thinks|told|tell) (?:\w+ )?(?:about|of) me\b/.test(f.text),
  ],
  [
    'home',
    (_, f) =>
      none(f) &&
      /\b(?:name of (?:this|the|your) (?:town|city|place)|(?:this|the) (?:town|city|place) (?:is )?called|what (?:town|city|place) (?:is|am) (?:this|i in)|where am i)\b/.test(
        f.text,
      ),
  ],
  [
    'favouritePlace',
    (_, f) =>
      none(f) &&
      !isPast(f.time) &&
      /\b(?:best|nicest|prettiest|loveliest|most beautiful|finest|quietest|cosiest) (?:place|spot|corner|café|cafe|part)\b/.test(
        f.text,
      ) &&
      !PURPOSE.test(f.text),
  ],
  [
    'changedMind',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      !f.issue &&
      /\b(?:been|were|ever|admit(?:ted)?) (?:\w+ )?wrong\b|\bproved? you wrong\b/.test(f.text),
  ],
  [
    'placeWorkers',
    (_, f) =>
      f.places > 0 &&
      f.people === 0 &&
      f.aspect === 'who' &&
      /\b(?:do you know|work(?:s|ing)?|runs?|keeps?|serves?)\b/.test(f.text) &&
      !/\bdo you work\b/.test(f.text),
  ],
  [
    'met',
    (has, f) =>
      f.places > 0 &&
      f.people === 0 &&
      asksYou(f) &&
      f.aspect === 'who' &&
      (has('see') || has('talk') || /\bwith\b/.test(f.text)) &&
      /\b(?:did|were|have)\b/.test(f.text),
  ],
  [
    'met',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      f.time !== null &&
      !['future', 'now'].includes(f.time.tense) &&
      /\b(?:hang(?:ing)? (?:out|around)|hung (?:out|around)|spend (?:\w+ )?time|spent (?:\w+ )?time|be|were|was|been) (?:\w+ )?with\b|\bkeep you company|kept you company\b/.test(
        f.text,
      ) &&
      (f.aspect === 'who' || f.aspect === 'whether'),
  ],
  [
    'distance',
    (_, f) =>
      f.places > 1 && f.people === 0 && /\b(?:close|near|far|walk|distance|next)\b/.test(f.text) && !isPast(f.time),
  ],
  [
    'placeNews',
    (_, f) =>
      f.places > 0 &&
      f.people + f.things === 0 &&
      /\bwhat is (?:there )?(?:on|going on|happening|up) (?:at|in|on) <place>/.test(f.text),
  ],
  [
    'interests',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:when (?:you are )?(?:not working|off work|free)|off duty|after work|in your (?:free|spare) time|days? off\b.*\bdo)\b/.test(
        f.text,
      ) &&
      /\bdo\b/.test(f.text) &&
      f.aspect !== 'where' &&
      !isPast(f.time),
  ],
  [
    'didOn',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      f.happening === null &&
      /\b(?:(?:last|latest|most recent) thing (?:that )?you did|what did you (?:do|get up to) last|how did (?:your )?(?:last night|yesterday|the weekend|the (?:day|evening|morning)) (?:go|treat you))\b/.test(
        f.text,
      ),
  ],
  ['likedBy', (_, f) => f.people + f.places + f.things === 0 && LIKED_BY.test(f.text) && !f.issue],
  [
    'regret',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      !f.issue &&
      REGRET.test(f.text) &&
      !/\b(?:say|said|saying|tell|told) (?:\w+ )?sorry|feel sorry for (?:me|us|him|her|them)|sorry (?:to|for (?:the|my|being|asking|bother))\b/.test(
        f.text,
      ),
  ],
  [
    'promised',
    (has, f) =>
      asksYou(f) &&
      (has('promise') || /\b(?:reliable|dependable|rely on|count on|depend on|trust) /.test(`${f.text} `)) &&
      f.people + f.places + f.strangers === 0 &&
      (detailOf(f.text).isKeeping || detailOf(f.text).isOpen) &&
      !/\b(?:who|any(?:one|body)|some(?:one|body)(?! who)|to you)\b/.test(f.text) &&
      !/\b(?:did|have) you (?:ever |once )?(?:br[eo]ak|broken|not)\b/.test(f.text),
  ],
  [
    'promiseKeeper',
    (has, f) =>
      none(f) &&
      has('promise') &&
      /\b(?:keep|keeps|honou?rs?|sticks?)\b/.test(f.text) &&
      /\b(?:who|whose|which|any(?:one|body)|some(?:one|body)|people|folks?)\b/.test(f.text) &&
      !/\b(?:do|did|have|are|can|will) you\b/.test(f.text),
  ],
  [
    'tenure',
    (has, f) =>
      asksYou(f) &&
      f.people === 0 &&
      f.strangers === 0 &&
      f.happening === null &&
      !f.issue &&
      TENURE.test(f.text) &&
      !has('see') &&
      !has('post') &&
      !has('promise') &&
      !has('game') &&
      !has('plan') &&
      !has('weather') &&
      !/\b(?:angry|cross|mad|friends?|asleep|awake|day|week|today|yesterday|morning|evening|married|know|known)\b/.test(
        f.text,
      ) &&
      !/\b(?:(?<!since )when|what time) (?:do|are|can|will|would|should) you\b/.test(f.text) &&
      !/\b(?<!since )when (?:have|were|was) you\b/.test(f.text),
  ],
  [
    'placeOpinion',
    (has, f) =>
      f.places > 0 &&
      f.people === 0 &&
      f.things === 0 &&
      asksYou(f) &&
      !isPast(f.time) &&
      (has('opinion') ||
        /\b(?:enjoy|love|hate|fond of|find <place>|care for|feeling about|feelings about|prefer)\b/.test(f.text)) &&
      !/\b(?:would|should|could) (?:you )?like to|like to (?:know|go|see|meet)|where|when\b/.test(f.text),
  ],
]
