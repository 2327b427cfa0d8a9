/**
 * What is said on leaving a table, in parts that go together: a word on the talk, and a word on what is next. `{to}` is
 * whoever is left, `{subject}` what was talked of (`small debts`, `whether the clocks should agree`), `{reason}` what
 * somebody gave for it (`{Reason}` at the beginning), `{by}` who did, `{e}` a thing that was named.
 */
export const OF_TALK = `
  That is enough of {subject} for one {part}.
  [I shall sleep on|I take home with me|I carry up the stairs] what was said of {subject}.
  We can go on about {subject} [when it rains|another {part}|over something hot].
  <terse> {subject^}: [later|to be continued|another time].
  <terse> Enough on {subject}, {to}.
  <terse> {reason^}. [Hm|Noted|I shall see].
  <warm> You made me think, {to}, about {subject}, [and I am glad I sat down|and I had not meant to].
  <warm> I shall remember that {reason}, {by}, [on the way home|when I am alone with it].
  <warm> It did me good, {to}, even {subject}.
  <formal> On {subject} I reserve [the rest|my reply], {to}.
  <formal> I note that {reason}, and thank {by} for it.
  <formal> Let {subject} stand over, {to}, until we are [rested|quorate|dry].
  <playful> {subject^}! We could have [baked a loaf|rowed to the point|taught a cat to read] in the time.
  <playful> I shall tell everybody, {by}, that {reason}, and that I [thought of it|said it first].
  <playful> Whoever says another word about {subject} pays for the [tea|oil|chairs].
  <dry> {subject^}, {to}. [One has sat through worse|I feel younger already|And people say there is nothing to do here].
  <dry> {reason^}, says {by}. I shall [have it framed|try it on the landlord|lie awake over it].
  <exact> On {subject}: [{n} points made, one of them good|nothing proved, two things said|I count {n} words too many, mine].
  <exact> What I keep of it is that {reason}; the rest on {subject} was [noise|weather].
  <hedging> Perhaps there is more to {subject} than I allowed, {to}.
  <hedging> I am not sure that {reason}, {by}, but I shall [turn it over|look at it again].
  <curious> I still want to know, {to}, about {subject}: [ask me again|tell me next time|leave it open for me].
  <curious> Is it really so, {by}, that {reason}? [I shall look|I shall ask around].
`

/** After agreement was found. */
export const OF_SETTLED = `
  We have settled {subject}, {to}, and [nobody was hurt|the tea is not even cold|I shall deny it was easy].
  <terse> {subject^}: done. Good.
  <warm> How pleasant, {to}, to be of one mind on {subject}.
  <formal> That {subject} is settled between us, {to}, I shall [enter|report] gladly.
  <playful> {subject^}, settled! [Ring something|Who would have thought|Tell the gulls].
  <dry> So that was {subject}. [I had planned a longer quarrel|What shall we disagree on now].
  <exact> One matter closed, {subject}; that leaves [the others|{n}].
  <hedging> It seems we agree on {subject}, {to}, unless I [misheard|dreamt it].
  <curious> Who will believe, {to}, that we agreed on {subject}?
`

/** After a talk on nothing that anybody holds or denies. */
export const OF_SMALL_TALK = `
  Keep me posted about {e}, {to}.
  <terse> Mind {e}, {to}.
  <warm> It was good to hear of {e}, {to}, [and of you|from you of all people].
  <formal> I am obliged to you, {to}, for the news of {e}.
  <playful> I shall dream of {e}, {to}, and it will be your doing!
  <dry> And so much for {e}.
  <exact> I make a note of {e}, {to}, [with the hour|under today].
  <hedging> I shall think about {e}, {to}, I expect.
  <curious> Next time, {to}, the whole story of {e}.
  It has been a good {part} for sitting, {to}, {weather} and all.
  <dry> One has sat {at} in worse, {to}.
  <playful> Same chairs tomorrow, {to}, and I want the one with the {n} good legs!
  [I had not sat here|We had not sat like this] since {bygone}, {to}.
`

/** Where somebody has to be next: `{there}` with its preposition, `{when}`, `{whom}`. */
export const TO_MEETING = `
  I am promised {there} {when}, to {whom}.
  <terse> {whom^} waits. {there^}, {when}.
  <warm> {whom^} expects me {there} {when}, and I will not let [that one|a friend] wait.
  <formal> I have given {whom} my word for {when}, {there}.
  <playful> {whom^} and I have [business|mischief] {there} {when}!
  <dry> {when^} I am to be {there} with {whom}. [I must find my better face|It will be what it will be].
  <exact> {when^}, {there}, with {whom}: I should be [early|on time].
  <hedging> I believe I said {when} to {whom}, {there}, [and had better go|if I have it right].
  <curious> What {whom} wants of me {there} {when} I do not know, [and I mean to find out|which is half of why I go].
`

export const TO_WORK = `
  They will be looking for me {there}.
  <terse> Work. {there^}.
  <warm> There is a [stool|pot|lamp] with my name on it {there}, {to}.
  <formal> My duties are {there}, and they have begun without me.
  <playful> If I am not {there} soon, somebody will [do it properly|touch my things]!
  <dry> I am paid to be {there}. [It is not much, but it is regular|One shows one's face].
  <exact> I am due {there}, and have been for [{n} minutes|a while].
  <hedging> I ought to be {there}, I suppose.
  <curious> I wonder what has gone wrong {there} since I [left|sat down].
`

/** When there is nothing to say of that but the hour and the weather. */
export const TO_NOWHERE = `
  I go home with {weather} for company, {to}.
  <terse> {weather^}. [Home|Up the stairs|Off].
  <terse> [Home|Off], by {place}.
  <warm> Get home before {weather} [gets you|changes its mind], {to}.
  <warm> If you see {who}, {to}, say that I [asked|was here|am well].
  <formal> The {part} being what it is, and {weather}, I take my leave, {to}.
  <formal> I shall pass by {place}, {to}, and think of [this table|your kindness|the matter].
  <playful> {weather^} and I have a long way together!
  <playful> I have {n} stairs to climb, and {who} lives on every one of them.
  <dry> Outside there is {weather}, and I seem to be going out into it.
  <dry> {place^} lies on my way, and so does {some}. [One nods|I shall take the other side].
  <exact> {n} minutes to {place}, {nn} to my door, in {weather} rather more.
  <hedging> I had better be going before {weather} [thinks better of it|gets worse].
  <hedging> I may stop by {place}, or I may not, {to}.
  <curious> I want to see what {weather} has done to {place}.
  I shall go home by {place}, {to}, [it is hardly further|for the air|and slowly].
`
