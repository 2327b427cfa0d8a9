// Rules of intents: the talk itself, other residents, promises and relations.
import type { Concept } from './concepts.ts'
import { asksYou, detailOf, isAhead, none, type Rule } from './features.ts'

const LAST = /\b(?:last|latest|recent|recently|lately|newest|most recently|ago|long since|since (?:you|we)|ever)\b/

const ASKS_FOR_TELLER = /\b(?:who told you|where did you hear|who did you hear|how did you (?:hear|learn|find out))\b/

/** Family, and animals of one's own. */
const RELATIVES =
  /\b(?:your (?:\w+ )?(?:wife|husband|spouse|fianc[eé]e?|girlfriend|boyfriend|partner|mother|father|mum|mom|dad|parents|family|brothers?|sisters?|siblings|uncle|aunt|grand\w+|cousins?|children|child|kids?|bab(?:y|ies)|sons?|daughters?|dogs?|cats?|pets?)|(?:have|has|got|had|having) (?:you )?(?:\w+ ){0,2}(?:wife|husband|children|child|kids?|bab(?:y|ies)|sons?|daughters?|dogs?|cats?|pets?|brothers?|sisters?|siblings|family|parents|girlfriend|boyfriend)|married|in love|sweetheart|(?:are|were) you (?:\w+ )?(?:single|engaged|divorced|pregnant)|wedding)\b/

/** Words for how two residents stand with each other. */
const RELATION =
  /\b(?:relationship|relations|(?:history|story|situation|deal|status|past) (?:with|between)|not (?:talking|speaking)|bad blood|tension|(?:good|bad|speaking|friendly) terms|how (?:is it|are things|are you|is everything|do you feel|is life) (?:\w+ ){0,2}(?:with|between|towards?|about)|things (?:are |going |like )?(?:with|between)|going with <person>|you and <person>|<person> and you|between you|stand with|trust|rely on|depend on|still (?:friends|close|cross|angry|mad)|cross with|close to)\b/

/** Games without the word. */
const PLAYED =
  /\b(?:beat(?:en|s)? you|you (?:\w+ )?(?:beat|beaten|defeat|defeated|checkmate)(?! (?:up|eggs|the))|(?:last|latest) (?:game|match)|who (?:won|beat)|you (?:\w+ )?(?:lost|won|drew) (?:against|to|with)|(?:lost|lose|losing|won|win|drew) (?:\w+ )?against|did you (?:\w+ )?(?:win|lose)(?! (?:your|a|an|my|his|her)\b)(?! the (?!game|match))|score between|you last (?:win|lose))\b/

