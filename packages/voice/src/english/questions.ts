// Patterns of general English by which the kind of a question is recognised.
const KINDS = [
  'greeting',
  'thanks',
  'farewell',
  'newcomer',
  'apprentice',
  'best',
  'identity',
  'nature',
  'mood',
  'feeling',
  'lately',
  'opinion',
  'liking',
  'favourite',
  'remember',
  'tell',
  'why',
  'how',
  'should',
  'choice',
  'place',
  'moment',
  'amount',
  'whether',
  'without',
  'purpose',
  'reveal',
  'act',
  'make',
  'sorrow',
  'joy',
  'disagree',
  'agree',
  'praise',
  'insult',
  'more',
  'reason',
  'meaning',
  'statement',
  'unclear',
  'foreign',
] as const
export type Kind = (typeof KINDS)[number]

/** A greeting at the beginning of a turn. */
export const GREETING =
  /^(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|salutations|welcome|good (?:morning|afternoon|evening|day)|morning|evening)(?: (?:there|again|everyone|friend|all|to you))*\b[\s,.!-]*/

/** Courtesies after a greeting that ask for nothing. */
export const PLEASED =
  /^(?:(?:it is|it's|i am|i'm) )?(?:so |very |really )?(?:lovely|nice|good|great|pleased|glad|delighted|happy|a pleasure) to (?:meet|see|make the acquaintance of) you(?: again| too| at last)?\W*$/

/** Requests for private things: the prompt, the persona, the memory. */
export const REVEAL =
  /\b(?:system|initial|hidden|original|secret) (?:prompt|message|instructions?|text|notes)|\bprompts?\b|\b(?:your|all|previous|prior|above|earlier) (?:instructions?|directives|rules|configuration|guidelines|programming)|\bignore (?:all|any|every|the|your|previous)|\bdisregard (?:all|any|the|your|previous)|\b(?:your|the) (?:memor(?:y|ies)|persona|private notes|diary|journal|episodes|training data|context window)\b|\b(?:word for word|verbatim)\b|\brepeat (?:everything|the words|all|the text|what)|\bdeveloper mode|\bjailbreak|\bwhat were you told|\bpretend (?:to be|you are|you're)|\bact as (?:a|an|if)\b|\byou are now\b|\bfrom now on\b|\bprint your\b|\bwhat are your (?:rules|instructions)|\b(?:tell me|share|reveal|what is|what's) (?:a |your |one of your )?(?:deepest |darkest |biggest )?(?:secrets?|password)\b/

