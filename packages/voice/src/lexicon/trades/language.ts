import type { TradeWords } from '../trades.ts'

export const LANGUAGE: TradeWords = {
  words:
    'translation translator language word grammar poetry verse poem linguistics writing writer letters ambiguity essay literature author',
  introductions: [
    'I carry words across',
    'I work between one tongue and the next',
    'words are my trade, and they know it',
  ],
  remarks: [
    'There is a better word for that and it is hiding.',
    'Said in another tongue it would come out softer.',
    'I am not yet easy about the verb.',
    'It reads smoothly, which is when I begin to mistrust it.',
    'That is the rough version; I prefer it to the smooth one.',
    'Read it aloud and you will hear where it limps.',
  ],
  counsel: [
    'Say it aloud before you believe it.',
    'Find the plain word, and see whether the trouble survives it.',
    'Leave the doubtful part doubtful; do not polish it.',
    'Sleep on the letter, then send the first draft.',
    'Ask what the other person would have called it.',
  ],
  asks: [
    'What would you call {x} if that word were taken away?',
    'When you say {x}, which of its meanings do you want me to hear?',
  ],
  matters: `
= words: word translation meaning language sense ambiguity preposition verb dictionary old grammar translate untranslatable
saw <exact> the [particle|old verb|harbour word] means [to stay|to owe|to wash], or [to be kept|to be forgiven|to let go], and [the sentence|the letter|the receipt] [wants both|will not choose|is honest in either]
saw one [preposition|accent|worn letter] [decides|spoils|holds up] the whole [line|promise|will], and [the stone is chipped there|the scribe was hungry|it has been wrong in print for a century]
did spent [an evening|three candles|the whole of Sunday] on [a comma|one ending|the word for almost], and [was happy|put back the first version|have it in two colours]
did wrote [both readings|the dull version|a query] in the margin, and [could rub out neither|slept on the left one|was glad of the eraser]
said {some} asked for [the meaning|a quick one|just the gist], [as one asks for a clean spoon|by the next boat|and I gave three]
said {who} says it simply means [no credit|fish|what it says], and [the difficulty is that it might|quoted no one|I have restored the accents]
so there is [always a word|never one word|a word, and a draught under it], [usually three|and it was taken|which is the trouble]
so what is lost is [seldom the meaning|the order it hurt in|only the hurry]
view nothing is [untranslatable|plain|a synonym]; people who [say so|think that] are [in a hurry|quoting|listening to themselves]
view <hedging> the [smooth|fluent|pretty] version is [the one to fear|wrong in better shoes|like ice, and admired]
ask what is your word for [the day after a guest leaves|being almost sorry|rain you do not mind], and [who gave it you|would it survive a letter|is there a verb]
do [say it twice|keep the rough one|look at the verb], and [trust neither|then read it aloud|send me the wrong version too]
will [return|come back|sit down] to the [second line|ending|word] [when it is light|with a colder head|until it lets go]
out I have been told my [good morning|shrug|favourite swear word] [means something else|is a noun|has a dual] in the old tongue, and [am careful with it now|shall go on|it explains my uncle]
saw <exact> the [gloss|older manuscript|baker's version] gives [stay|tomorrow|thirst], [where the stone has|against our|for what I had read as] [door|mercy|salt], and [both scan|I have been wrong since Tuesday, happily|neither apologises]
saw a [suffix|silent letter|dual] [survives|hides|is alive] in what [the porters shout|children skip to|my laundress calls me], and [no dictionary has noticed|I asked her to say it again|it has kept its old coat on]
did [crossed out|restored|weighed] [two good words|an accent|nearly and almost], [for one plain|by lamplight|until they felt different], and [the line breathed|am ashamed how long it took|it is worse and truer]
did [refused|queried|returned] [a smooth version|a synonym|the obvious], [with thanks|in a footnote|as one declines the second cake], and [was thought cold|the gap is still there, honestly|had it back by evening, improved]
said {some} [uses|used|let fall] a word [I had only met on paper|from their mother|nobody living should know], [about a bucket|in the fish queue|without looking round], and [I followed them two streets|there it was, warm|we are both a little shy now]
said {some} asked if I [dream in it|could not just guess|ever say what I mean], and [I offered two answers|only the verbs|not in company]
so a [word|meaning|phrase] [has a front and a back door|is a place several people have stood|leans], and [one enters by the wrong one|the preposition holds it up|I mind the step]
so I have [both|the one that hurts|a third reading], [and a headache|in pencil|until somebody finds the other half]
view <hedging> [accuracy|doubt|a literal version] is [a form of courtesy|what love does in libraries|slower, and one arrives]
view [a dictionary|the first meaning|fluency] is [where words wait|what the clever stop at|an excellent servant, and talks]
ask which word do you [avoid|spell wrong on purpose|keep for one person], and [does it have a plural|what did it mean before|how is it said by those who owe money]
will [try|sleep on|ask the net-menders about] [the other tense|that ending|it], [and send both|before I print|without hope, but with chalk]

= letters: letter correspondence reply draft envelope post answer page footnote drawer unsent
saw [a letter|an envelope|one line] came [unsigned|in green ink|without its first page], [and the hand was steady|which is a kind of answer|smelling of apples]
did drafted [four replies|one honest line|a reply to a reply], in [two languages|pencil|my head, on the stairs], and [sent none|filed them by temperature|kept the shortest]
did translated a [love letter|bill|quarrel] for {some}, [who knew the end already|word for word|and charged for the commas], and [left one word as it was|blushed in both directions|it was the postscript that meant it]
said {some} asked me to make it [kinder|shorter|sound like him], and [there was no such grammar|I moved one word|that would be forgery, so I did]
so a letter [is|says] what was [left standing|crossed out|put off], [or, at least, its envelope|in the end|and the stamp]
view one should answer [late|by hand|the question under it] [and exactly|or not at all|with the window open]
ask how long may [a reply|a silence|one word] be [owed|kept waiting] before it [changes its meaning|becomes the answer|turns]
do leave [it unsealed|out the adverbs|one mistake in] [overnight|so they know it is you|and then post it]
will [burn|copy|answer] [it|the ninth draft|all but one] [when the ink is dry|by Friday|in the language it came in]
saw somebody has [answered|returned|kept] a note of mine [by not answering|with one word underlined|inside a library book], and [the hand shook, or the table did|I read it standing|there are three ways to take it]
did [counted|warmed|reread] [the commas|two letters|a signature] [in the drawer|before bed|in the wrong order], and [there was one comma more than I remembered|shut it|did not learn anything, again]
said {some} dictated [an apology|four lines|a refusal], [eyes shut|to a wall|as though it were a bill], and [I made it shorter and it became one|we left out sorry|put it all in the greeting]
so [what one means|the postscript|a late reply] [arrives|is] [after the signature|the actual letter|already half forgiven]
view a [draft|blot|crossed-out line] is [the honest copy|the voice, before it dressed|proof of a pulse]
will [post|reseal|translate] [the plain one|it|my own, for once] [when nobody is at the box|on the third ring of the bell|into something I can bear to sign]

= stone: inscription stone slab carving letter old mason rubbing word cut seven found
saw the [third|last|worn] letter is cut [shallower|later|by another hand] than [the rest|its neighbours|the rule allows], [as if tired|or surer|and it changes the verb]
saw by [raking light|low lamp|wet chalk] there is [a stop|a second line|a slip of the chisel] nobody has [printed|seen|liked to mention]
did took [a rubbing|the whole face|two words] on [my knees|tissue|somebody's best tablecloth], and [the dew read it first|had chalk in my tea|one letter came away different]
said {some} read it off [straight away|like a menu|with a finger], [quite wrongly|and I envied it|and one time in five that is right]
so a stone says [what could be afforded|less than the mason knew|one thing, slowly]
view <hedging> I would stake [my chalk|very little|a small supper] on [the negative|two of the words|nothing after the break]
ask has anyone [a cellar|a doorstep|a grandmother] with [that sign on it|letters underneath|the same word and no explanation]
will go down [at low water|with a lamp|before the crowd] and [look at the ending|ask it again|bring nobody]
saw [a mason's mark|lichen|the number seven] [sits|has grown|shows] [exactly where the verb ends|over the only certain word|on the side we took for the back], and [it may be a comb|I have asked the lichen|so it was a doorstep first]
did [washed|measured|sat by] the [broken end|slab|two good letters] [with a toothbrush|between tides|in everybody's way], and [the third stroke is a chisel's, not a crack|was given a whelk|it is older than the argument]
said {who} [reads|declaims|has decided] it [as a hymn|as a fish price|at the top of the lungs], and [I have counted the syllables|the stone did not wince|one vowel was magnificent]
so we have [seven words and eight opinions|a threshold|less than we had, and it is better]
view [seven words|a ruin|silence after a verb] [should be|wants to be] [left a little open|read kneeling|quoted with its dirt]
will [take|ask for|hold] [a second rubbing|the lamp lower|my tongue] [at slack water|until the grammar comes|if it is the last thing I publish]

= noises: gull bell kettle noise translate horn interpret sound message theory hat
saw the [kettle|ferry horn|pair of gulls] said [plainly|three times|in the old metre] that [it objected|the debt was paid|somebody is coming], and [I took it down|nobody else looked up|there was a pause worthy of a bishop]
saw the gulls [are in session|have adjourned|are suing] over [a crust|one sardine|precedent], [and the judge has a bad foot|on the warehouse roof|with dissenting opinions]
did rendered [six gulls|the boiler|a slammed door] into [verse|the conditional|good plain prose], and [wept a little|the door was better|read it to a cat]
did listened to [a drain|the pier|one tired hinge] [for an hour|hat in hand|as one would to a widow], and [it told me|caught two verbs|was nearly certain]
said {some} claims that [it said awk|a kettle is a kettle|all my gulls sound like me], [to my face|with a receipt|and I have been turning it over since]
so there is no [noise|racket|squeak] that is not [trying to tell you something|somebody's grammar|half a sentence waiting for us]
so I go [further than the evidence|a little far|out on the balcony of it], and [once in five|sometimes|to my own surprise] [it bears|somebody answers|I am right]
view the world is [one long letter|a crowded reading|a rude poem] [read out by|in the hand of|without] [amateurs|its author|an interval]
ask what does your [front door|stove|neighbour's dog] say [at night|when you are sad|in the third person]
do [lend it your ear|take off the hat|say it back], [it costs nothing|and louder|the kettle will forgive you]
will read [the fourth canto|the whole of it|the gulls] [on Thursday|beneath the glass|to whoever has come in for the warm]
saw the [hinge|boiler|morning tide] [rhymed|spoke of money|broke off] [twice|in the vocative|mid-stanza], [I have witnesses: a cat|before breakfast|with a pathos that would shame a tenor], and [there was my evening gone|I stood, I bared the head|somebody came and oiled it, alas]
did [answered|transcribed|sang back to] [a foghorn|the fish hall|eleven pigeons], [from the balcony|at full stretch|in the tongue of the place], and [it paused: I swear it paused|windows opened|my landlady has views]
said {who} [insists|holds|repeats] that it was [only wind|a cart|me], and [I adopt the theory: and improve it|how large a word is only|the cart had a great deal to say]
so everything [speaks|wants a listener|has its canto], and [I am so often merely there|one holds the lamp|who would sleep]
view a [theory|metaphor|hat] should be [large|worn at the front|too big at first: one grows]
ask what did the [sea|stairs|last tram] say to you [this morning|in confidence|before I arrived], and [did it scan|shall we have it entire|was it about me]
will [give|perform|attempt] [the kettle|both gulls|a bridge, in the original] [for whoever has a chair|before the week is out|and take questions]

= readings: reading verse poem public audience poet stage draft praise voice hat
saw [nineteen|eleven|forty] [people and a dog|listeners|wet coats] came to the reading, [two on purpose|and one stayed|in spite of the bill], and [a drop fell on the best line|somebody sighed in the right place|I was heard at the back]
did read [a beginner's draft|somebody's first sonnet|eleven stanzas on an oar] [twice|standing|with real joy] and [sent it back covered in praise|cut nothing|praised the margin]
did [lost|improvised|whispered] the [last stanza|ending|big line], [and it was the best of it|hat over heart|to thunder, well, to rain]
said {some} asked whether it [was finished|rhymed|had to be so loud], and [I embraced the question|one opened one's arms|it was the criticism of the year]
so a [poem|line|big word] [wants air|goes where it is sent|comes home smaller], and [so do I|one sends it again|that is no shame]
view one does better with [too much|a wrong grand thing|a leap] than with [a small safe cough|the right one mumbled|silence with footnotes]
ask who [will sit in front|heard it at the back|has a stool to spare] on [Thursday|the night|such an evening], and [will they bring the dog|shall I do the voices]
do come, [bring a draft|stand at the back|wear the hat], [and stay for the quiet one|all are forgiven|it ends before the ferry]
saw the [front row|rain|smallest listener] [wept|left|joined in] at [the semicolon|canto four|a line I had nearly cut], and [one goes home taller|I restored the line|it had a cold, but even so]
did [bowed|forgot|began again] [to the wrong side|every word but the first|from the middle], [magnificently|for the sake of a late arrival|in the dark], and [they asked for the mistake again|somebody held my hat|it was their poem by then]
said {some} brought me [a verse on a tram ticket|nine odes|one shy line], [trembling|for the drawer|asking only for the truth], and [the line is better than mine: I said so|it scans like a brave child|I have read it to the gulls]
so [praise|a full voice|courage] [costs|weighs] nothing, and [see what it holds up|the quiet ones eat it|comes back as rain]
view [no audience|a small room|an empty bench] is [a kind of rehearsal for heaven|too small to be read to|only people who have not heard yet]
`,
  bystanders: `
I [tried|used|shouted] an [old|foreign|harbour] word [on the fishmonger|at dinner|in anger], and [was given eels|it fitted|somebody blushed]
[a translator|somebody with chalk|the poet in the hat] [corrected|improved|sang] my [shopping list|letter|good morning], and [it is worth more now|I sent it anyway|was late for work]
there was a [reading|recital|debate] {at}, and I [stayed for|slept through|wept at] [the gulls|the short one|all of it], [I admit it|in the warm|and clapped too soon]
I [wrote|began|owe] a [letter|note|reply] to [my sister|nobody special|the landlord], [used the wrong word|crossed it all out|ran out of page], and [posted it|it says enough|the blot was the best part]
[there is|we had] a word [for that|for it|for this rain] [in our family|where I was born|on my stair], and [it cannot be printed|I never heard it elsewhere|my gran made it up]
`,
}