export const PEOPLE_RULES: readonly Rule[] = [
  ['caller', (has, f) => has('callerName') && none(f) && !/\bremember me\b.*\bto\b/.test(f.text)],
  ['date', (has, f) => has('clock') && none(f)],
  ['forecast', (has, f) => has('weather') && isAhead(f.time) && f.people === 0 && !has('plan')],
  [
    'weather',
    (has, f) =>
      /\b(?:weather|raining|outside|what is it like out)\b/.test(f.text) &&
      none(f) &&
      !has('forecast') &&
      !isAhead(f.time) &&
      !/\boutside (?:of )?(?:the|this|work|town)\b/.test(f.text),
  ],
  ['whoseSource', (has, f) => has('source') && (none(f) || ASKS_FOR_TELLER.test(f.text))],
  [
    'relatives',
    (_, f) =>
      asksYou(f) &&
      RELATIVES.test(f.text) &&
      !/\b(?:child of|like (?:dogs|cats|children|kids)|your childhood)\b/.test(f.text),
  ],
  ['secrets', (_, f) => /\bsecrets?\b/.test(f.text) && f.people === 0],
  [
    'conduct',
    (has, f) =>
      asksYou(f) &&
      !f.issue &&
      f.things === 0 &&
      detailOf(f.text).conduct !== null &&
      !has('promise') &&
      !/\b(?:help me|can you help|could you help|will you help|help us|helps? you (?:sleep|think|relax)|can not help)\b/.test(
        f.text,
      ),
  ],
  [
    'population',
    (_, f) =>
      none(f) &&
      (/\bhow (?:many|big)\b.*\b(?:people|residents|inhabitants|live|population|souls|town|city|neighbours)\b/.test(
        f.text,
      ) ||
        /\bwho (?:else )?(?:\w+ )?lives? (?:here|in (?:this|the) (?:town|city|place))\b|\bwho else lives\b|\bpopulation\b/.test(
          f.text,
        )) &&
      !/\b(?:friends?|know|met|meet)\b/.test(f.text),
  ],
  [
    'newcomer',
    (_, f) =>
      none(f) &&
      /\b(?:newcomers?|new (?:people|residents?|faces?|neighbours?|arrivals?)|(?:any|some)(?:one|body) new|newest (?:resident|arrival|person)|(?:moved|come|came|arrived) (?:in|here|to (?:town|the city))|who (?:has )?(?:just )?(?:arrived|joined))\b/.test(
        f.text,
      ) &&
      !/\b(?:did|have|do|are|were) you\b/.test(f.text),
  ],
  [
    'departed',
    (_, f) =>
      none(f) &&
      /\b(?:left|leave|leaving|moved? away|departed|gone (?:away|from)|quit)\b/.test(f.text) &&
      /\b(?:any(?:one|body)|some(?:one|body)|who|people)\b/.test(f.text) &&
      /\b(?:town|city|here|away|for good)\b/.test(f.text) &&
      !/\b(?:did|have|do|are|were|will) you\b/.test(f.text),
  ],
  [
    'distance',
    (has, f) =>
      (has('far') || has('way') || /\bmetres|meters\b/.test(f.text)) && f.places > 0 && !/\bclose to\b/.test(f.text),
  ],
  // Strangers and other cities.
  [
    'neverBeen',
    (_, f) =>
      f.strangers === 0 &&
      f.places === 0 &&
      /\byour (?:\w+ )?(?:trip|holidays?|vacation|honeymoon|travels|voyage)\b|\byou (?:\w+ )?(?:on holiday|abroad|out of town|left the city)\b|\bmove(?:d)? (?:here|to this)\b/.test(
        f.text,
      ) &&
      !/\bmoved? here\b/.test(f.text),
  ],
  [
    'neverBeen',
    (has, f) =>
      f.strangers > 0 &&
      f.people + f.places + f.things === 0 &&
      (has('go') || /\b(?:in|to|at|from) <stranger>/.test(f.text)) &&
      !/\b(?:with|of|about|say|said|speak|talk|spoke|talked|write|wrote|trust|friend) (?:\w+ )?<stranger>/.test(
        f.text,
      ) &&
      !/\bintroduc|name <stranger>/.test(f.text) &&
      f.issue === false,
  ],
  [
    'stranger',
    (_, f) =>
      f.strangers > 0 &&
      f.people + f.places + f.things === 0 &&
      /\b(?:who|where|know|met|meet|see|seen|friends?|think|talk|talked|with|like|trust|does|heard|tell me|how is|acquainted|name)\b/.test(
        f.text,
      ) &&
      !/\b(?:capital|country|president|king|queen|language)\b|\b(?:on|in|at) (?:the )?<stranger>/.test(f.text),
  ],
  // Relations and news of one other resident.
  [
    'tie',
    (has, f) =>
      f.people === 1 &&
      RELATION.test(f.text) &&
      (!has('talk') || /\bnot (?:talking|speaking)\b/.test(f.text)) &&
      !['argue', 'see', 'game', 'plan', 'post', 'change', 'promise'].some((one) => has(one as Concept)) &&
      (asksYou(f) || f.aspect === 'how' || f.aspect === 'tell'),
  ],
  [
    'otherNews',
    (has, f) =>
      f.people === 1 &&
      !asksYou(f) &&
      !has('promise') &&
      !has('game') &&
      !has('post') &&
      !has('work') &&
      (/\b(?:up to|what is <person> (?:\w+ )?doing|what (?:has|have) <person> (?:been )?(?:up|doing|done)|what did <person> (?:do|get)|happened (?:to|with)|happening with|going on with|(?:any|what) (?:news|gossip)|news (?:of|about|from)|gossip (?:about|on)|anything (?:new|interesting)? ?(?:about|on|with)|trouble|problems?|wrong|what about|latest (?:on|about)|new with|lowdown|tidings|word on|say about|said about|being said)\b/.test(
        f.text,
      ) ||
        /^(?:and |so |but )*(?:did|has|had) <person> /.test(f.text)) &&
      !/\b(?:opinion|like|friend|where|think)\b/.test(f.text) &&
      !/\bhow is\b/.test(f.text),
  ],
  // Other residents.
  [
    'tieOfOthers',
    (has, f) =>
      f.people > 1 &&
      !asksYou(f) &&
      (has('friend') || has('rival') || has('opinion') || has('know') || /\bbetween\b/.test(f.text)),
  ],
  [
    'otherWhere',
    (has, f) =>
      f.people > 0 &&
      ((f.aspect === 'where' &&
        /\b(?:is|are|be|find|now|find|might|hour|catch)\b/.test(f.text) &&
        !has('see') &&
        !has('work') &&
        !has('abode') &&
        !has('talk') &&
        !has('game')) ||
        /\blooking for (?:\w+ )?<person>|(?:seen|idea) where|where <person>/.test(f.text)) &&
      !/\bwhere do you\b|\bwhere did you\b/.test(f.text),
  ],
  [
    'tieToYou',
    (has, f) =>
      f.people === 1 &&
      /\b(?:does|do|is|has|will|would) <person> (?:\w+ ){0,2}(?:like|love|trust|hate|dislike|avoid|angry|cross|mad|fond|friends?|upset|forgiven?|think|speak(?:ing)?|talking|respect)\b.*\byou\b/.test(
        f.text,
      ) &&
      !has('post') &&
      !/\bdo you\b/.test(f.text),
  ],
  ['otherHome', (has, f) => f.people > 0 && has('abode') && !asksYou(f)],
  [
    'games',
    (has, f) =>
      (has('game') || PLAYED.test(f.text)) &&
      f.happening === null &&
      (asksYou(f) ||
        (f.people > 0 && /\b(?:chess|game|match|won|win|beat)\b/.test(f.text)) ||
        /\bwho (?:won|beat)|how did|any chess|chess|(?:last|latest) (?:game|match)\b/.test(f.text)) &&
      !/\bnext\b|\bfavourite\b|\b(?:best|strongest|better|worst) (?:\w+ )?player\b/.test(f.text) &&
      !isAhead(f.time),
  ],
  [
    'otherPost',
    (has, f) =>
      f.people > 0 &&
      (has('post') || /\b(?:say|said|says) (?:last|lately|recently)\b/.test(f.text)) &&
      !asksYou(f) &&
      !/\bhow many\b/.test(f.text),
  ],
  ['postCount', (has, f) => f.people > 0 && has('post') && /\bhow many\b/.test(f.text)],
  ['followers', (_, f) => f.people > 0 && /\bfollowers\b/.test(f.text)],
  [
    'otherRival',
    (has, f) =>
      f.people === 1 &&
      has('rival') &&
      /<person> (?:'s|not|have|dislike|hate|avoid|can not|fallen)|does <person>|<person> (?:get|gets)/.test(f.text) &&
      !/\bdo you|are you|can you|you (?:not|dislike|hate|avoid)|you and <person>|<person> and you\b/.test(f.text),
  ],
  [
    'otherFriend',
    (has, f) =>
      f.people === 1 &&
      has('friend') &&
      /<person> 's (?:\w+ )?(?:friend|mate|pal|closest|companion|best)|does <person>|who is <person>|<person> (?:have|has|get|close|trust)|friends? (?:of|with) <person>/.test(
        f.text,
      ) &&
      !/\bdo you (?:get|like|trust)|are you|you and|your friend|friend of yours|<person> a friend\b/.test(f.text),
  ],
  [
    'otherMood',
    (has, f) =>
      f.people > 0 &&
      !asksYou(f) &&
      (has('feeling') ||
        /\bhow is <person>(?! (?:'s|like))|how has <person> been|is <person> (?:so |really |still |feeling )?(?:well|ok|okay|all right|alright|happy|sad|angry|ill|sick|upset|cross|down|worried|cheerful|annoyed|gloomy|glum|grumpy|nervous)/.test(
          f.text,
        )),
  ],
  [
    'otherWork',
    (has, f) =>
      f.people > 0 &&
      (has('work') || /\bwhat does <person> do\b|<person> do (?:all day|here)/.test(f.text)) &&
      !/\byour\b|\bdo you\b.*\bwork\b/.test(f.text) &&
      !/\b(?:working on|get on|get along)\b/.test(f.text),
  ],
  // Promises and plans.
  [
    'owes',
    (has, f) =>
      asksYou(f) &&
      /\b(?:owes?|owed|owing|debts?|in debt|favours?)\b/.test(f.text) &&
      !f.issue &&
      !has('failed') &&
      f.things === 0,
  ],
  [
    'brokenByYou',
    (has, f) =>
      (has('promise') || has('failed')) &&
      /\b(?:did|have|do|are|were) you (?:ever |also |once )?(?:break|broken|broke|fail|failed|let|stood|stand|disappoint|forget|forgotten|forgot|not|keep somebody|keep anyone)|you (?:broke|let (?:somebody|anyone|anybody|someone|<person>)|stood)\b/.test(
        f.text,
      ),
  ],
  [
    'brokenToYou',
    (has, f) =>
      has('failed') &&
      (has('promise') || /\byou\b/.test(f.text)) &&
      /\b(?:any(?:body|one)|some(?:body|one)|who|<person>|they|people|ever)\b/.test(f.text) &&
      !/\bdid you break|have you broken\b/.test(f.text),
  ],
  ['promised', (has, f) => has('promise') && !/\bdo you promise\b/.test(f.text)],
  [
    'plans',
    (has, f) =>
      (has('plan') || isAhead(f.time)) &&
      f.places === 0 &&
      !has('forecast') &&
      !has('weather') &&
      !has('opinion') &&
      f.happening === null &&
      !/\b(?:usually|normally|generally|typically|did|used to)\b/.test(f.text) &&
      (asksYou(f) || f.time !== null || /\b(?:any|anything)\b/.test(f.text)),
  ],
  [
    'plans',
    (has, f) =>
      asksYou(f) &&
      has('see') &&
      f.strangers === 0 &&
      /\b(?:will|going to|are you) (?:\w+ ){0,2}(?:meet|meeting|see|seeing)\b/.test(f.text),
  ],
  // Relations of the resident.
  ['arguesMost', (has, f) => f.people === 0 && has('argue') && detailOf(f.text).isMost && f.aspect === 'who'],
  [
    'madeUp',
    (_, f) =>
      f.people > 0 &&
      asksYou(f) &&
      /\b(?:ma(?:k|d)e (?:it )?up|making up|reconcil\w*|patch(?:ed)? (?:things|it) up|sort(?:ed)? (?:it|things) out|friends again|hatchet|made (?:your )?peace)\b/.test(
        f.text,
      ),
  ],
  [
    'argued',
    (has, f) =>
      has('argue') &&
      (asksYou(f) || (none(f) && !/\b(?:every(?:one|body)|people|they|folks|town)\b/.test(f.text))) &&
      !f.issue &&
      f.places === 0,
  ],
  ['changedMind', (has, f) => has('change') && (asksYou(f) || none(f))],
  [
    'talk',
    (has, f) =>
      (f.people > 0 ||
        /\byou two\b|\bwhat (?:did|do|were) you (?:\w+ ){0,3}(?:talk|talking|chat|chatting|discuss|discussing|speak) ?(?:about|of)?[ ?]*$/.test(
          f.text,
        )) &&
      has('talk') &&
      !/\b(?:when|where)\b/.test(f.text) &&
      (f.aspect === 'what' ||
        f.aspect === 'tell' ||
        f.aspect === 'how' ||
        f.aspect === 'many' ||
        /\b(?:tell|told|say|said)\b/.test(f.text)) &&
      !/\bhave you (?:talked|spoken)|did you (?:talk|speak) (?:to|with)\b/.test(f.text.replace(/what.*/, '')),
  ],
  ['letters', (has, f) => has('letter') && (asksYou(f) || /\bletters?\b/.test(f.text))],
  [
    'lastSeen',
    (has, f) =>
      f.people > 0 &&
      (has('see') || has('talk')) &&
      (asksYou(f) || LAST.test(f.text)) &&
      (f.aspect === 'when' || f.aspect === 'where' || f.aspect === 'many' || LAST.test(f.text) || f.time !== null) &&
      !has('know'),
  ],
  [
    'rival',
    (has, f) =>
      f.people === 0 &&
      f.things === 0 &&
      has('rival') &&
      (asksYou(f) || f.aspect === 'who' || /\bany(?:body|one)\b/.test(f.text)) &&
      !f.issue,
  ],
  ['angry', (has, f) => f.people === 0 && has('anger') && (asksYou(f) || f.aspect === 'who')],
  [
    'opinionPerson',
    (_, f) =>
      f.people > 0 &&
      !f.issue &&
      /\b(?:is|find|call|consider) <person> (?:to be )?(?:an? )?(?:\w+ )?(?:honest|decent|kind|nice|clever|reliable|trustworthy|funny|rude|difficult|pleasant|boring|wise|vain|generous|stubborn)\b|\b(?:what sort|what kind) of (?:\w+ )?is <person>/.test(
        f.text,
      ),
  ],
  [
    'tie',
    (has, f) =>
      f.people > 0 &&
      (has('friend') ||
        has('rival') ||
        has('anger') ||
        /\bbetween you\b|\bdo you (?:\w+ )?(?:like|love|trust|hate)\b/.test(f.text)) &&
      (asksYou(f) || f.aspect === 'whether' || f.aspect === 'how'),
  ],
  [
    'know',
    (has, f) =>
      f.people > 0 &&
      (has('know') || (has('see') && f.aspect === 'whether')) &&
      asksYou(f) &&
      !/\bdo you know (?:who|what|where|when|how|why|if|whether)\b/.test(f.text) &&
      !/\bknow about\b/.test(f.text),
  ],
  [
    'opinionPerson',
    (has, f) =>
      f.people > 0 &&
      !f.issue &&
      (has('opinion') ||
        /\bwhat (?:is|are) <person> like|how do you feel about|how do you find <person>|what (?:kind|sort) of (?:\w+ )?(?:person|man|woman|character)|describe <person>|is <person> (?:an? )?(?:\w+ )?(?:good|nice|kind|decent|bad|trustworthy|honest|reliable|funny|clever|pleasant|difficult|annoying|boring|rude|friendly)\b|say <person> is\b/.test(
          f.text,
        )) &&
      f.things === 0,
  ],
  [
    'know',
    (_, f) =>
      f.people > 0 &&
      /\bhow (?:did|do) you (?:two |and <person> |first )?(?:meet|know)|mean anything to you\b/.test(f.text),
  ],
  [
    'heard',
    (has, f) =>
      has('heard') &&
      f.people === 0 &&
      f.happening === null &&
      f.things === 0 &&
      f.strangers === 0 &&
      !(asksYou(f) && /\bis it true\b/.test(f.text)),
  ],
  ['tieOfOthers', (_, f) => f.people > 1 && !asksYou(f)],
  [
    'whoIs',
    (has, f) =>
      f.people > 0 &&
      (f.aspect === 'who' ||
        /\btell me (?:\w+ )?(?:about|of)|what (?:can|do) you (?:\w+ )?(?:tell|know|say)|know about|describe|heard of|who is/.test(
          f.text,
        )) &&
      !has('keeper'),
  ],
  [
    'lastSeen',
    (has, f) =>
      f.people > 0 &&
      asksYou(f) &&
      (has('see') || has('talk') || /\bwhat (?:did|do|have) you (?:\w+ ){0,2}(?:with|to) <person>/.test(f.text)),
  ],
  [
    'friend',
    (has, f) =>
      f.people === 0 &&
      f.places === 0 &&
      f.things === 0 &&
      has('friend') &&
      (asksYou(f) || f.aspect === 'who') &&
      !/\b(?:my|be my|our) friend|be friends|friendly\b/.test(f.text),
  ],
]
