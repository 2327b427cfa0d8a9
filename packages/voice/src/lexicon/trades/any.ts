/** Matters for an interest that belongs to no trade: `{interest}` is the name the speaker's profile gives it. */
export const ANY_MATTERS = `
= pursuit: pursuit hobby love
saw {some} [asked|stopped to ask|wanted to know] me about {interest} [in the queue|on the stairs|over the fence], and [I talked past my stop|it turned out they knew more|we were still at it when the lamps came on]
saw [a whole hour|my lunch|the best of the light] [went|vanished|was spent] on {interest}, [without asking|and nobody minded|again], and [I have something to show|the soup is ruined|there is half a page to prove it]
saw something about {interest} [came right|gave way|stopped fighting me] [at last|after supper|when I had put it down], [for no reason I can name|as it does|and I sat very still]
did put [an evening|three days|a good pencil] into {interest}, and [took half of it out again|learnt one thing|would not call it wasted]
did tried [it backwards|the slow way|what I tell others to do], [with {interest} of all things|for once|and swore], and [it worked|have to apologise to somebody|was wrong by a finger]
did [explained|defended|showed] {interest} to {some}, [badly|with two spoons|for an hour], and [was asked the one good question|they were kind about it|understood it myself]
said {some} said {interest} is [not what it was|only for those with time|a strange thing to lie awake over], and [I am still answering|perhaps|took two helpings of it all the same]
said {who} says I [go on about|hide behind|was made for] {interest}, [and passed the salt|not unkindly|which I have decided to enjoy]
so [you think|one thinks] it is about {interest}, and it is about [patience|who taught you|being seen to fail], [nearly always|in the end|as usual]
so [the small part|the dull bit|what everyone skips] is [where it lives|the whole of it|where I would start]
view {interest} [repays|wants|gives back] [slowness|company|the second look] [more than cleverness|and very little else|before it gives you anything]
view nobody should [begin|judge|give up] {interest} [on a full stomach|before the third try|in the first week]
ask who [taught you|first showed you|put you off] {interest}, and [do they know|what did they say|was it raining]
do [start badly|ask the oldest person|leave it overnight], [with {interest} anyhow|then look again|it is allowed]
will give {interest} [another evening|one more week|a rest], and [see who blinks|report honestly|say nothing till it holds]
`
