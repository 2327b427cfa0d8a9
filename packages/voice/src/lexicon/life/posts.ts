/**
 * Sentences of posts that belong to no trade. A slot that is named like a move is a clause of the text's matter; `{home…}`
 * is one of the speaker's own, for a text on a matter of another trade. `^` begins a sentence, `:` follows a colon.
 */

export const SCENE = `
  {Time}, {at}.
  {Time}.
  {Dated}, {at}.
  {Time}, {dated}.
  {weather^}, {at}, {time}.
`

/** `{bygone}` is something that happened to the whole town, `{dated}` the time as seen from it. */
export const SINCE = `
  [That was|This was|It was] {dated}, {at}[, for those who count|, with {weather} over us|, and I had company].
  [I date it|Put it down as|Call it] {dated}, {time}.
  {Dated}, and [already|still|again] {weather}. [The town forgets fast|I had hoped for better|One gets used to it|Nobody looked up].
  [I had not been|Nobody I know had been|It was my first time] {at} [since|after] {bygone}[, and it shows|, and I looked about me|].
  [People still talk|They talk|My stair talks] of {bygone}. [Meanwhile|For my part|All the same] I {did}.
  {bygone^} [taught|cost|left] me {n} [things|evenings|small habits], and [this is one of them|I would not give one back|{who} shares two].
  [Before|Until] {bygone} I would have [walked past|let it lie|said nothing|sent for {who}]. {Time} I {did}.
  {who} [says|holds|tells everybody] that it [began|all began] with {bygone}. [I say it began {at}|I was {at} at the time|I keep my own count].
  [What|All that] {bygone} [spared|passed over|left standing], {weather} [got at|found] {time}.
  [Compared with|After|Next to] {bygone} it was [a small thing|nothing|a holiday], {at}, {time}.
  [Somebody asked me|{some^} asked me|{who} asked me] {at} [where I was at the time of|what I remember of|how I got through] {bygone}. I {did}. [That is the answer|It was something like that].
  [If you were looking for me|Whoever missed me|For the record]: {dated} I was {at}, [in {weather}|and not alone|and said so].
`

/** `{coinage}` is what the town says since a storm that was called so, `{meaning}` what it stands for, `{namesake}` the storm. */
export const COINED = `
  [We call it|My stair calls it|Here one says] {coinage} since {namesake}: {meaning}. [I had one|There was one|I saw one] {at}, {time}.
  {Coinage} {at} {time}, [which is|that is|meaning] {meaning}, [for those who were away|if you missed {namesake}|as everybody knows since {namesake}].
  Since {namesake} I know it [when I see it|by the sound]: {coinage}, or {meaning}. {Time}, with {weather}.
  {who} [laughed|waved it off|put it in a sentence at once]: {coinage}. [You know|You remember|Ask anybody {at}], {meaning}, after {namesake}.
  [Not a bad day|A day like others], but for {coinage} [on the stairs|at my own door|{at}]. ([New here?|For strangers:] It means {meaning}.)
  [I collect them|That makes {n} this season|{who} will not believe it]: {coinage}, {time}, {at}. [Without {namesake} we had no word for|{namesake^} gave us the word for] {meaning}.
`

export const DOUBT = `
  I [used to think|was taught|once told {some}|would have sworn] that {view}. [Lately I wonder|I am less sure now|It may want another look|Today it did not help].
  [People say|They say|You hear it said that|My elders hold that] {view}. [Do they|I would like to see it in the wet|I have my doubts|Not by lamplight].
  [Suppose|What if|Say] {view}. [Then what|Where does that leave us|It will not come out even|I lose sleep there].
  I cannot [decide|tell|make up my mind|settle] whether {view} or [I am only tired|the opposite|somebody told me so|it was the weather].
`

export const CORRECTION = `
  [Correction|A correction|To correct myself|I said otherwise yesterday]: {saw}.
  I was wrong [on Monday|about this|in public], [so let it be plain|here it is|and so]: {saw}.
  [Ignore|Strike out|Forget] what I [said|wrote|shouted] [before|at breakfast|the other day]. {saw^}.
`

export const COMPLAINT = `
  I [should like|would like|want] it [known|written down|said once|put on the wall] that {saw}.
  [Whoever is responsible|To whom it may concern|They will call it nothing|I am not angry]: {saw}.
  {saw^}. [I ask you|Every time|And nobody apologises|One gets used to it, and one should not].
`

export const TEASE = `
  [Before {who} says anything|Ahead of {who}|Since {who} will ask]: [yes, I saw|I know|it was like that when I came].
  {who} [will tell you otherwise|would have it framed|thinks I make these up|was right about this, and may enjoy it until supper].
  [I have not told|Nobody tell|I am saving this for] {who}.
  [That one is for|I dedicate it to|Put that in a drawer for] {who}, [who started it|with love, of a kind|who will deny it].
  {who} [owes me|can have] [an apology|the other half|one cup of something hot], [by my count|and knows why|but I can wait].
`

export const THANKS = `
  [Thank you|Thanks|I owe thanks|My hat is off|A bow] to {who}, who {favour}.
  {who} {favour}. [I noticed|That is all|Somebody should say so|I have not forgotten it].
  [Let it be said|It should be known|For the record|I want it remembered] that {who} {favour}.
`