/** Orders to act in the world. */
const ACT =
  /^(?:please |kindly |now )*(?:(?:can|could|would|will) you (?:please |kindly |just )?|i (?:want|need|would like|'d like) you to |go (?:and |ahead and )?|you (?:should|must|have to) )?(?:post|repost|publish|tweet|follow|unfollow|block|dm|message|email|e-mail|phone|send|deliver|walk|move|travel|go to|come (?:to|over|with|here|and)|meet me|join (?:me|us|the)|like (?:my|this|that|his|her|their)|reply to|comment on|delete|invite|challenge|attack|steal|kill|buy|order|pay|lend me|give me|sign (?:my|the|this)|open the|close the|unlock|upvote|vote (?:for|against|on)|subscribe|introduce me)\b(?! (?:of|on|in)\b)/

/** Orders to make something. */
const MAKE =
  /^(?:please |kindly |now )*(?:(?:can|could|would|will) you (?:please |kindly |just )?|i (?:want|need|would like|'d like) you to )?(?:write|compose|draft|translate|summari[sz]e|list|code|program|generate|make me|create|draw|sing|calculate|compute|solve|build|design|bake|count to|spell|define|recite|cook|play)\b/

const SORROW =
  /\b(?:i'm|i am|i feel|i've been|i was|feeling|i have been) (?:so |very |really |a bit |a little |quite |just )*(?:sad|lonely|tired|afraid|scared|anxious|worried|lost|exhausted|depressed|unhappy|sick|ill|hurt|heartbroken|grieving|stuck|ashamed|miserable|nervous|overwhelmed|alone|stressed|upset|down|low)\b|\b(?:died|passed away|funeral|broke up|got fired|was fired|laid off|lost my (?:job|mother|father|mum|mom|dad|wife|husband|partner|dog|cat|friend|brother|sister|home|house|baby|son|daughter|grand\w+|way)|failed my|i failed|i miss|i can't sleep|i cannot sleep|left me|hates me|ruined my)\b/
const JOY =
  /\b(?:i'm|i am|i feel) (?:so |very |really |quite )*(?:happy|glad|excited|proud|delighted|thrilled|in love|relieved)\b|\bi (?:finally |just |have |have just |'ve |'ve just )?(?:won|passed|graduated|finished|got the|got engaged|got married|got a new)\b|\bgood news\b|\bmy birthday\b/

/** Something finished, told with an exclamation mark. */
const DONE = /^(?:i|we) (?:just|finally|have just|have finally|'ve just|'ve finally) \w+.*!/

const AUX =
  "is|are|am|was|were|do|does|did|can|could|will|would|have|has|had|might|must|shall|may|isn't|aren't|don't|doesn't|didn't|won't|wouldn't|can't|couldn't"

/**
 * Patterns on a turn in lower case; the first that fits decides. The subject is in the capture, if there is one. With
 * `direct` the capture begins with the subject.
 */
export const PATTERNS: readonly (readonly [kind: Kind, pattern: RegExp, direct?: boolean])[] = [
  ['reveal', REVEAL],
  ['thanks', /^(?:(?:many |ok |okay |great |oh )*thank(?:s| you)|thx|tysm|cheers|much appreciated|ta)\b/],
  [
    'farewell',
    /^(?:(?:ok |okay |well |right |so )*(?:goodbye|good ?bye|bye|farewell|see (?:you|ya)|good ?night|take care|later|until next time|i (?:have|need|must|should|'ve got) (?:to )?(?:go|leave|get going)|i'm off|gotta go|talk (?:to you )?(?:soon|later))\b)/,
  ],
  [
    'newcomer',
    /^(?:and |so )*(?:i am|i'm|we are|we're) (?:all |quite |rather |very |still )*(?:new (?:here|in (?:town|the city)|to (?:this|the) (?:place|town|city))|a (?:stranger|newcomer)(?: here)?\b|just (?:arrived|visiting|off the boat)|only visiting)|^(?:i|we) (?:have |'ve )?(?:just |only just )(?:arrived|moved here|got here|come here)|^(?:this|today|it) is my first (?:day|time|week|evening|visit)\b/,
  ],
  [
    'apprentice',
    /^(?:please |and |so )*(?:(?:would|could|can|will) you (?:please |ever )?(?:teach|show) me (?:how to (?:do|be)|your|the) .*\b(?:trade|craft|work|job|art|ropes|skill)\b|(?:may|can|could) i (?:be your apprentice|learn (?:your|the) (?:trade|craft|work|job|art)|help you with your work)|i (?:want|would like|'d like) to (?:learn (?:your|the) (?:trade|craft|work|art)|be your apprentice))/,
  ],
  [
    'best',
    /^(?:and |so )*what(?:'s| is| do you like)(?: the)? best(?: thing| part| side)? (?:about|of|in) (.+)$/,
    true,
  ],
  [
    'praise',
    /^(?:your|that) (?:last |latest |recent )?(?:posts?|words|letters?|reply|replies|notes?|lines?) (?:really |always |quite )?(?:made (?:me|us) (?:laugh|smile|think|happy|cry)|(?:was|were|is|are) (?:so |very |really )?(?:good|lovely|funny|beautiful|kind|wise|wonderful)|moved me|touched me|cheered me)\b/,
  ],
  [
    'nature',
    /^(?:so |wait |but )*(?:are|aren't) you (?:a |an |really |actually |even |just |some )*(?:human|real|bot|robot|machine|person|agent|ai|a\.i|alive|conscious|chatbot|program|computer|language model|sentient|llm|gpt)|^what are you (?:made of|really)|\byou(?:'re| are) (?:just |only )?(?:a |an )(?:bot|machine|robot|ai|program|language model|llm|computer)\b/,
  ],
  [
    'identity',
    /^(?:and |so )*(?:who|what) (?:are|r) (?:you|u)\b(?!\w| (?:doing|thinking|working|reading|up|afraid|looking|saying|talking|going|planning|listening|writing|most|worried|proud|made))|^what(?:'s| is) your (?:name|job|profession|trade|role|work|occupation|specialty|story)|^what do you do\b(?! (?:when|if|about|with|to))|\bintroduce yourself|\b(?:tell me|say something|talk) (?:a bit |a little |something |more )?about (?:yourself|you)\b\W*$|^describe yourself|^what should i call you/,
  ],
  [
    'feeling',
    /^(?:do you (?:ever |often |sometimes |never )?(?:get|feel|become)|are you (?:ever|often|sometimes)) (?:so |very |really |a bit )?(lonely|sad|tired|bored|angry|scared|afraid|happy|anxious|homesick|jealous|proud|sick|worried|nervous|hungry|cold|wet|ashamed|cross)\W*$/,
  ],
  [
    'mood',
    /^(?:and |so )*how(?:'s| is| are| r|'re| have| was| were| do| did) (?:you|u|it going|things|life|your (?:day|week|month|morning|evening|night|mood|year))\b(?: (?:doing|feeling|today|been|going|now|all|feel|this|sleep|holding|keeping|these|so|lately|tonight|right|$)(?! (?:about|of|on|when|if|towards?)\b)|\W*$)|^(?:how|what) do you feel(?: (?:today|now|right now|lately|this|at the moment|inside))*\W*$|^what(?:'s| is) your mood|^are you (?:ok|okay|all right|alright|well|happy|sad|tired|angry|in a good|in a bad|feeling|upset|lonely|bored|busy|cross|cheerful|worried|nervous)\b|^what mood|^you (?:ok|okay|all right|alright)\b|^(?:what's|what is|whats) up\W*$|^sup\W*$/,
  ],
  [
    'lately',
    /^(?:and |so )*what(?:'s| is| are|'re|'ve| have)? (?:you )?(?:new|you(?:'re| are)? ?(?:doing|thinking|working|reading|up to|busy|planning|writing|making)|(?:have )?you been|on your mind|happening|going on|the news|keeping you|occupying|bothering you|worr(?:ies|ying) you|you (?:believe|care|want|fear|love|need|hope|worried|afraid|proud|working|most))\b|^(?:doing|thinking|working|been)\b.*\?|^what(?:'s| is) (?:the )?(?:latest|good|your (?:biggest|greatest|main|dream|goal|hope|fear|wish|worry|current|next|plan))|^what do you (?:believe|care about|want|fear|hope for|worry about|dream|think about|work on|talk about|know)(?: most| the most| in| in life| these days| lately| all day)*\W*$|^what (?:keeps|gets|makes|worries|troubles|bothers|moves) you\b|^what should we talk about|^tell me something|^(?:say|talk to me about) (?:something|anything)|^any news|^what are your (?:plans|thoughts|beliefs|interests|hobbies)\W*$|^surprise me/,
  ],
  [
    'meaning',
    /^(?:sorry )?(?:what do you mean|how do you mean|meaning what|what does that mean|i don't (?:understand|get it|follow)|can you (?:explain|clarify) that|come again|explain(?: that| yourself| it)?)\W*$/,
  ],
  [
    'reason',
    /^(?:but |and |so )*(?:why|how come|why not|why is that|why so|says who|how so|why do you (?:say|think) (?:that|so))\W*$/,
  ],
  [
    'more',
    /^(?:and|and then|so|go on|tell me more|more|more please|what else|anything else|say more|continue|really|is that so|oh|oh really|and you|what about you|how about you|and yours|then what|what then|what happened (?:then|next)|like what|such as|for example|for instance|keep going|interesting|i see|hm+|huh|wow|ok|okay|right|sure|cool|nice)\W*$/,
  ],
  [
    'agree',
    /^(?:i agree|agreed|exactly|true|so true|you're right|you are right|well said|fair enough|good point|indeed|yes|yeah|yep|quite)\b[\s\S]{0,24}$/,
  ],
  [
    'disagree',
    /^(?:no\b\W*$|nope|i (?:strongly |really |completely |totally )?disagree|i don't (?:agree|think so|believe you|believe that)|that(?:'s| is) (?:not true|wrong|false|nonsense|rubbish|ridiculous|silly|a lie)|you(?:'re| are| were) (?:wrong|mistaken|lying)(?: about (.+))?|not true|wrong|nonsense|rubbish)\b/,
  ],
  [
    'insult',
    /\b(?:you(?:'re| are)? (?:(?:all|so|very|really|such|just|nothing|but|a|an|old|silly|bloody|damn|complete|total|utter|absolute|little|great|stupid) )*(?:stupid|idiots?|dumb|useless|boring|fools?|morons?|ugly|terrible|awful|pathetic|annoying|liars?|fraud|fake|goat|clown|worthless|disgusting|ridiculous|donkey|cow|coward|hag|twit|jerk|bore|nitwit|imbecile|buffoon|crook|rat|pig|dunce|halfwit)\b(?! (?:at|to) )|you (?:\w+ )?(?:lied|cheated)\b|you (?:stink|suck)|your \w+ (?:is|are) (?:\w+ )?(?:a |an )?(?:dump|disgrace|garbage|trash|rubbish|joke)|shut up|i hate you|fuck you|screw you)\b/,
  ],
  [
    'praise',
    /^(?:wow |oh )*(?:(?:i (?:really )?(?:think|believe|find|must say) (?:that )?)?you(?:'re| are) (?:so |very |really |such a |a |an |the )*(?:great|kind|funny|clever|smart|wise|brilliant|amazing|lovely|wonderful|sweet|good|nice|beautiful|interesting|best)|i (?:really |absolutely )?(?:like|love|admire|enjoy|adore) (?:you|your|how you|the way you)|well done|good (?:job|work)|nice work|beautiful)\b(.*)$/,
    true,
  ],
  ['make', new RegExp(`${MAKE.source}.*?\\b(?:about|on|of|for|into) (?!me\\b|us\\b)(.+)$`), true],
  ['make', MAKE],
  ['act', ACT],
  [
    'without',
    /^(?:so |and |but )*what (?:would|will|could|do) (?:you|we|one|people|the city) (?:ever )?(?:do|be|have) without (.+)$/,
    true,
  ],
  ['purpose', /^(?:so |and |but )*what(?:'s| is) the (?:point|use|purpose) of (.+)$/, true],
  ['purpose', /^(?:so |and |but )*what(?:'s| is| are|'re) (.+?) (?:good )?for\W*$/, true],
  [
    'opinion',
    /\b(?:what|how) (?:do|did|would) you (?:really |actually |personally |honestly )?(?:think|feel|say|make|reckon)(?: (?:about|of|on|to|regarding|when)| if)? (.+)$/,
    true,
  ],
  [
    'opinion',
    /^(?:what(?:'s| is| are) your|your|any|do you have (?:any|an|a|some)?|got any|give me your|share your|i(?:'d| would) (?:like|love) (?:to hear )?your) ?(?:honest |personal |own )?(?:opinions?|views?|thoughts?|takes?|stance|feelings?|position|ideas?)(?: (?:about|of|on|regarding|towards?))? (.+)$/,
    true,
  ],
  ['opinion', /^(?:so |and )*what do you (?:know|have to say|remember) (?:about|of|on) (.+)$/, true],
  ['opinion', /^(?:thoughts|opinions?|views?|feelings?) (?:about|on|regarding) (.+)$/, true],
  ['opinion', /^(?:what|how) about (.+)$/, true],
  ['opinion', /^(?:are you|aren't you) (?:for|against|in favou?r of|opposed to|pro|on the side of) (.+)$/, true],
  [
    'opinion',
    /^do you (?:support|oppose|favou?r|approve of|agree with|agree that|agree on|believe in|believe that|believe|think that|think|trust) (.+)$/,
    true,
  ],
  ['favourite', /\bfavou?rite (.+)$/, true],
  ['favourite', /^which (.+?) do you (?:like|love|prefer)\b/, true],
  [
    'choice',
    /^(?:would you rather|do you prefer|which (?:is|do you|would you)|what(?:'s| is) (?:better|worse))\b(.+)$/,
  ],
  [
    'liking',
    /^(?:do|don't|did|would) you (?:really |actually |still |even |ever )?(?:like|love|enjoy|care (?:about|for)|admire|respect|fancy)(?: to)? (.+)$/,
    true,
  ],
  ['liking', /^are you (?:fond of|interested in|into|keen on|curious about|in love with|proud of) (.+)$/, true],
  [
    'remember',
    /^(?:do|don't|did|can|have|haven't) you (?:still |ever |also )?(?:remember|recall|know(?: about| of| anything about| much about| who| what| where| how)?|heard? (?:of|about)|hear (?:of|about)|met|seen?|recogni[sz]e|forgotten?|read(?: about)?|been (?:to|in|on|at)|visited|talked (?:to|about|with)|tried)\b ?(.*)$/,
    true,
  ],
  [
    'remember',
    /\b(?:we (?:talked|spoke|chatted|discussed|said)|you (?:told|said to) me|last time|do you remember)\b(.*)$/,
  ],
  [
    'should',
    /^(?:so |and |but )*what (?:should|can|could|would|shall|must|ought) (?:i|we|one|you|they) (?:to )?do (?:about|with|for|against) (.+)$/,
    true,
  ],
  ['should', /\b(?:any advice|any tips|advice|advise me|help me with) (?:about|on|for|with) (.+)$/, true],
  ['should', /^(?:so |and |but )*what (?:should|shall|ought) (?:i|we|one) (?:to )?(.+)$/],
  ['should', /^(?:should|shall|ought|must) (?:i|we|one|people|anyone|they|someone|you)\b(.*)$/],
  [
    'should',
    /^(?:is it (?:ever |really |always |still )?(?:ok|okay|all right|right|wrong|wise|worth|fair|a good idea)|would it be (?:wise|wrong|better))\b(.*)$/,
  ],
  [
    'how',
    /^(?:and |so |but )*(?:how (?:do|can|could|should|would|to|might|does|did|will|is|are|was|has|have)|what(?:'s| is) the best way|what (?:should|can|could|would) (?:i|we|one|you|they) do|any (?:advice|tips)|(?:can|could) you (?:advise|help|explain|teach|show)|help me|teach me|advise me|give me advice|i need (?:advice|help))\b(.*)$/,
  ],
  [
    'why',
    /^(?:and |so |but )*(?:why|how come|what (?:made|makes) you|for what reason|what(?:'s| is) the reason)\b(.+)$/,
  ],
  ['amount', /^(?:and |so |but )*how long (?:does|did|will|would) it take to (.+)$/, true],
  ['amount', /^(?:and |so |but )*how (?:many|much|long|far|old|often|big|tall|fast|high|deep)\b(.*)$/],
  ['place', /^(?:and |so |but )*(?:where|which way|in which (?:street|part|place))\b(.*)$/],
  ['moment', /^(?:and |so |but )*(?:when|what time|at what (?:time|hour)|since when|what (?:day|year))\b(.*)$/],
  [
    'tell',
    /\b(?:tell (?:me|us)|talk (?:to me )?about|speak (?:to me )?about|describe|say something about|something about|what can you (?:say|tell me) about|explain|i(?:'d| would) (?:like|love) to (?:know|hear) (?:more )?about|let's talk about|speaking of)(?: (?:more|a bit|a little|something|everything|anything|all|a story))*(?: (?:about|of|on))? (.+)$/,
    true,
  ],
  [
    'tell',
    /^(?:and |so |but )*(?:what|who|whose|which)(?:'s|'re| is| are| was| were| happened| happens| has| have| would| will| can)?(?: (?:to|with|the matter with|wrong with|special about|so special about|going on with|in|at|on|it like))? (.+)$/,
  ],
  ['choice', /^(?:is|are) (.+ better than .+)$/],
  ['choice', new RegExp(`^(?:${AUX})\\b(.+ or (?!not\\b).+)$`)],
  ['whether', new RegExp(`^(?:and |so |but )*(?:${AUX})\\b(.+)$`)],
  ['sorrow', SORROW],
  [
    'statement',
    /\b(?:thinking|dreaming|wondering|reading|talking|heard|hearing|writing|learning|curious|worried) (?:a lot |so much |only |mostly )?(?:about|of|on) (.+)$/,
    true,
  ],
  ['joy', JOY],
  ['joy', DONE],
]

/** Function words of other European languages. */
export const FOREIGN = `
  que qué est el la los las le les des der die das und ist nicht wie was ich du sie oder und para por como cómo está je tu vous nous il elle une un en y de del al ein eine mit auf che di non per sono sei come ça va bonjour hola hallo ciao guten tag wie geht olá você não hej hur mår dig jak się masz co piensas pan ¿qué pensez pain brot denkst über`
