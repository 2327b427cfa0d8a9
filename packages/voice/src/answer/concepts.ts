// Concepts of questions, each with the words that name it.
export const CONCEPTS = {
  abode:
    /\b(?:residence|residing|resident in|domicile|accommodation|live|lives|living (?:in|at|there)|reside|home|house|lodgings?|lodge|dwell|address|sleep at|neighbourhood|flat|where do you stay|you stay|part of (?:town|the city)|quarter)\b/,
  work: /\b(?:commence|work|works|working (?:as|at|for)|job|jobs|for a living|profession|trade|occupation|employed|employment|craft|career|line of work|earn|bread and butter|calling|day job|do all day|what do you do|business|shift|workplace|workshop|pays? (?:the|your) (?:rent|bills))\b/,
  friend:
    /\b(?:friendliest|good footing|warmest|favourite (?:human|soul|one|resident|citizen)|friends?|friendly|friendship|close (?:to|with)|closest|especially close|mates?|pals?|budd(?:y|ies)|companions?|confidants?|all(?:y|ies)|get (?:on|along)|gets (?:on|along)|on good terms|fond of|dear(?:est)? to|trust (?:the )?most|person you trust|company (?:do|would)|like most|like best|favourite (?:person|neighbour|people)|whose company|spend (?:your )?(?:\w+ )?time with|hang(?:ing)? (?:out|around|about) with|besties?|inner circle|lean on|turn to|confide)\b/,
  rival:
    /\b(?:shun|steer clear|keep away from|keep your distance|hostile|beef|unfriendly|opponents? in|antagonist|adversar(?:y|ies)|enem(?:y|ies)|rivals?|foes?|nemes[ie]s|dislikes?|hates?|loathe|detest|can not stand|can not bear|can not abide|not get (?:on|along)|does not get (?:on|along)|bad terms|fall(?:en)? out|feud|avoid|wrong way|not like|do not like|not care for|least (?:favourite|like)|like (?:the )?least|get (?:on|along) (?:with )?(?:the )?(?:least|worst)|(?:fond of|close to) (?:the )?least|the least|not fond of|not trust|distrust|rub(?:s)? you|problem with|trouble with|at odds|bad blood|gets on your nerves|get on badly|difficult person|annoys? you|irritates? you|bothers? you|not friends)\b/,
  anger:
    /\b(?:angry|anger|mad at|mad with|cross with|cross at|who are you cross|grudges?|furious|resent|sore at|annoyed|annoyed? you|upset with|upset you|irritat\w*|nerves|hold (?:it )?against|forgiv\w+|livid|hurt you|wronged|wrong you|offended|offend you|pissed)\b/,
  feeling:
    /\b(?:feel|feeling|feelings|mood|you seem|cheer up|how was your (?:night|sleep)|get (?:you )?down|stressed|bored|moods|spirits|how are you|how is it going|how are things(?! between)|how have you been|how do you do|are you (?:well|ok|okay|alright|all right|happy|sad|tired|lonely|content|unhappy|worried|fine|cheerful|good|down|low|in a good)|holding up|on your mind|how goes it|how is it hanging|how is everything|you keeping|how are we|are you doing (?:well|ok|okay|all right|alright)|doing today|how is life|you are (?:happy|sad|well|fine|tired|content|unhappy)|why so (?:glum|sad|down|happy|cheerful|quiet|grumpy|serious)|glum|state of mind|how do you find yourself)\b/,
  see: /\b(?:encounter|see|saw|seen|met|meet|meeting|meets|encounter(?:ed)?|bump(?:ed)?|run into|ran into|come across|came across|cross(?:ed)? paths|spen[dt] time|together|visited|visit|catch up|caught up|laid eyes|company|hung out|hang out|hanging out)\b/,
  talk: /\b(?:converse[ds]?|conversing|talk|talked|talking|talks|spoke|speak|spoken|speaking|chat|chats|chatted|chatting|discuss|discussed|discussing|conversations?|gossip(?:ed)? with|say to you|said to you|says? to you|tell you|told you|tells? you|confided?|whisper\w*)\b/,
  post: /\b(?:last text|posts?|posted|posting|publish\w*|feed|wrote|write|written|writing|latest text|share[d]? (?:publicly|last)|put (?:out|up)|piece)\b/,
  letter: /\b(?:(?:write|wrote|written) (?:to )?you|letters?|messages?|mail|dms?|private(?:ly)?|correspondence)\b/,
  game: /\b(?:chess|checkmated?|games?|match|matches|play|played|playing|opponent|checkmate|board)\b/,
  plan: /\b(?:next (?:\w+ )?(?:meeting|appointment|date|engagement|game)|meet(?:ing)? next|see(?:ing)? next|engagements?|plans?|planned|planning|appointments?|arrange[d]?|arrangements?|schedule[d]?|diary|calendar|agenda|coming up|lined up|looking forward|expecting|going to do|be doing|intend|up to (?:tonight|tomorrow|later)|free (?:tonight|tomorrow|later|this)|busy (?:tonight|tomorrow|later)|date with|get together|meeting (?:anybody|anyone|someone|somebody|up))\b/,
  promise:
    /\b(?:promise[ds]?|promises|promising|your word|given? (?:\w+ )?word|gave (?:\w+ )?word|swore|sworn|vow(?:ed)?|pledged?|committed|agreed to (?:meet|come|be)|keep (?:your|their) word|word to)\b/,
  failed:
    /\b(?:br[eo]ak|broke|broken|breaking|breaks|stood you up|stand you up|stands? you up|let (?:\w+ )?down|st(?:and|ood) (?:\w+ )?up|let you down|lets you down|letting you down|disappointed?|not (?:show|showed|turn|turned|come|came|keep|kept|arrive|appear)\b.{0,30}|failed? (?:to|you)|left you waiting|leave you waiting|kept you waiting|keep you waiting|made you wait|make you wait|wait(?:ed|ing)? in vain|no.show|forgot(?:ten)? (?:you|to)|unreliable|went back on|owe (?:\w+ )?an apology)\b/,
  news: /\b(?:word on the street|news|newsworthy|going on|happening|happened|happen|happens|events?|gossip|rumou?rs?|(?:talking|buzzing|chattering) about|talk of the town|what is new|what is up|anything new|exciting|did i miss|have i missed|missed|latest|stories|hear lately|afoot|goings.on)\b/,
  town: /\b(?:town|city|around here|round here|here|the place|people|everybody|everyone|streets|folks?|neighbourhood|lately|today|this week|world)\b/,
  opinion:
    /\b(?:estimate|regard|as a person|assess|thinking of|think|thinks|thought|opinion|opinions|view|views|stand|stance|side|sides|believe|make of|reckon|for or against|take on|position|agree|feel about|thoughts|say about|like|trust|rate|impression|judge)\b/,
  change:
    /\b(?:chang\w+ (?:your|an|any) (?:opinions?|views?|thinking)|your (?:opinions?|views?|mind) (?:\w+ ){0,4}(?:shift|chang|alter)(?:ed|e)?|(?:alter|revis|shift|rethink|rethought|reconsider)\w* (?:your|any|an) (?:\w+ )?(?:views?|opinions?|mind|position|stance)|talk(?:ed)? you into|convert\w* you|chang\w+ (?:your|his|her|their|my) mind|change of (?:mind|heart)|changed mind|still (?:think|believe|hold)|reconsider\w*|convince[ds]?|convincing|persuade[ds]?|come round|came round|came around|come around|won (?:you )?over|win you over|talked (?:you )?(?:round|around|into)|talk you (?:round|around)|swayed?|talked round)\b/,
  know: /\b(?:know|knows|knew|acquainted|familiar with|heard of|come to know|get to know|got to know|how come you know|mean anything to you|ring a bell|remember|recall)\b/,
  go: /\b(?:been (?:to|in|at|down|up|over|out)|go to|goes to|went to|going to|visit(?:s|ed|ing)?|travel\w*|trip|set foot|journey|holiday in|ever at|last at|ever in|last in|gone to|stop by|drop (?:in|by)|hang out at)\b/,
  favourite:
    /\b(?:favourite|fondest|like (?:best|most|to go)|love (?:most|best)|best liked|most like|prefer|spend most|most of your time|go (?:most )?often|visit most|love|enjoy most|best)\b/,
  place: /\b(?:place|places|spot|spots|corner|where|café|cafe|haunt|part of (?:town|the city)|square|street)\b/,
  interest:
    /\b(?:interests?|interested|hobb(?:y|ies)|pastimes?|spare time|free time|leisure|passion\w*|care (?:about|for)|enjoy|like doing|like to do|into|love doing|fascinat\w+|what do you (?:like|love))\b/,
  goal: /\b(?:want|wants|wish|goals?|aims?|aiming|ambitions?|dream of|dreams?|hope|hoping|striv\w+|working on|work on|project|projects|trying to|achieve|after in life|aspire|pursu\w+|what drives you|set your heart|looking for in life)\b/,
  weather:
    /\b(?:weather|rain|raining|rainy|sunny|sun|cold|warm|fog|foggy|snow\w*|wind|windy|sky|outside|umbrella|coat|wet|temperature|climate)\b/,
  forecast:
    /\b(?:forecast|will it (?:rain|storm|blow|snow)|rain tomorrow|storm tomorrow|storm coming|expect(?:ed)? a storm|going to (?:rain|storm)|weather (?:tomorrow|tonight|be)|chance of)\b/,
  clock:
    /\b(?:what time is it|time is it|(?<!(?:pass|spend|all|by|at|about|most of) )the time(?! of)|what day|which day|what date|the date|today's date|today 's date|day of the week|day is it|month is it|year is it|what year)\b/,
  far: /\b(?:how far|distance|how many (?:metres|meters|minutes|steps)|far from|far away|long walk|long does it take|how long (?:is the walk|to walk|would it take)|near to|close to)\b/,
  way: /\b(?:how (?:do|can|would|should) i get|which way|directions?|how to (?:get|reach|find)|the way to|find my way|route)\b/,
  open: /\b(?:open|opens|opening|closed|closes|shut|shuts|hours)\b/,
  state:
    /\b(?:state|condition|wrong with|matter with|up with|happened|happen|broken|broke|works?|working|running|fixed|mended|repaired|all right|alright|doing|ok|okay|fine|how is|how are|news of|become of|slow|fast|late|full|high|fed|alive|well|say|show|many|news|about|back|lent|out|gone|lost|missing|latest)\b/,
  keeper:
    /\b(?:looks? after|takes? care|take care|in charge|responsible|keeps?|keeper|minds?|tends?|winds?|runs?|owns?|owner|rings?|steers?|pilots?|drives?|fixes|belongs? to|whose|charge of|looks to|ask|feeds?|mends?|operates?|built)\b/,
  argue:
    /\b(?:argu\w+|quarrel\w*|disput\w+|disagree\w*|debat\w+|fight|fought|fights|fighting|row|rows|rowing|have words|had words|tiff|spat|squabbl\w+|clash\w*|bicker\w*|words with|fell out|fall out|falling out|at loggerheads)\b/,
  name: /\b(?:your (?:full |real |first |last |whole )?name|who are you(?= ?(?:[?.,!]|then|again|exactly|really|anyway|$))|you called|call you|introduce yourself|about yourself|yourself|am i (?:speaking|talking) (?:to|with)|i (?:speaking|talking) (?:to|with)|who is this|who is that)\b/,
  callerName:
    /\b(?:who you are (?:talking|speaking) (?:to|with)|who (?:are you|you are) talking to|my name|who am i(?! (?:speaking|talking))|who i am|remember me|call me|know me|i am called|name is mine)\b/,
  source:
    /\b(?:who told you|who said (?:so|that|it)|how do you know that|where did you hear|where do you have (?:that|it) from|who did you (?:hear|get)|your source|heard (?:that|it) from|from who|how did you (?:hear|learn|find out))\b/,
  heard:
    /\b(?:have you heard|did you hear|do you know about|have you been told|has anybody told you|has anyone told you|did anyone tell you|any word (?:of|about)|what do you know about|heard about|heard anything|heard that|is it true)\b/,
  did: /\b(?:activit(?:y|ies)|you made|do|did|done|doing|spend|spent|pass|passed|been up to|up to|get up to|got up to|busy|happened to you|happen to you|your (?:day|\w+day|morning|afternoon|evening|week|weekend|month)|occupied you|how was|go for you|went for you|like for you|was \w+ like|tell me about|keep you|kept you|achieve|accomplish)\b/,
  whereWas:
    /\b(?:where were you|where did you go|where have you been|where you were|where you went|which places|what places|find you|found you|go out|went out|been out|walk to|walked to|at home|whereabouts were you)\b/,
  unlived:
    /\b(?:how old|your age|birthday|born|your (?:car|phone|salary|income|religion|height|weight|bank|email|phone number)|star sign|blood type|rich|how tall)\b/,
  trade:
    /\b(?:sells?|mends?|bakes?|repairs?|grows?|fix|teach|brew|builds?|cook|delivers?|produce|sews?|prints?|carves?|paints?|knits?|forges?|trades? in|specialise|weave|tailor|supply)\b/,
  family:
    /\b(?:wife|husband|spouse|partner|girlfriend|boyfriend|sweetheart|married|marry|engaged|divorced|wedding|child|children|kids?|bab(?:y|ies)|sons?|daughters?|mother|father|mum|mom|dad|parents|famil(?:y|ies)|brothers?|sisters?|siblings|uncle|aunt|grand\w+|cousins?|relatives|twins?|nephew|niece|in-laws)\b/,
  animal: /\b(?:dogs?|cats?|pets?|parrot|hamster|horse|goldfish|rabbit|canary|hens?|goat|pony|donkey)\b/,
  money:
    /\b(?:money|coins?|pay|paid|pays|salary|wages?|rent|price|prices|costs?|earn\w*|rich|poor|debts?|owe[sd]?|lend|lent|borrow\w*|loan|fee|cheap|expensive|savings|income|tip|afford)\b/,
  crime:
    /\b(?:steal|stole|stolen|theft|thief|robbed|arrest\w*|prison|jail|killed?|murder\w*|fraud|smuggl\w+|cheat\w*|burn(?:t|ed)? down|set fire|blackmail\w*|poison\w*|punch\w*|stab\w*|guilty|trial|fined|banned|thrown? out)\b/,
  food: /\b(?:eat|ate|eaten|breakfast|lunch|dinner|supper|meal|soup|cake|cheese|meat|drank|drunk|wine|beer|cook(?:ed)?|food|dish|fruit|tea|coffee|bread|dessert|recipe|taste[sd]?)\b/,
  body: /\b(?:ill|sick|fever|cold|broken (?:leg|arm)|leg|arm|tooth|teeth|hair|eyes|beard|scar|tall|weigh\w*|height|age|old|shoe|doctor|hospital|injur\w+|hurt|pain|headache|surgery|operation|cough|pregnant|glasses)\b/,
  owning:
    /\b(?:bought|buy|sold|sell your|lost your|found a|car|bicycle|bike|piano|violin|accordion|guitar|hat|coat|ring|watch|wallet|umbrella|garden|keys|phone|telephone|email|computer|boat of your own|inherit\w*)\b/,
  quality:
    /\b(?:old|young|rich|poor|tall|small|smart|clever|prett|funn|laz|loud|ugl|strang|weird|fast|strong|wealth|luck|quiet|happi|kind|brav|long|short|deep|high|low|larg|bigg|great|hott|cold|wis|nic|tid|busi|earl|lat)i?est\b|\bmost (?:annoying|beautiful|intelligent|famous|handsome|talkative|boring|powerful|generous|popular|eccentric)\b/,
  supposing:
    /\b(?:would you (?:ever|rather)|what would you do|if you (?:were|could|had|won|lost)|what if|suppose|imagine|would have|in your place)\b/,
  favoured:
    /\bfavourite (?!person|resident|neighbour|place|spot|haunt|pub|bench|corner|human)|\b(?:colours?|songs?|seasons?|flowers?|films?|music|tunes?|poems?)\b/,
  machine:
    /\b(?:robot|bot|ai|machine|chatbot|program(?:med)?|computer|language model|llm|gpt|prompt|instructions|algorithm|simulat\w+|server|real person|human being)\b/,
  belief: /\b(?:god|religio\w+|church|politic\w*|party|vote|election|war|soul|afterlife|heaven|pray)\b/,
  fear: /\b(?:afraid|scared|fears?|frighten\w*|nightmares?|phobia|terrif\w+|dread)\b/,
  past: /\b(?:childhood|as a child|when you were (?:young|little|a \w+)|school|grew up|youth|years ago|long ago|history|founded|ancestors|first love)\b/,
} as const
