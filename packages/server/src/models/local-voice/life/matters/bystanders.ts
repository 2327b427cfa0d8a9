/** What people who are no hands at a craft say of it, by craft: one line each, a clause in the first person or about others. */
export const BYSTANDERS: Readonly<Record<string, string>> = {
  maps: `
    I [asked|stopped|followed] {some} for [the way|directions] and was [drawn a map|sent up three stairs|pointed at the sky], [on a napkin|with feeling|and arrived]
    [nobody|not one of us] on our [stair|landing|row] can [fold|read|find] the [new plan|big map|street index], and [we manage|it looks well on the wall|the baby has eaten a corner]
    I was [halfway|nearly|almost] to {place} before I [noticed|owned up|saw] the [street|sign|turning] had [changed its mind|gone|been the other one]
    [a surveyor|somebody with a chain|a person holding string] [measured|walked|knelt on] our [step|hall|doorstep] [at breakfast|while we watched|for an hour], and [my aunt gave advice|now we are on a list|it is shorter than we said]
    [my street|our corner|the lane I live in] [is not|has never been] on [any map|the good plan|the postcard], and [the post comes|it keeps the rents down|we like it]
  `,
  civics: `
    I [put my hand up|spoke|stood] at the [meeting|forum|back], [by mistake|once|for the first time], and [am now on a committee|had to mean it|sat on my hat]
    the [notice|by-law|new rule] at {place} has [four clauses|a comma too many|no verb], and [we obey it in spirit|it frightened a dog|I read it to the children]
    [somebody|the clerk|a kind voice] read out [my letter|our complaint|my spelling] [in full|under the glass|to laughter], and [it sounded better|I looked at my shoes|nothing has been done]
    I [voted|queued|waited] for an [hour|age], [changed my mind|lost the pencil|talked to a stranger], and [voted for the stranger|came out taller|would again]
    they were [still arguing|on item two|all standing] when I [left|fell asleep|got there], and the [subject|bench|pigeon] had [long gone|moved on|been forgotten]
  `,
  archives: `
    I [went in|looked in|sheltered] at {place} [to get dry|for one date|out of the wind] and [came out with|left with|was handed] [three facts|a great-uncle|somebody else's birthday]
    [the keeper|a person in gloves|someone behind a ladder] [found|fetched|knew] my [grandmother's street|question|first school] before I had [finished|sat down|the nerve to ask]
    I found a [ticket|pressed leaf|receipt] in [an old coat|a borrowed book|the dresser], [with writing on it|from another century|in my own hand], and [ought to tell the archive|kept it, for now|have it on the mantel]
    [my family|our house|the shop] is in [a ledger|some index|volume three], [misspelt|under debts|next to a goat], and [we are very proud|nobody knew|I asked them to leave it]
    they [hushed|shushed|looked at] me at {place} for [a sneeze|wet shoes|breathing], [kindly|with one eyebrow|in writing], and I [deserved it|held the next one|have been back since]
  `,
  machines: `
    I [rode|went up|stood] in the [lift|car|corner] with [a harp|two bishops|somebody's entire kitchen], and [nobody breathed|we were introduced|it was over too soon]
    [something|the gate|that handle] [clanked|sighed|stuck] at the [third|second|top] [level|stop|landing], and [we all became religious|a child said again|the mechanic only nodded]
    I [thanked|waved to|have begun greeting] the [lift|winch|machine] [out loud|as I got off|in front of people], and [it is no worse for it|I meant it|felt better all day]
    I [climbed|took|counted] every [stair|step|landing] on [principle|a dare|an empty stomach], and [the principle is gone|my knees have written in|there was a view]
    [a person|somebody greasy|the one with the spanner] [told me|said|called down] it was [sound|not sound|the rope], and I [believed every word|took the stairs|went up regardless]
  `,
  tides: `
    the [water|tide|sea] was at [our step|the second ring|the bakery wall] [when I woke|by supper|again], and [we moved the piano|the cat moved first|I counted it twice]
    I [waved|called|ran] to the [boat|ferry|pilot], [missed it|got a wet knee|was hauled in], and [heard the whole story|held somebody's eel|learnt a new word]
    [a fishwife|the boy at the pier|a man mending nets] [sold|gave|promised] me [something with legs|two herrings|the big one], and [supper was silent|it looked at me|I cannot cook it]
    I [sat|stood|ate] on [the quay|a bollard|the lowest dry step] and [did nothing|watched it come in|forgot the time], and [my shoes can prove it|nobody needed me|it was the best hour]
    the [horn|fog|tide] [got me up|came into the kitchen|kept me in] [at five|on Sunday|all day], and I [do not complain|wrote four letters|answered it]
  `,
  weather: `
    I [hung out|took in|lost] the [sheets|good shirts|whole line] [twice|by the forecast|on a promise], and [they are wetter than when they started|the neighbour has one|blame nobody]
    it [rained|cleared|blew] [the moment I|as soon as I|just when I] [bought a hat|said so|locked the door], [as it will|and I had witnesses|out of spite]
    [the forecaster|that clever tower|somebody with a barometer] [said|promised|printed] [sixty per cent|bright spells|nothing of the sort], and [we got the other forty|I wore the wrong shoes|it was a lovely hour]
    I [opened|stood at|fell asleep by] the [window|door|stove] to [hear|smell|think about] the rain, and [the soup boiled over|it was better than music|felt quite rich]
    there was [one|a single|half a] [dry hour|blue patch|shaft of sun] [over {place}|at lunchtime|on our stair], and [everyone stood in it|nobody spoke|I used it on the washing]
  `,
  garden: `
    my [one tomato|window box|pot of mint] has [a flower|given up|produced a snail], and [I sent for advice|we are thinking of names|it was a gift]
    [a gardener|somebody muddy|the terrace woman] [gave|threw|sold] me a [cabbage|leek|bag of something], and [it fed four|I was not thanked for thanking|there was a slug, gratis]
    I [walked|sat|ate lunch] among [the beds|the apple trees|somebody's beans] [without leave|on Sunday|out of the wind], and [was set to weeding|came home green at the knee|slept well]
    there is [moss|a fern|one daisy] [growing|coming up|alive] in [our gutter|the keyhole|the third step], and [nobody is to touch it|we step over|my landlord calls it damage]
    I was [shown|taught|told] how to [prune|water|wait], [with a real knife|by an expert|at length], and [it cannot be hurried, I gather|have a plaster to show|my basil is none the wiser]
  `,
  games: `
    I was [beaten|mated|robbed] at [chess|draughts|cards] by [a child|my dentist|somebody eating soup], in [nine moves|one long minute|public], and [asked for another|we shook hands|blame the light]
    they [play|argue|breathe] so [loudly|slowly|seriously] at {place} that [my tea went cold|I dared not stir|a fly apologised]
    I [put|lost|won] a [penny|bun|button] on [the match|a pawn|the one in the cravat], and [do not understand what happened|have told nobody|feel alive]
    [somebody|a stranger|the waiter] [explained|showed me|drew] the [knight|gambit|rules of it] with [salt|spoons|real passion], and [I nodded|I shall never use it|now I see them everywhere]
    the [whole café|back table|street] [went quiet|stood up|groaned] over [one move|a rook|nothing I could see], and [I groaned as well|it seems that was art|missed it buttering]
  `,
  language: `
    I [tried|used|shouted] an [old|foreign|harbour] word [on the fishmonger|at dinner|in anger], and [was given eels|it fitted|somebody blushed]
    [a translator|somebody with chalk|the poet in the hat] [corrected|improved|sang] my [shopping list|letter|good morning], and [it is worth more now|I sent it anyway|was late for work]
    there was a [reading|recital|debate] {at}, and I [stayed for|slept through|wept at] [the gulls|the short one|all of it], [I admit it|in the warm|and clapped too soon]
    I [wrote|began|owe] a [letter|note|reply] to [my sister|nobody special|the landlord], [used the wrong word|crossed it all out|ran out of page], and [posted it|it says enough|the blot was the best part]
    [there is|we had] a word [for that|for it|for this rain] [in our family|where I was born|on my stair], and [it cannot be printed|I never heard it elsewhere|my gran made it up]
  `,
  baking: `
    the smell [of bread|from the bakehouse|of the second batch] [got me|fetched me|had me] [down three flights|out of bed|across the square] [in one shoe|before I knew it|against advice], and [I came home with two|that was breakfast|there are only crumbs]
    I [ate|bought|carried] a loaf [still warm|under my coat|the whole way], [without butter|on the stairs|by myself], and [regret nothing|it was for somebody else|the cat knows]
    the [baker|woman at the oven|bread person] [looked at me|took one look|said nothing], and [gave me the big piece|sat me down|charged me half], and [I nearly told her everything|was better|had not even asked]
    I [baked|attempted|burned] a [cake|flat thing|biscuit] of my own, and [the birds are thinking about it|it keeps the door open|respect the trade now]
    I have been [given|trusted with|left] a jar of [starter|something alive|somebody's dough], and [it has opinions|we are both nervous|it got out]
  `,
  music: `
    the [bells|gutters|organ] [started|stopped|went wrong] just as I [proposed|sat down|told a lie], and [she laughed|I took it as a sign|had to begin again]
    I [whistled|hummed|sang] [on the stairs|in the queue|without noticing], and [somebody joined in|was asked the key|a window shut]
    [something|a downpipe|one loose slate] has been [singing|ticking|in three-four] outside my [room|window|kitchen] [all night|since the gale|on and off], and [I sleep better|I have named the tune|miss it when it stops]
    I [went|was taken|got in free] to the [concert|ringing|rehearsal] {at}, [in a wet coat|by my niece|for the warm], and [cried at the dull part|clapped in the gap|came out humming drains]
    two [musicians|neighbours|people with tuning forks] were [quarrelling|humming|at it] over [one note|a semitone|nothing], and [I thought both were lovely|it lasted four streets|was asked to judge]
  `,
  mending: `
    I took [a clock|my umbrella|the good chair] [in|to be mended|round], and [talked for an hour|cried, slightly|came back with advice], and [it was not even broken|the bill was nothing|it works when looked at]
    my [watch|hinge|left boot] [stopped|went|squeaked] at [the worst moment|the altar|supper], and [I let it|we were all glad|it has a point]
    [the mender|a woman with wire in her mouth|somebody patient] [turned it over|held it to the light|said oh dear], and [asked about my mother|had it right in a minute|found a coin]
    I [mended|glued|tied up] [a cup|the gate|my own sleeve] [badly|by myself|with string], and [it holds|am unbearable about it|everyone has been told]
    [no two clocks|hardly two clocks|no three clocks] on the way [home|to work|up] [agree|tell the same story|will speak to each other], so I am [late and early|always somewhere in between|paid by the kinder one]
  `,
}
