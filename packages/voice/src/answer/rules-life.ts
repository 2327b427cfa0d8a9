// Rules of intents: the life of the resident itself.
import { asksYou, detailOf, isAhead, isNow, isPast, none, type Rule } from './features.ts'

export const LIFE_RULES: readonly Rule[] = [
  [
    'work',
    (_, f) =>
      asksYou(f) &&
      f.places === 0 &&
      /\b(?:opening (?:hours|times)|your hours|hours (?:do|are) you|(?:what time|when) (?:do|are|is) (?:you|your \w+) (?:usually |normally )?(?:start|begin|finish|open|close|get off|knock off|stop|off|done|free from|at work|working)|days? off|do you (?:\w+ )?work (?:on|at|nights|weekends|late|evenings|mornings|every|long))\b/.test(
        f.text,
      ),
  ],
  [
    'workState',
    (_, f) =>
      f.people + f.places + f.things === 0 &&
      /\b(?:how (?:is|are|goes|was) (?:the |your )?(?:work|business|job|trade|shop|craft)|(?:at|with) (?:your )?(?:work|job)\b.{0,12}$|(?:enjoy|like|love|hate|mind|(?:happy|content|satisfied) (?:in|with|at|doing)|tired of|bored (?:of|with|by)) (?:your (?:work|job|trade|profession|craft)|the (?:work|job)|what you do)|(?:hardest|worst|best|nicest|toughest|difficult|favourite) (?:\w+ ){0,4}(?:work|job|trade)|(?:work|job|business) (?:going|treating|been))\b/.test(
        f.text,
      ) &&
      !isPast(f.time),
  ],
  [
    'work',
    (_, f) =>
      none(f) &&
      /\b(?:are you|you are) (?:really |also |still )?(?:a|an|the) (?!(?:good|bad|nice|bit|friend|fan|happy|morning|night|early|late|member|person|robot|bot|human|real|computer|machine|ai|lot|little|big|great|kind|cat|dog|model|man|woman|boy|girl|resident|native|local|stranger|lonely|quiet|shy|strong|player|winner|loser)\b)\p{L}+ ?[?.!]*$/u.test(
        f.text,
      ),
  ],
  [
    'sleep',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:sleep|go to bed|bedtime|wake(?: up)?|get up|rise|awake)\b/.test(f.text) &&
      !isPast(f.time),
  ],
  ['walked', (_, f) => asksYou(f) && none(f) && /\bhow (?:far|much|long|many \w+)\b.*\bwalk/.test(f.text)],
  [
    'beliefs',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      !f.issue &&
      /\b(?:what do you (?:\w+ )?(?:believe(?: in)?|stand for)(?! (?:of|about))|your (?:beliefs?|convictions?|principles|philosophy|creed|motto)|strong opinions?|most strongly|opinionated)\b/.test(
        f.text,
      ),
  ],
  [
    'highlight',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      f.happening === null &&
      !/\b(?:would|want|hope|wish|like to|love to|hoping|going to)\b/.test(f.text) &&
      detailOf(f.text).mood !== null &&
      !has('friend') &&
      !/\bfavourite\b/.test(f.text) &&
      !/\b(?:good|nice|best) (?:at|person|place|friend|book|food|day to you|to (?:see|meet))\b/.test(f.text) &&
      /\b(?:things?|happen\w*|moments?|news|went|going|go|anything|something|experiences?|memor\w+|proud\w*|regrets?|bother\w*|worr\w+|complain\w*|achieve\w*|accomplish\w*|highlights?|ashamed|succe\w+|fail\w*|mistakes?|trouble[sd]?|problems?|luck\w*|glad|learn\w*)\b/.test(
        f.text,
      ),
  ],
  // Life of the resident.
  ['unlived', (has) => has('unlived')],
  [
    'home',
    (has, f) =>
      has('abode') &&
      asksYou(f) &&
      f.time?.tense !== 'past' &&
      !has('whereWas') &&
      !/\bat home (?:yesterday|on|last)\b/.test(f.text),
  ],
  [
    'favouritePlace',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      !isPast(f.time) &&
      !has('work') &&
      ((has('favourite') && has('place')) ||
        (f.aspect === 'where' &&
          /\b(?:usually|mostly|often|normally|generally|typically|regularly|like to go|go to relax|hang out|hang around|spend)\b/.test(
            f.text,
          ))),
  ],
  [
    'work',
    (has, f) =>
      asksYou(f) &&
      has('work') &&
      !isPast(f.time) &&
      !isAhead(f.time) &&
      (!isNow(f.time) || /\bwhere do you work\b|\byour (?:work|job|trade)\b/.test(f.text)) &&
      !/\b(?:quit|leave|left|lose|lost|fired|retire[d]?)\b/.test(f.text) &&
      !/\b(?:working on|work on|do you (?:like|enjoy|love|think|want|make|feel|know|mean|care)|what do you do (?:in your|when|for fun|with your|to relax|at night)|free time|spare time)\b/.test(
        f.text,
      ),
  ],
  [
    'lastPost',
    (has, f) =>
      asksYou(f) && has('post') && none(f) && !/\b(?:write me|can you|could you|read|will you)\b/.test(f.text),
  ],
  [
    'meetsMost',
    (has, f) => asksYou(f) && none(f) && (has('see') || has('talk')) && f.aspect === 'who' && detailOf(f.text).isMost,
  ],
  [
    'lastMet',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      (has('see') || has('talk') || /\bwith\b/.test(f.text)) &&
      f.aspect === 'who' &&
      /\b(?:last|latest|just|most recent(?:ly)?)\b/.test(f.text) &&
      (f.time === null || /\bmost recently\b|\bjust\b/.test(f.text)),
  ],
  [
    'met',
    (has, f) =>
      asksYou(f) &&
      (has('see') || has('talk') || /\bwho were you with|with who\b/.test(f.text)) &&
      (f.aspect === 'who' || /\b(?:any(?:body|one)|some(?:body|one)|people|who)\b/.test(f.text)) &&
      !isAhead(f.time) &&
      !/\bnot (?:seen|met|talked|spoken)\b/.test(f.text) &&
      !/\bdo you (?:\w+ )?(?:like|enjoy|love|prefer|hate)|would you\b/.test(f.text) &&
      none(f),
  ],
  [
    'whereWas',
    (has, f) =>
      asksYou(f) && (isPast(f.time) || f.time?.tense === 'lately') && (has('whereWas') || f.aspect === 'where'),
  ],
  [
    'now',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      (f.aspect === 'where' ||
        /\bwhat are you (?:\w+ )?doing|are you (?:busy|at home|out)|what (?:is it )?you are doing\b/.test(f.text)) &&
      (isNow(f.time) || f.time === null) &&
      /\b(?:are you|find you|catch you|meet you|reach you|doing|be found|you now)\b/.test(f.text) &&
      !/\bfrom\b/.test(f.text),
  ],
  [
    'favouritePerson',
    (has, f) =>
      asksYou(f) && has('favourite') && none(f) && /\b(?:person|people|resident|neighbour|who)\b/.test(f.text),
  ],
  [
    'interests',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      !f.issue &&
      !/\b(?:did|have|had) you (?:\w+ )?enjoy|did you (?:\w+ )?like\b/.test(f.text) &&
      (has('interest') || (has('favourite') && /\b(?:subject|topic|thing|hobby|pastime|activity)\b/.test(f.text))),
  ],
  [
    'goal',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      has('goal') &&
      !(f.aspect === 'whether' && /\bwant (?:an?|the|it|him|her|them|me) /.test(`${f.text} `)) &&
      !/\b(?:did you (?:\w+ )?(?:want|wish|hope)|want to know|hope you|hope that|do you want (?:to|me)|what do you want from)\b/.test(
        f.text,
      ),
  ],
  ['goal', (_, f) => none(f) && /\b(?:any|some) (?:projects?|goals?|ambitions?)\b/.test(f.text)],
  [
    'unrecorded',
    (_, f) =>
      asksYou(f) && isPast(f.time) && /\bmy (?!name|friend|dear)\p{L}+/u.test(f.text) && !/\bdid you do\b/.test(f.text),
  ],
  [
    'didOn',
    (has, f) =>
      asksYou(f) &&
      none(f) &&
      f.time !== null &&
      !isAhead(f.time) &&
      !isNow(f.time) &&
      f.happening === null &&
      (has('did') || has('news') || isPast(f.time)) &&
      !has('weather') &&
      !(has('feeling') && !/\b(?:up to|been up|did|happened)\b/.test(f.text)) &&
      !(has('news') && /\b(?:town|city|here)\b/.test(f.text) && !/\bto you\b/.test(f.text)),
  ],
  [
    'didOn',
    (_, f) =>
      none(f) &&
      isPast(f.time) &&
      /\b(?:yesterday|morning|\w+day|night)\b/.test(f.text) &&
      /\b(?:how was|what about|and)\b/.test(f.text) &&
      !/\bweather\b/.test(f.text),
  ],
  [
    'didOn',
    (_, f) =>
      asksYou(f) &&
      none(f) &&
      /\b(?:what have you been (?:up to|doing)|been up to|what did you do last|what did you last do)\b/.test(f.text),
  ],
  [
    'feeling',
    (has, f) =>
      none(f) &&
      has('feeling') &&
      !f.issue &&
      f.happening === null &&
      !/\bfeel(?:ings?)? (?:about|towards?|on|of) (?!(?:yourself|today|life|things|it all|everything)\b)/.test(f.text),
  ],
  ['favouriteOther', (has, f) => asksYou(f) && none(f) && /\bfavourite\b/.test(f.text) && !has('place') && !f.issue],
  ['identity', (has, f) => none(f) && has('name')],
  ['weather', (has, f) => has('weather') && f.people === 0 && !asksYou(f) && f.happening === null],
  ['weather', (has, f) => has('weather') && /\b(?:outside|weather)\b/.test(f.text) && none(f)],
  [
    'news',
    (has, f) =>
      none(f) &&
      has('news') &&
      (has('town') || !asksYou(f) || /\bhave you (?:any|got)\b/.test(f.text)) &&
      !/\bto you\b/.test(f.text),
  ],
  ['heard', (_, f) => f.people > 0 && !asksYou(f) && (isPast(f.time) || f.places > 0)],
  [
    'otherWork',
    (_, f) =>
      f.people === 1 &&
      !asksYou(f) &&
      /\bdoes <person> do\b|\bis <person> (?:a|an|the) (?!(?:murder|kill|robb|los|winn|begg|drink|gambl|cheat)er)\w*(?:er|or|ist|smith|clerk|mechanic|cook|pilot|guard|nurse|monk|poet|librarian|watchman) ?[?.]*$/.test(
        f.text,
      ),
  ],
  ['unknownOther', (_, f) => f.people > 0 && !asksYou(f)],
  ['home', (_, f) => asksYou(f) && /\bwhere (?:are|do) you (?:come )?from\b/.test(f.text)],
  [
    'unrecorded',
    (_, f) =>
      asksYou(f) &&
      !f.issue &&
      /\b(?:did|have|had|were) you\b|\byou (?:\p{L}+ed|got|lost|went|stole|bought|sold|broke|won|took|fell|left|had|were|ran|burnt|caught|found|built)\b|\b(?:how|when|where) (?:was|were) your\b|\b(?:did|has|have) your\b/u.test(
        f.text,
      ) &&
      !/\b(?:would|will|could|can|should|if) you\b|\bwhat (?:did|have) you (?:do|done|been doing)\b/.test(f.text),
  ],
  ['tie', (_, f) => f.people === 1 && asksYou(f) && ['tell', 'how', 'why'].includes(f.aspect)],
  ['unknown', (_, f) => f.people === 1 && asksYou(f)],
]
