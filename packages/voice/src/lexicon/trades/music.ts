import type { TradeWords } from '../trades.ts'

export const MUSIC: TradeWords = {
  words:
    'music musician sound bell bells organ tuning pitch song gutter concert instrument singing composer guitar piano violin',
  introductions: ['I make this city sound', 'I listen for a living, and answer now and then', 'sound is my work'],
  remarks: [
    'You can hear it if the street is quiet.',
    'It rings a little sharp, I grant you.',
    'There is a rest after that, and the rest matters.',
    'I have never got to the end of it in one breath.',
    'It sits just above the note, which is where it starts to beat.',
    'Played slowly, it is nearly true.',
  ],
  counsel: [
    'Listen through once before you join in.',
    'Find the note everybody shares and start there.',
    'Leave the rest in; it is part of the tune.',
    'Play it slowly until it stops frightening you.',
    'Stand somewhere else and hear it again.',
  ],
  asks: ['What {does} {x} sound like from where you are?', 'Is there a noise that goes with {x}, for you?'],
  matters: `
= gutters: gutter downpipe pipe rain organ drip water tin tongue slide play gutters downpipes
saw [pipe nine|the long pipe|number twenty-two] [goes blaap|sings by itself|has a cold], [like a duck at a wedding|one fat note|since the mud], and [left it|missed it when it was clean|that's the entry]
saw rain on [tin|the low gutter|slate then lead]: [tk tk, wait, tk|a sort of shhh with a hiccup|plip, and the plip answers], [in five|all night|nobody conducting]
did ran [end to end|barefoot|between showers], [slides open|three stops out|soaked], and [the whole roof, oh|it held the chord|lost a toenail, worth it]
did cleaned [a tin tongue|the overflow|leaves, a spoon, one mouse], [tried it|dry, nothing|put a bit of dirt back], and [better|there, that's it|now it lisps]
said {some} asked when it [starts|is over|is music], and [it had|hm|hear that]
so the [building|street|roof] is [an instrument nobody has cleaned|doing most of it|in tune with itself, nearly]
so [rain does the work|I open things|it's a duet], [mostly|or I tell myself|and one of us is wet]
view a [gutter|drain|wet wall] [wants|likes|knows] [letting out|one finger|where the note is], [the rest is towels|not fixing|ask it]
ask what note is your [roof|kitchen tap|stairwell], [hum it|roughly|is it a D]
do [open a window|shut up a second|put a pan out], [there|hear that|and don't empty it]
will [try it in the wet|open all of them|sleep under the long one] [tonight|next big one|till it says something]
out the downpipe outside my window has been [doing scales|sobbing|at it since four], and [I've started to hum it|I find I miss it dry|it is nearly a tune]
saw [pipe four|a hail shower|the overflow] [came in early|did a run|burped], [plink plonk plonk|like peas on a drum|all down the east side], and [who wrote that|had to lie down|shan't fix it]
did [opened|stuffed|kissed] [every slide|a sock in it|pipe nineteen], [in the dark|mid-storm|for luck], and [whole court went mmm|B flat, who knew|now it won't stop smiling]
did [counted|chased|slept through] [drips|a gurgle|the best of it], [four, four, five|round three corners|wet socks], and [five! it's in five|lost it behind the bakery|it's still in my ear, the left]
said {some} put [a bucket|an ear|their baby] under [the long one|pipe six|the spout], and [it changed key|shh, they said, and meant it|slept, the baby did]
so it's [not me playing|half plumbing|only water and somebody listening], [never was|which, fine|hear that though]
view [dry|tidy|mended] is [the saddest key|a pipe with its mouth shut|no use to anyone, music-wise]
will [move the bucket|try it slower|let the storm have a go] [when it's properly coming down|sorry, one sec|with the door open]

= tuning: tuning pitch sharp flat note cents fork ear quarrel beat tune
saw the [big pipe|second bell|kettle] is [eleven|six|a few] cents [sharp|under|off], [in the wet only|on purpose|since the heat], and [it breathes|nobody has died|two of them go wow, wow]
did tuned [one pipe|the whole row|it] a hair [over|under|wide of] [the bell|the book|where it wanted], and [listened from the bridge|was thanked by a dog|put it back, nearly]
did took the fork [up|to the lamp post|round the square] [at dawn|in fog|in a high wind], and [it agreed with no one|the railings are in A|wrote the figures down]
said {some} said it was [out|lovely|giving them toothache], [all at once|before the second bar|from a balcony], and [we measured it|they may both be true|it stopped]
so two notes [a shade apart|that nearly agree|beside each other] [beat like a heart|make a third|are company]
view [in tune|agreement|unison] is [one sound getting louder|where it stops breathing|a thing one owes the street]
view <formal> a city needs [one note|some one sound|a single pitch] upon which [all are agreed|nobody votes|the rest may lean]
ask sharp or flat, [the stairs at your place|your own name when it is shouted|a Monday]
will [leave it|file it|retune] [till it rains|by the width of a hair|if asked in writing]
saw [the railings|a wine glass|my own teeth] [ring|buzz|agree] [at the same pitch as the tram|when she strikes|a shade under], and [nobody tuned that|it follows me home|I have told the fork]
did [filed|nudged|apologised to] [the reed|number eleven|a pipe], [half a turn|and back|at noon], and [the beat slowed|heard it smile|got a letter about it]
said {who} says [eleven cents|treason|it is perfectly audible], [with respect|through the wall|in writing], and [it's the good kind of wrong|I shall measure it again|one of us is hard of hearing]
so [near|almost|a hair off] is [where it's alive|what a chord is|as close as anyone stands]
view a [fork|perfect fifth|dead-on note] is [a very polite noise|something to lean away from|lonely]
will [try|sound|hear] it [against the bell|in fog|from further off] [before I change a thing|tomorrow, noon|and write down the figure]

= noise: noise sound listen hear tray umbrella footstep market echo street improvising
saw somebody dropped [a tray|nine spoons|a cello case] [in the arcade|on the marble|down two flights], and [it was perfect|there was a rest after it|asked them to do it again]
saw the market goes [mrrm|up a third|all vowels] [about ten|when the fish comes|before rain], then [stops dead|one woman laughs|a cart, gorgeous]
did followed [a squeaky barrow|two heels|somebody's whistle] [as far as the lift|across the court|till it noticed], and [wrote it down|lost it in the bells|now can't stop]
did stood in a [shop|stairwell|cupboard] [for an hour|with my eyes shut|past lunch] while [umbrellas went up, whup|a kettle made up its mind|nobody minded me]
said {some} said [what are you doing|shh|oh, that], and [that was the best note of the day|it echoed|they started hearing it too, sorry]
so [nothing|no street|not one room] is [quiet|silent|empty], it's [between things|holding a note|just listening back]
view other people's noise is [the score|free|half the tune], [you only come in|I take requests|mind the rests]
ask what was the last [sound|thing you heard] before [you fell asleep|this|you shut the door]
do [stamp|clap|say oh] under [the arch|the bridge|a big umbrella], [once|and wait|then run]
will go [and stand in it|without shoes|back] [at the same hour|for the second half|tomorrow, if it squeaks]
saw [the fish man|a bolt of cloth|somebody's laugh] went [shhhrip|up, up, and broke|hoo, like a bottle], [right on the half hour|under the arch|over the whole square], and [I've got it still|wanted to thank it|there's a tune in there, no, gone]
did [banged|sat inside|listened at] [every lid|a wardrobe|the post box] [on the way|to check|till somebody posted something], and [nine notes and a clunk|it's a lovely dark D|sorry about the letter]
said {some} [sneezed|swore|dropped the kettle], [in tune|twice, a third apart|and looked at me], and [bravo|I've kept it|we did it again as a round]
so [it's all in|everybody's] [the band|playing|there already], [they just don't stop to hear|sort of|if you don't tell them]
view [a quiet person|footsteps|a spoon in a cup] [says more|can carry a tune|is a whole instrument], [listen to the left foot|honestly|ask anyone, no, don't ask, listen]
will [bring|borrow|return] [the jar of marbles|a longer stick|that sound] [to the echo|after closing|if I can remember where]

= silence: silence rest piece end finish last bar compose improvise bar start concert weather
saw the piece [starts by itself|is done|falls over] [in bar forty|all but the end|if the wind turns], [which is|and the end is] [silence|a drip, I think|not mine to write]
did wrote [the last bar|a rest|nothing], [crossed it out|four times|in pencil], and [waited|it was still going outside|ate something, toast]
said {some} asked [if that was it|when to clap|who stops it], and [nobody knew, lovely|I looked at the ceiling|it stopped]
so an ending [can't be rehearsed|has to be let in|belongs to the weather]
view <playful> [rests|silence|the gap after] is [the only bit you have to trust|where they cough, so write for coughs|loudest]
do [don't clap yet|wait|count it], [wait|there|now]
will [leave a gap|hold it|try the end] [and see what falls in|on the next storm|longer than is polite]
saw there's [a hole|a held breath|nothing] where [the thrum was|the last bar goes|the wind stopped], and [it's the best thing I've written|kept hearing it|nobody clapped, perfect]
did [waited|held it|stood], [one foot up|with the lid open|all night nearly], and [a drip. One|then the bell, of course the bell|forgot to eat again]
so [it ends|nothing's finished|you stop] when [the rain gets off|somebody coughs|it likes]
view an [ending|interval|echo] is [just listening with your coat on|the room's turn|the only honest applause]

= bells: bell ring peal rope tower hour duty tenor clapper strike great toll bells loft
saw <formal> the tenor [spoke|struck|answered] [a quarter tone low|late by one breath|as she should] [in the frost|at noon|before the fog], and [it was remarked upon|the pigeons rose|I have written to the founder]
saw the [rope|sally|stay] is [worn at the second hand|damp|due], [with respect to whoever hung it|by my own estimate|and was so in my predecessor's day]
did <formal> rang the [hour|fog|five o'clock] [with one assistant|in full|upon my own authority], and [descended|entered it|regretted the third stroke]
did polished the [lip|great bell|clapper] [as on every Friday|with chalk and spirit|in silence], and [told her the news|found a hair crack that was a hair|was late to supper]
said {some} asked leave to [pull once|see the view|stop them for a baby], and [it is in the rule|I considered it|one stroke was omitted]
so a [bell|rule|stroke] kept only when [it is convenient|nobody is asleep|one feels inclined] is [a preference|a noise|no rule]
so one rings, and [is thanked|is cursed|doubts], and [it is the same rope|that also is the office|one goes home down the same stair]
view there ought to be one [sound|voice|hour] in a city [that is not an opinion|upon which to set a watch|that nobody chose]
view <formal> [gratitude|applause|a kind letter] is not [permission|a precedent|the same as being right]
ask by what [authority|precedent|rope] does one [ring for joy|stop|begin]
do stand [at a distance|below|where the street bends], and [hear her out|remove the hat|count to the end]
will [ring|write|apply] [at the usual hour|to the committee|in proper form], and [not before|expect an answer|sign it]
out the bells caught me [in the bath|mid-lie|on the stairs], and [I told the truth|set my watch, wrongly|forgave the hour]
saw <formal> the [frost|fog|south wind] [took the edge off|carried|brought back] the [third bell|noon|great bell] [as far as the piers|by a full tone, to my ear|late], and [three persons set their watches by it|it has been entered|one was not sorry]
saw <formal> [a jackdaw|the new rope|a committee] has [been admitted to|arrived in|inspected] the [loft|frame|ringing chamber], [unannounced|in good order|without wiping its feet], and [I have written|the bells said nothing|it shall be allowed for]
did <formal> [counted|lost|stood through] [two hundred strokes|one stroke|the whole of the fog], [aloud|I confess it|as my predecessor did], and [came down deaf and content|have reported myself|no one below could have known]
did <formal> [greased|inspected|addressed] the [headstock|tenor|five of them], [in order of age|by lantern|as is only civil], and [found her sound|we spoke of the flood|was answered, I fancy, by the wind]
said {some} [thanked me|complained|wept], [for the hour|of the hour|on the tower stair], and [I did not know where to look|it has been noted with respect|one offered a handkerchief]
so [the rope|duty|one hand] [is there at six|goes up and comes down|does not ask], [and so is one|whether or not one is forgiven|madam]
view <formal> [an hour struck|a warning|a promise] [is|should be] [public or it is nothing|given once, in full|heard by those who did not ask for it]
will <formal> [ring|tie up|attend] [at dusk, muffled|as the rule allows|alone], and [answer for it|descend by the usual stair|trust the weather to be punctual]

= letters-formal: duty formal correspondence rule precedent office respect respectful signature authority madam sir
saw <formal> no [reply|reprimand|acknowledgement] has been [received|sent down|entered] [to mine of the third|in nine days|by either office], and [one does not like to ask|I draw no conclusion|the omission is noted]
did <formal> wrote to [the committee|the player in question|my own office] [in respectful terms|a second time|with copies], and [took the stairs|await the favour|used the good paper]
said {some} addressed me as [old fellow|mate|you up there], [in the open street|by post|and meant it warmly], and [I raised my hat|it has been overlooked|one felt, oddly, younger]
so a rule [broken well|set aside once|that saved nobody] should be [written again|mourned|looked in the face]
view [duty|an office|precedent] is [a coat cut for another man|the memory of people who carried somebody|slower than conscience and better lit]
do [put it in writing|sign with your full name|state the hour], [and keep a copy|it steadies the hand|whatever the provocation]
saw <formal> [a letter|the form|my own complaint] was [returned|answered|filed] [in the second person|with a drawing of a fish|by somebody barefoot], and [I find I have kept it|the tone was improper and kind|I drafted a stiff reply and did not stiffen]
did <formal> [began|sealed|struck out] [a fourth letter|Dear Sir|the word vandalism], [in the third person|as being too warm|upon reflection], and [let the ink dry first|substituted neighbour|walked twice round the loft]
said {who}, [with great respect|being neither Sir nor Madam|in the open air], [asked me to stop|called it lovely|laughed], and [I had no precedent|it rang, if I may say so, true|I have looked in the Rule]
so one [writes|waits|signs], [having no other way to shout|in a fair hand|and is, perhaps, read]
view <formal> [courtesy|a salutation|formality] is [a bell rung very small|how the stiff embrace|no obstacle to affection]
will <formal> [reply|apply|call] [by return|in person, hat in hand|when I have found the word], [with copies|and be brief|expecting nothing]
`,
  bystanders: `
the [bells|gutters|organ] [started|stopped|went wrong] just as I [proposed|sat down|told a lie], and [she laughed|I took it as a sign|had to begin again]
I [whistled|hummed|sang] [on the stairs|in the queue|without noticing], and [somebody joined in|was asked the key|a window shut]
[something|a downpipe|one loose slate] has been [singing|ticking|in three-four] outside my [room|window|kitchen] [all night|since the gale|on and off], and [I sleep better|I have named the tune|miss it when it stops]
I [went|was taken|got in free] to the [concert|ringing|rehearsal] {at}, [in a wet coat|by my niece|for the warm], and [cried at the dull part|clapped in the gap|came out humming drains]
two [musicians|neighbours|people with tuning forks] were [quarrelling|humming|at it] over [one note|a semitone|nothing], and [I thought both were lovely|it lasted four streets|was asked to judge]
`,
}