export const BOAST = `
  [Not to boast|I do not like to mention it|Modesty forbids|I say it quietly], but I {did}.
  I {did}, [unaided|and in those shoes|and you may tell people|if anyone should ask].
  [Let it be known|Kindly note|It is perfectly true|There are witnesses] that I {did}.
`

export const HUMBLE = `
  [Nobody saw|There were no witnesses|The only witness was a cat|It will not happen twice].
  [I am told it is easy|Anyone could|It was mostly luck|I had help], [I suppose|really|and weather].
  {who} [could have done it faster|was not impressed|says it was crooked].
`

export const LIST = `
  [Two things|Two notes|Today, in order|For the book]. {saw^}. {did^}.
  [First|To begin with], {did:}. [Second|Then|After that], {saw}. [Third|Last|And to finish], {so}.
  [Learnt today|Seen today|What the day left]: {saw}; [also|and|further], {saw2}.
  [Done|Finished]: {did}. [Not done|Still to do]: [the rest|everything {who} asked for|supper|the part I dislike]. [Seen|Noticed|Heard]: {saw}.
`

export const MOODY = `
  {mood^}.
  {mood^}, [so|and so] [small things only|there it is|be warned|the door stayed shut until ten|I went about it quietly|do not stop me on the stairs].
`

export const ASIDE = `
  [I was only there for|I had gone out for|This was on the way to] [string|a stamp|half a pound of nails|lamp oil|a loaf], [mind you|and forgot it|of all things|and still want some].
  [You have to picture|Imagine|Keep in mind|Add] [the hat|the hour|the smell|my left boot|a wind like that].
  {some^} [watched|had an opinion|held my coat|took me for somebody else], [which did not help|and said so|the whole time|with a bun].
  [Nobody|Not a soul|No one on that stair] [had slept|would look up|spoke|wanted to be first].
`

export const MEMORY = `
  [Years ago|The winter I came|Once|Back when I was new|In my first week|Another spring] I {did}. [I think of it|It came back to me|You do not forget that|I was there again for a moment] {time}.
  {who} [once told me|used to say|said on my first day|keeps telling me] that {view}. [I laughed|I did not listen|I wrote it down|I see it now]. {saw^}.
  [This time last year|A month back|Before all this|Younger] I would have [let it go|shouted|gone home|written to somebody]. {Time} I {did}.
`

export const WEATHER = `
  {weather^}[, still|, since breakfast|, and no end to it|, from the look of it].
  [All|Most|Half] {part} {weather}, [and I was out in it|so nobody came|which suits some].
  [Good|Bad|Fair] {season} weather, [if you like {weather}|for the work|by anyone's reckoning].
`

export const IN_MY_TRADE = `
  [In my trade|Where I work|With us|In my line|Among my sort|On my side of the street|At my bench], {homeview}.
  [It is the same with me|I know how that goes|It sounded like home|My own day was no better|Mine went otherwise]: {homesaw}.
  [Then back to work|After that, home|So much for that|Enough of it|Back to what I know]. I {homedid}.
  [I would not know|It is not my field|What do I know|Ask the experts|That is as far as I go]. [Still|But|Mind you], {homeview}.
  [Meanwhile|At my end|On the way home], {homesaw}.
  [All the while|Half of me|My other ear] was on [my own work|what I had left undone|the usual thing]: {homesaw}.
  [Which proves|Which only shows|From which I take it] that {homeview}.
  {homeso^}, [there as here|it seems|as at home].
`

export const SHRUG = `
  [I make no claims|I am no judge|I only live here|What would I know], [but there it is|and I was cold|ask somebody with a uniform|and am usually hungry].
  [Ask|I leave that to|Take it up with|It is a matter for] {who}.
  {who} [would know|can explain it|laughed at me|has a theory], [and at length|if you have the evening|quite rightly|with gestures].
  [So ends|So begins|There goes|I resign from] my [career|education|standing] in {topic}.
  [It made the day|I was glad of it|Worth the wet feet|There are worse evenings|I have had duller weeks].
  [Nobody|Not a soul|No one at home] [believes me|asked|wanted to hear it], [so I tell you|which is why I write|but you might].
  [I told|I mentioned it to|I ran and told] {who}, who [only nodded|wants to see it|said that is nothing|has not stopped laughing].
`

export const BELIEF = `
  [I have said it before|I keep coming back to this|If I had to carve one thing]: {belief}.
  {belief^}. [That much I know|I have not met the argument that moves it|Call it a habit].
  [Some mornings I doubt it|You may laugh|It still holds]: {belief}.
`

export const QUESTION = `
  [What I cannot settle|Still on my mind|The question I take to bed|Nobody has answered me yet]: {question}
  [And|So|Meanwhile], {question}
`

export const IDEA = `
  [Still for|I am still for|Count me for|Put me down for] {idea}, [whatever the stairs say|and I have heard the other side|rain or no rain].
  [They are talking about|I hear more of|It comes round again,] {idea} [at every table|again|even {at}].
  {idea}: [I go back and forth|I have slept on it|say what you like].
`

export const HAPPENED = `
  {happened}
  [So|Well|There]: {happened:}
  {Time}, [of all hours|and I was there|with no warning]: {happened:}
  {happened} [I was not ready|I am still turning it over|Make of that what you will|You heard it here second].
`
