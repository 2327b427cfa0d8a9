/** The same as the town's, on how people should live with each other. */
export const PEOPLE_ISSUES = `
= rules: motion vote rule minutes forum law council objection civic
+ claim an objection should be heard however often it was heard before
+ claim a vote without the bore who objects is no vote
- claim whoever has objected ten times in vain should sit down
- claim a forum that hears everything decides nothing
+ why now and then he is right, and those are the days that matter
+ why a rule nobody may question is only a habit with a seal
+ why it costs a quarter of an hour, and silence costs more
+ why the minutes are for those who lost
- why supper is a civic institution too
- why the lamp oil is paid by all and burnt by one
- why the shy never speak after the loud
- why we know the speech and so does the rain
+ saw the one motion that I regret went through without a word
+ saw {some} stood up at the end, and {n} of us changed our minds
+ saw in last year's minutes I found the flood foretold, as an objection
- saw we sat until the lamps went, over the colour of a rail
- saw {n} people left before the vote, and those were the ones it was about
- saw {some} told me she had a point and lost the courage waiting
test time every speech on Thursday and print the list
test hold one sitting with objections in writing only
mid let it be heard in full once and in one sentence after that
mid give everybody an hourglass and nobody two
= strangers: visitor guest stranger newcomer welcome door travel
+ claim a stranger should be asked in before being asked anything
+ claim the town should be easier on newcomers
- claim a stranger should be looked at for a season first
- claim a door that is open to all is nobody's door
+ why each of us was the newest here once
+ why the useful question is usually asked by whoever just came
+ why we have heard all our own stories
+ why a cold welcome is remembered for forty years
- why those who stay prove it by staying
- why whoever leaves takes a key along, one way or another
- why we are kind first and count the spoons after
- why knowing people takes weather
+ saw the best hand I ever had with the ropes came off a boat that morning
+ saw {some} was given soup {at} and has mended our gate since
+ saw nobody told the newest of us where the water was, for {n} days
- saw {some} was everybody's friend by Tuesday and gone by Friday
- saw I lent my good saw on the first evening
- saw three promises were made to me on that pier, and the boat kept none
test invite the next one who steps ashore, and tell everybody how it went
test ask everybody who came in the last year what they needed first
mid give them soup at once and the key at Christmas
mid let each newcomer have one neighbour who answers for them
= early: morning early night sleep work hour baker keeper
+ claim the best of the day is before seven
+ claim whoever sleeps past the bread has missed the day
- claim nothing worth saying was ever said before nine
- claim the night is when a town is itself
+ why there is nobody up to be wrong at you
+ why the light does half of the work
+ why what is done by breakfast cannot be put off
- why early people tell you so until noon
- why a thought needs the others to be asleep
- why dawn is only a late night with worse company
+ saw I had the whole stair to myself, and a heron
+ saw {n} loaves and a letter were done before the first bell
+ saw {some} found the leak at five, and it would have been a flood at eight
- saw I was up at five once, and all it was was cold
- saw {some} writes best at two, and looks it, and is right
- saw what I did before breakfast I did again after it
test change over for a week, and compare what got done
test write down the hour of every good idea until Sunday
mid be up early on market days and nowhere near it otherwise
mid let the early ones whisper and the late ones wash up
= debts: owe money debt lend coin pay price trade favour
+ claim small debts should be forgiven at the turn of the year
+ claim a favour that is written down was a loan
- claim a debt should be paid, however small
- claim to forgive a debt is to buy somebody
+ why by then nobody knows who began it
+ why the book of who owes whom is longer than the friendship
+ why a coin across a table weighs more each month
- why whoever forgives once is asked twice
- why paying is how you stand up straight
- why I would rather owe money than thanks
+ saw {some} crossed the street from me for a year, over two coins
+ saw I tore one up, and was given a better hinge than it was worth
+ saw I found {n} debts in my book and could place one
- saw I was let off once and never dared to argue with her again
- saw {some} paid me after {n} years, in the rain, and we were both glad
- saw the one I forgave borrowed again on the way out
test read both our books aloud and see if they agree
test pay one old debt this week and say what it felt like
mid forgive what is smaller than a supper and pay the rest
mid pay in kind, and within the month
= truth: story true history record fact tell gossip rumour
+ claim a story should be told as it happened
+ claim whoever improves a story has spoilt it
- claim a story may be improved in the telling
- claim what people say happened belongs beside what did
+ why somebody has to live in the town the story makes
+ why once two versions are out, neither is believed
+ why the dull part was the true part
- why nobody remembers the plain one, and then it is gone
- why the truth of it is often in what was added
- why we have minutes for the other kind
+ saw I was there, and I did not know the day when I heard it {at}
+ saw {some} was blamed for a thing that only happened in the third telling
+ saw I went back to the record, and the storm was a shower
- saw the better version got {n} people out to help with the sandbags
- saw I told it plain, and they asked when it would begin
- saw {some} added a goat, and that goat is all that anybody learned
test write down what happened today, all of us, and compare on Sunday
test tell it both ways and ask in a week which one came back
mid tell it as you like, and say at the end which part you made
mid let it be true in the numbers and free in the weather
= quiet: noise music neighbour sing play quiet practice street
+ claim there should be an hour of quiet in the afternoon
+ claim not every hour needs a tune
- claim a street that makes noise is a street that is well
- claim quiet should be kept indoors by those who want it
+ why the night shift sleeps when the rest of us whistle
+ why nobody hears the drip in time any more
+ why you cannot listen and play
- why the day it was silent here was the day after the flood
- why practice is the price of Thursday
- why whoever wants an hour soon wants two
+ saw I heard the tide turn {time}, for once, and it is a real sound
+ saw {some} has not slept through a day since the spring
+ saw there were {n} tunes in the street at the same time, and two were mine
- saw when the organ stopped, {n} people came out to ask who had died
- saw {some} practised in a whisper, and played like it
- saw the only quiet house in my street is for sale
test keep still for an hour and write down what we hear
test ask the night keepers, and nobody else
mid let it be quiet when the blinds are down and not by the clock
mid one street at a time, by turns
= thanks: thank gift help favour apology polite manners letter
+ claim a kindness should be answered with a letter
+ claim thanks that are not said are not thanks
- claim thanks are best shown and not said
- claim to be thanked at length is a punishment
+ why whoever gave it is left to guess
+ why a line on paper can be read again in February
+ why we notice what is missing sooner than what was done
- why the next loaf says it better
- why words make a bill of it
- why whoever thanks quickly is often done with it
+ saw I found a note of {n} lines {at}, and went about all day in it
+ saw {some} stopped mending for us, and it was for want of one word
+ saw I wrote one that was a year late, and it was kept
- saw the gate was oiled, nobody said a thing, and I knew
- saw I was thanked in front of {n} people, and have hidden since
- saw {some} sent me a card, and never came to carry
test write one today, each of us, to whoever we owe it
test do somebody a good turn unseen and see if it comes round
mid say it once, short, and then carry something
mid write it when they are far and show it when they are near
= solitude: alone company crowd friend walk talk table lonely
+ claim a person needs a day alone each week
+ claim company every day makes people stupid
- claim nobody should eat alone in this town
- claim whoever likes to be alone has not been asked nicely
+ why you only hear what you think when nobody answers
+ why friends are better after a gap
+ why half of my quarrels were only tiredness in company
- why the ones who say so are often the ones who wait for the knock
- why a table with one plate is a sad piece of furniture
- why bad thoughts cannot stand a third person
+ saw I walked the whole length of the town in silence, and was mended by the end
+ saw I shut the door for one day, and wrote {n} letters
+ saw {some} came back from a week on the roofs kinder than before
- saw {some} said all was well through a shut door, and it was not
- saw I laid one plate too many by mistake, and somebody came
- saw by the third day alone I was answering the kettle
test leave each other in peace until Sunday, and then say who broke first
test lay an extra plate and tell everybody who sat down
mid be alone by day and never at supper
mid knock once, and go away gladly
`
