import type { TradeWords } from '../trades.ts'

export const GAMES: TradeWords = {
  words: 'chess game games endgame opening bet card cards poker strategy puzzle sport play match board',
  introductions: ['I play chess and think about chess', 'my days go by in moves', 'the board is where I live'],
  remarks: [
    'There is a reply to that, and I have looked at it for some nights.',
    'It is sound, though it loses a tempo.',
    'I would play it again, even against somebody better.',
    'One can see it coming four moves off, if one sits still.',
    'That is the quiet move; the loud ones are easier to admire.',
    'I may have left something hanging there.',
  ],
  counsel: [
    'Sit on your hands and look for the second-best reply.',
    'Improve your worst piece.',
    'When you are ahead, keep it simple; when you are behind, keep it messy.',
    'Ask what the other side wants before you ask what you want.',
    'Never touch it until you mean to move it.',
  ],
  asks: ['What is the threat in {x}, as you see it?', 'Are you ahead or behind with {x}?'],
  matters: `
= endgame: endgame pawn rook king technique classical position endgames chess move posterity
saw <formal> [rook and pawn|bishop and two pawns|a bare king and hope] [against|versus] [rook|a knight|the clock], and [the drawn line|the whole truth|the win] [ran through one square|was there all along|lay in doing nothing]
saw the [spare|passed|edge] pawn [got home|reached the seventh|was forgotten], [on a diagonal nobody was watching|with its tongue out|by one tempo], and [the room breathed in|I had to sit down|the rest was technique]
did <formal> [simplified|exchanged the queens|walked the king across], [move by move|without haste|as one folds a napkin], and [the cup was still warm|won, I am told instructively|posterity may inspect the score]
did found the [win|draw|right square] at [three in the morning|the foot of the stairs|breakfast], [nine hours late|in my dressing gown|with a spoon for the rook]
said {some} asked why [I had not taken it|one resigns|the king is so slow], and [I spoke for an hour|nobody has put it better|the answer is a life's work]
so [technique|patience|the small plus] is [what remains|all there is] when [luck has gone home|the brilliancies are swept up|both of you are tired]
view to be [beaten|lost to|taught] [beautifully|in forty clean moves|by a better plan] is [worth|better than] [two accidents|a swindle|any amount of tea]
view a [draw|half point|level ending] [honestly earned|reached on foot] [outweighs|improves on|sits better than] a [swindle|present|win nobody can explain]
ask does [the sealed move|black|the rook ending] hold after [the check|the quiet king move|everything], or have I [posted my own defeat|drunk too much tea|missed the obvious]
do [walk the king first|exchange when ahead|sit on your hands], [always|and then sit on them again|as I wrote somewhere]
will [analyse|replay|annotate] it [to the end|with the other colour|in the grey gloves] and [admit the result|publish if sound|not sleep]
out I watched [a whole game|the last ten moves|two people breathing] {at} and [could not tell who won|held my cup through it|now know what a zugzwang is, I had one at home]
saw <formal> [the bishop|a lone knight|my king] [arrived|turned up|was missing] [one move late|on the correct colour at last|like a deputy], and [the position smiled|two spectators removed their hats|the annotation is a single dot]
saw [the fortress|zugzwang|a stalemate] [appeared|was there|stood open] [on move sixty|behind the teapot|for anyone with eyes], and [neither of us had them|I gave it (!)|she had seen it at lunch]
did <formal> [adjourned|sealed|rehearsed] [a rook move|it|the correct plan], [in ink|after long thought|before the mirror], and [found a better on the stairs|the envelope is being guarded|quoted myself in doing so]
did [won|drew|lost] with [an extra pawn|the worse structure|perfect technique], [in seventy moves|by candlelight|against all my writings], and [it shall be omitted from the collected games|set it up again alone|took three sugars]
said {who} [offered|declined|laughed at] a draw [with a mouthful|by raising one eyebrow|in rhyme], and [it was the correct evaluation|we played on for honour|I have forgiven it]
so one [walks home|simplifies|counts], [slowly|a pawn up|like a man with something to lose], and [the truth is at the end of it|that is the whole art|the square is still there in the morning]
view <formal> [posterity|a score sheet|the eighth rank] [forgives|remembers|sees] [everything but haste|what you did with the rook|no cravats]
ask which [of my wins|rook|defeat] would you [keep|have resigned|print], [were you I|in strict confidence|and with how many marks]
will [teach|play|dream] [it|the same ending|king and pawn] [until it is inevitable|to the waiter|as White, this time]

= openings: opening gambit odd bet coin queue swindle trick cheeky edge hum chess openings
saw <playful> [the h-pawn|a knight on the rim|my daftest opening] [was laughed at|went up the board|looked lost] till move [nine|twelve|fifteen], and [then it wasn't funny|somebody ordered a brandy|the laughing moved round the table]
saw <playful> somebody has put [a bun|two coins|his watch] on [me to lose|black|the boy in the cap], and [ooh, I wouldn't|he has never seen me hungry|that is nearly a compliment]
did <playful> [pushed the edge pawn|gave up the exchange|castled by accident] [on move two|for a laugh|standing up], and [it was winning, by luck|nobody saw the fork|they bought the fritters]
did <playful> won [four pennies|a left glove|half a pie] off {some}, and [lost it back|gave it to whoever was wet|it had a hole in it]
said {some} said [that is not in the books|you cannot do that|sit down and play properly], and [I asked which book|so I did it again|three moves later they sat]
so [luck|a swindle|cheek] is [only counting you do not own up to|what they call it the first time|half of it, and I will not say which]
view <playful> the [edge|wrong|rude] pawn is [the only one not being watched|where the fun is kept|a lady with her skirts up]
view never touch [a piece|what|a coin] you do not mean to [move|pay|keep], and [lie about the rest if you like|that is my entire religion|the rest is chat]
ask who fancies [a game at a penny|three minutes standing|odds of a knight], [loser fetches|I will shut one eye|before the boat goes]
do [take it|go on|push it], [I dare you|it is poisoned, or it isn't|what is the worst he can do]
will play [anybody|the winner|him again] [for a bun|on one leg|fair, and do not spread that about]
saw <playful> [a banker|the curate|two sailors] [lost|blundered|went purple] to [the grob|my granny's opening|an elbow], [in eleven|on his feet|before the whistle], and [wants it back|shook hands, mind|had to be told it was legal]
did <playful> [offered|hung|sacked] [the queen|everything|a rook and my hat], [with a straight face|to see what'd happen|since the boat was in], and [he didn't look|it was mate, oops|there was a fork under it]
did <playful> [hummed|hopped|borrowed a chair] through [the hard bit|forty moves|somebody's long think], and [saw the whole line, then pretended not|it got on his nerves, lovely|sat in it once]
said {who} calls it [unsound|an outrage|not chess], [with the eyebrows|into the teacup|and then goes home and looks it up], and [that's my favourite review|I bowed|it's one-all]
said {some} asked [where I learnt|is it always like this|who taught me manners], and [ferry queue|the same fella who taught me to run|nobody, they were busy]
so [that's a pie|there goes the theory|I got away with it], [and don't ask me how|because of the back rank, but shh|you'd think they'd learn]
view <playful> [sound|correct|the main line] is what you call it [after|when you've time|if you've a chair]
view if they're [laughing|reading|sure], [they're not counting|go for the king|you're a tempo up]
ask [penny a point|double or fritters|who's minding the clock], [or are you all scared|before I get sensible|and who's got change]
will [push it again|play him straight|sit down for it] [Friday, watch|if I can find a cushion|one day, and won't they be sorry]

= clock: clock time minute move trouble flag table level tick slow match score
saw both [flags|clocks|players] [hung|stood|were down to] [by a hair|at one minute|for six moves], and [nobody coughed|a waiter stopped breathing|the tea went cold]
saw the table [rocks|leans|has settled] [towards black|since they waxed the floor|when the portrait is looking], and [I have a theory about my wins|it favours nobody now|somebody's fat book is missing]
did spent [eleven minutes|half an hour|most of the evening] on [one move|a natural recapture|not looking at her], [and played the first one|to great effect|and it lost]
said {some} called time [too early|with a mouthful|by the wrong clock], and [we played on|there were three opinions|it was upheld]
so [time|a clock|the last minute] [finds|shows|asks] [what you really think|the bluffers|who has eaten]
view [thinking|a long think|hesitation] is [only courage going round the block|what manners are for|expensive after nine]
do [move|press|look up], and [then regret it|breathe|never say check to a friend]
will [level|measure|turn] the table [before game two|with a spirit and a penny|and let history decide]
saw [the clock|our umpire|a spoon] [ran on|was looked at|fell] in the [silence|middle of it|worst place], and [both of them touched wood|it favoured nobody|that was worth two minutes]
did [pressed|forgot|watched] [my own clock|it|the wrong button] [for him|twice|with the elbow], and [nobody noticed, so I said|lost a bishop to good manners|it is in the laws, apparently]
so [haste|one minute|a flag] [weighs more|comes round|is the truth] [after forty moves|on an empty stomach|when it is yours]
ask how long is [a minute|too long|fair] when [it is your move|somebody is watching|the tea has gone cold]

= lesson: beginner lesson teach learn pupil mistake generous board school first
saw a [child|grocer|beginner of seventy] [mated me|saw it first|moved like a river] [on the back rank|between two sums|and asked if that was allowed], and [it was (!)|I stood up|the hat came off]
did taught {some} the [knight|pin|opposition] with [salt cellars|two buns and a thimble|the buttons of my coat], [and was beaten by Friday|no charge|for the price of being listened to]
said {some} asked [why the horse jumps|who the bishop prays for|whether one may apologise to a pawn], and [I have no answer ready|it has stayed with me|we drew]
so [a beginner|teaching|the simple question] [forgives you a blunder|cleans the board|shows where you stopped thinking]
view one should lose [to a beginner|on purpose|without adjectives] [once a month|never|and thank them for the game]
ask who [taught you|let you win|beat you first], and [with what face|do they know|are they still about]
do [set up the pieces|let them take it back|lose slowly], [once|it costs nothing|and say well played]
saw {some} [moved the horse|set the board up|won] [sideways|wrong way round|by pure kindness], and [it was better|nobody corrected it|I have adopted it]
did [gave odds of|lent|apologised to] [a queen|my best pawn|a schoolgirl], [to make it fair|after the lesson|with all ceremony], and [was annihilated (!!)|she gave it back|my hat has been returned]
so one [sits opposite|learns|is nine again], and [the bishop is new|the pieces are only wood|it is the best chair in the house]
view [patience|a good loss|the first checkmate] [cannot be bought|should be framed|is wasted on masters]
will [show|set|promise] them [the trick with two rooks|a problem in one|mate by Sunday] and [be surprised by it|not look pleased|pay for the buns]

= manners: manners cravat defeat dress table café tea vanity opponent sugar handshake
saw my opponent arrived [late|with jam on one cuff|in somebody's boots], [hummed|stood|shook hands wrongly], and [played like an angel|took my bishop|one forgave all of it (?!)]
saw the [grey|good|second] cravat has [a crease|tea on it|gone], [before a match|and I know whose doing|so the omens are poor]
did lost, [bowed|said so|paid for the cakes], and [walked home by the unlit side|was insufferable till the bridge|began at once on the excuse]
did dressed for [the occasion|a draw|victory], took tea with [three sugars|both elbows in|the enemy], and [had neither|was overdressed for the position|was undone on move nine]
said {some} told me I [sulk well|lose like a gentleman|was lucky], [as one hands back a dropped glove|and meant it|which shall be quoted]
so [good manners|a clean collar|vanity] [wins nothing|is worth half a pawn|keeps the spine up] [and I would not play without|in a bad position|by move thirty]
view one may be [vain|late|in love], but one [resigns standing|does not hum|puts the pieces back]
do [shake hands|say it was a good game|look them in the eye], [and then sulk|especially if not|it is all that is remembered]
will wear [the grey|something forgiving|the lucky one] [next time|on Tuesday|and be beaten in it if I must]
saw [the enemy|a spectator|my reflection] [yawned|was eating|wore brown], [at the critical moment|in the front row|on a match day], and [one played on|I gave it a question mark|the brown won]
did [entered|sneezed|adjusted the portrait], [to some effect|(?)|before the clocks], and [the waiter applauded|it was taken for a gambit|the table was still level]
said {who} said my [opening|hat|apology] was [a bit much|nearly human|out of the book], and [I annotated it (!?)|have had it embroidered|we laughed, one of us first]
so one [bows|pays|goes home], [in the right order|with the umbrella furled|a point down and a story up]
view vanity is [only posture with witnesses|a small fire one keeps for guests|cheaper than skill, and warmer]
will [bring|wear|say] [flowers|the second cravat|well played] [to the next one|and mean it|before the move, not after]

= cards: card bet money debt owe win lose gossip fried pie penny trick
saw I am [up a pie|down nine pence|owed more than I owe], [on paper|counting the goose|if you do not count Thursday], and [the paper is a napkin|nobody is to tell him|it has never lasted]
did paid [an old debt|double|in coppers] [before they asked|at the side door|and ran], [which felt odd|it was raining on them|do not tell anyone]
did showed {some} [a card|three cups|the one about the queen], and [they saw how|it was up the other sleeve|had to give the watch back]
said {some} bet me I could not [sit still|keep quiet|walk past a fritter], and [I would have won|that is money gone|there were onions]
so [money|a debt|a winning streak] is [only warm while it moves|like fish, pass it on|a story you eat]
view <playful> I will lie about [trifles|my age|the weather], never about [a debt|a position|who paid]
ask who has [my three pennies|the other half of this bet|a hot pan]
will be [flush|good|at the back table] [by Friday|if the boy was right|till somebody rings the boat]
saw [the pot|a whole week's luck|my last bun] [went|walked|slid] to [the quiet one|a nun|somebody's aunt], and [she had the fourth ace, fair|never bet against knitting|I held the door for her]
did <playful> [owed|found|folded] [a sailor|two kings|my coat] [since the summer|up the right sleeve for once|over a kid on the steps], and [squared it|hardly hurt|I run warm]
said {some} says I [cheat|can't lose|never sat down in my life], and [only at snap|you should see my rent|it's on the list]
so easy [come|money|talk], [and there's onions frying|but I write down who paid|it was never mine]
view a [debt|promise|bet] is [the one thing I don't fiddle|only fun with somebody watching|hot till you hand it over]
ask [heads or fritters|who's in|has anyone seen the boy with my winnings], [quick, while I'm rich|last call|I'm buying if I lose]
will [pay up|double it|sit this one out] [at the side door|when His Worship blinks|ha, no]
`,
  bystanders: `
I was [beaten|mated|robbed] at [chess|draughts|cards] by [a child|my dentist|somebody eating soup], in [nine moves|one long minute|public], and [asked for another|we shook hands|blame the light]
they [play|argue|breathe] so [loudly|slowly|seriously] at {place} that [my tea went cold|I dared not stir|a fly apologised]
I [put|lost|won] a [penny|bun|button] on [the match|a pawn|the one in the cravat], and [do not understand what happened|have told nobody|feel alive]
[somebody|a stranger|the waiter] [explained|showed me|drew] the [knight|gambit|rules of it] with [salt|spoons|real passion], and [I nodded|I shall never use it|now I see them everywhere]
the [whole café|back table|street] [went quiet|stood up|groaned] over [one move|a rook|nothing I could see], and [I groaned as well|it seems that was art|missed it buttering]
`,
}
