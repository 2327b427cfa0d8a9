/**
 * Questions on which people of a town differ. `+` and `-` are the two sides: `claim` what somebody holds, `why` a reason,
 * `saw` a case that speaks for it, all clauses without capital and stop. `test` stands after `let us`, `mid` is a way out.
 */
export const TOWN_ISSUES = `
= clocks: clock hour time wind mend repair bell noon
+ claim the public clocks [should|ought to] be made to agree
+ claim five clocks that differ are [four too many|no clock at all]
- claim the clocks should be left to disagree
- claim a clock is right where it hangs, and nowhere else
+ why nobody can [keep an appointment|catch a boat|boil an egg] by five opinions
+ why a child who learns the hour from two clocks learns to doubt both
+ why whoever is late [has always|will always have] a clock to blame
+ why the ferry goes by one of them and the bread by another
+ why agreeing costs an afternoon with a screwdriver, once
- why the lower street lives four minutes behind the upper, and always has
- why a town in step is a town that can be marched
- why those minutes are [the only mercy|the last slack] the late ones have
- why they were wound apart by people who knew what they were doing
- why an hour belongs to whoever is standing under it
+ saw I watched {n} people miss the same boat by the same four minutes
+ saw {some} waited {at} a whole quarter of an hour by the wrong dial
+ saw my own soup was ruined between two strokes of noon
- saw {some} caught the boat on Tuesday because the lower clock was kind
- saw I set mine by the nearest one and have not been late since the thaw
- saw they were made to agree once, for a week, and there were {n} quarrels
test stand under two of them at noon and write down what each says
test ask the next {n} people who pass which clock they go by
mid one of them should be true and marked so, and the rest be company
mid let each say on its face which street it speaks for
= liftspeed: lift halt speed slow repair mechanic heron bobbin wait
+ claim the [mended lift|lift] should run as fast as it can
+ claim a lift that can make the run in half a minute has no business taking more
- claim the lift should [be kept slow|keep its old pace]
- claim a slow lift is the [best|only] parlour this town has
+ why the queue at the bottom is longer than the ride
+ why people with bad knees pay for everybody else's view
+ why a thing that was mended should be seen to be mended
+ why nobody ever asked the person with the heavy bag
- why half of what anybody knows here was told between floors
- why what is hurried breaks, and then we all walk
- why the extra seconds are where people remember what they came up for
- why the old wood in it has a pace of its own, and it is not ours
+ saw I counted {nn} people at the bottom halt before the first bell
+ saw {some} carried flour up {nn} steps sooner than wait
+ saw on the fast day I was home before the rain
- saw I made up a quarrel {at} between two floors, and it took the whole ride
- saw it was run fast for one morning and shook a pane loose {at}
- saw {some} says the best advice of a life came at the slow bend
test time it from ground to sky {n} times and count who complains
test ride it fast in the morning and slow in the evening for a week
mid it should go fast up in the mornings and slow down in the evenings
mid let whoever rides say at the gate, and the most in a hurry decide
= lostbook: book volume archive shelf paper borrow lend read library
+ claim a book that is off its shelf is missing
+ claim nothing should leave the dry shelves, however briefly
- claim a book in use is not missing
- claim a shelf is only where a book rests between hands
+ why whoever comes next finds a gap, and a gap tells them nothing
+ why damp does in a night what reading does in a century
+ why each loan was going to be only for the evening
+ why the one page that matters is always in the one volume that is out
- why paper that nobody opens goes yellow all the same
- why a register of who has it is worth more than a lock
- why it may be holding up something that would fall without it
- why I never learned a thing from a spine
+ saw I went for one page and found {n} gaps and a note in pencil
+ saw {some} returned one after the floods, in two halves
+ saw the last that was lent came home with jam on it
- saw I found one {at} propping a table that would have gone over
- saw {some} quoted me a page by heart that I had thought was lost
- saw the one I lent last winter taught {n} people to graft
test go through the shelves and knock on the doors of the last {n} readers
test leave one out on purpose and see who brings it back
mid let it go out for a day against a name and a dry bag
mid let there be a card in each gap that says whose table it is on
= slugs: slug garden bed leaf terrace grow soil lettuce compost
+ claim one bed in every garden should be left to the slugs
+ claim we owe the slugs a treaty
- claim no bed should be given up to slugs
- claim a treaty with slugs is a [menu|surrender]
+ why fed slugs stay where the food is
+ why salt is a cruel way to keep a lettuce
+ why the thrushes need them more than we need radishes
+ why we took the slope from them and never asked
- why they cannot read the fence
- why one bed feeds one year's slugs and next year's are many
- why whoever gives a bed has a neighbour who gave none
- why every leaf I have was somebody's supper first
+ saw my spare bed was eaten to the ground, and the rest was not touched
+ saw I counted {n} thrushes on the bed that I had left
+ saw {some} put down boards instead of salt, and has cabbages
- saw {some} left them a corner, and lost the beans on both sides
- saw I followed one track {n} beds from where it was invited
- saw my whole row of seedlings went in one wet night
test count the bitten leaves in two beds, one left and one not, on Sunday
test mark {n} of them with chalk and see where they dine
mid let it be the worst bed, and nearest the wall
mid boards by day and a walk with a lamp at night will do for both sides
= blankmap: map name street survey draw measure plate atlas
+ claim one street should be left without a name
+ claim a map is allowed a blank
- claim every passage should have its name on the map
- claim a blank on a map is work not done
+ why there should be one place where nobody can be sent for
+ why a name is the end of looking
+ why children find such a street by themselves and keep it
+ why whatever we wrote there would be wrong within the year
- why the doctor has to be told where to run
- why what has no name gets no lamp and no drain
- why a gap will be filled by the first fool with a pencil
- why whoever lives there pays for the poetry
+ saw I stood in it {time} and for once nobody knew where I was
+ saw {some} has drawn it three times, and each time it had moved
+ saw the last name it had was scratched out by those who lived there
- saw a letter for that passage lay {at} for {n} days
- saw {some} fell there, and shouted, and could not say where
- saw two people gave me two names for it before I had my pencil out
test ask everybody who lives on it, and write down what they call it at home
test send two letters there, one with a name and one without
mid leave it blank on the wall map and write it in the doctor's copy
mid let it have a number and keep its mouth shut
= starter: bread sourdough starter flour bake oven loaf mayor dough
+ claim the old starter should be shared with anybody who has flour
+ claim a starter that lives in one crock belongs to nobody for long
- claim the old starter should stay in one keeping
- claim a thing that is everybody's is fed by nobody
+ why one cold oven would be the end of a hundred years
+ why bread is the wrong thing to keep to yourself
+ why it came to us in somebody's apron, as a gift
+ why every kitchen that keeps a jar of it is one more chance
- why it sulks in a strange kitchen, and then it is thrown away
- why it has been fed at five every morning by one hand
- why the first who lets it die will say it was ill when it came
- why a secret is half of the taste
+ saw the spoonful I was given raised {n} loaves by Sunday
+ saw {some} nearly lost the crock when the shelf went
+ saw my neighbour's half is livelier than the mother
- saw {some} had a jar of it, and I found the jar {at}, grey
- saw of the last {n} halves that were given one is living
- saw I was trusted with it for a night and did not sleep
test give out {n} jars and look at them in a fortnight
test bake the same loaf from both and let the queue decide
mid let there be one guardian and two sworn seconds
mid lend it by the spoon, and on condition that a loaf comes back
= tidecount: tide water step stair centimetre high sea flood level
+ claim high water should be given in steps and nothing else
+ claim a tide is counted in stairs, not in centimetres
- claim high water should be given in centimetres
- claim a step is no measure of anything but feet
+ why everybody knows which step is their own doorstep
+ why no one was ever wet to the centimetre
+ why the stair has stood longer than the ruler
+ why a number you can stand on is a number you believe
- why the seventh step is worn a hand lower than the eighth
- why between two steps there is room for a whole cellar
- why you cannot add up stairs from two towns
- why the moss makes every step a matter of opinion
+ saw I told {some} nine steps, and the carpets were up in time
+ saw {n} people asked me today what a hundred and forty was in steps
+ saw the chalk mark and my own boots said the same
- saw by the step it was eight, and by the rule it was in my flour
- saw I measured {n} of the steps, and no two are alike
- saw {some} counted from the wrong end and moved out for nothing
test measure every step from the pier down, at low water
test chalk both on the wall for a week and see which people read
mid give the step first and the rest in brackets
mid let the worn steps be measured once and the list be nailed up
= forecast: forecast rain weather percent cloud umbrella vane sky
+ claim a forecast should say yes or no
+ claim a percentage is a way of never being wrong
- claim a forecast should be given as a number
- claim whoever says yes or no about rain is lying half the time
+ why nobody takes three tenths of an umbrella
+ why somebody who is never wrong cannot be taught
+ why the washing is out or it is not
+ why a number lets the forecaster sleep and nobody else
- why the sky has not decided either
- why I would rather be told how sure somebody is than how brave
- why thirty in the hundred came true thirty times in the hundred
- why a yes that fails is remembered, and ten that held are not
+ saw it said forty, and I stood {at} not knowing what to do with my hat
+ saw {some} asked what sixty meant, and the answer was a shrug
+ saw I hung my sheets out by it all summer and was rained on {n} times
- saw I kept count for a month, and it was out by {n} in all
- saw {some} said dry, flatly, and we all got soaked on the strength of it
- saw I carry a coat from fifty on, and it has served me
test write down yes and no beside the number for a fortnight
test keep a tally on the door of who got wet
mid give the number and then say what you yourself will wear
mid say yes, no or take it with you
= bells: bell ring tower sound a-flat note music organ horn
+ claim the cracked bell should be recast
+ claim a bell that is out of tune is a lie told every hour
- claim the cracked bell should be left as it is
- claim that flat note is the town's own voice
+ why every choir that starts from it ends somewhere else
+ why the crack grows, and one day it will come down
+ why whoever tuned the others meant them to agree
+ why we teach the children the wrong note before they can walk
- why the boats find the harbour by that very note in a fog
- why a new bell would be heard by nobody for a hundred years
- why it cracked ringing for people who were saved by it
- why in tune it would only be any bell
+ saw I took a fork to it, and it is flat by more than a hair
+ saw {n} singers went down together after it last Thursday
+ saw a flake as large as a thumbnail lay {at}
- saw a pilot told me it was the only one he could tell from the rest
- saw it rang in the small hours, and I knew at once where I was
- saw {some} wept when it was silent for a week
test climb up and mark the end of the crack, and look again in a month
test ring all {n} with eyes shut and say which one you would miss
mid cast a new one and hang it beside the old
mid keep it for the fogs and ring the hours on another
= tablethree: chess board table match play bishop pawn opening draw
+ claim [games for money|a stake] should be allowed at the board
+ claim a game with nothing on it is only practice
- claim there should be no money on a game
- claim whoever needs a stake does not like the game
+ why people who lose a coin remember why
+ why it keeps out those who only shuffle wood
+ why a stake is a promise to try
+ why everybody plays for something, and money is the honest name
- why the ones who cannot pay stop coming
- why I have seen a friendship go for a rook
- why the best move is hard enough to see without a hand in your pocket
- why a debt sits down at the next game too
+ saw I played my best end game with a supper on it
+ saw {some} fell asleep in a friendly one
+ saw the only draw I ever refused had a coin on it
- saw {some} has not spoken to me since the coin fell {at}
- saw there was a crowd at the board before the stakes and {n} after
- saw I won once and did not like the face across from me
test play {n} games each way and see which are finished
test put a jar by the table and see who puts anything in
mid let the stake be a bun, and the winner share it
mid let the coins go to the lamp oil, whoever wins
= newname: name word language translate old inscription street tongue
+ claim an old name that turns up should go back where it was
+ claim what was once the name is still the name
- claim a name that is forgotten has been given up
- claim the name is what people say today
+ why somebody carved it so that it should last
+ why the new one was chosen on a wet evening by {n} people
+ why we are only the latest to live here
+ why a place with its own name back holds its head differently
- why nobody ever asked the way in a dead language
- why every layer has one under it, and where would you stop
- why the children have made songs with the new one
- why you cannot be homesick for a word you never heard
+ saw the letters came up under the whitewash, deep and clear
+ saw somebody of over eighty said it at once when I pointed
+ saw on the oldest deed I could find it stands three times
- saw I asked {n} people for the old name, and they sent me to the asylum
- saw the old sign was put up once and taken down as firewood
- saw even {some} who dug it up says the new one in a hurry
test put up both and listen for a month
test ask the ten oldest and the ten youngest, and count
mid let the old one be cut small under the new
mid give it to the next thing that has no name yet
= umbrellas: umbrella mend repair throw new cheap fix handle tool
+ claim whatever can be mended should be mended
+ claim to buy new is to give up early
- claim some things are better thrown away
- claim there is vanity in mending everything
+ why a mended thing knows you
+ why the new one is made to be thrown after it
+ why what is thrown away is only thrown somewhere else
+ why whoever mends learns what broke it
- why the third mend costs more than the thing
- why a rib that went once is waiting to go again
- why my shelf of patients leaves me nowhere to eat
- why a clean end is also a kindness
+ saw one came back to me after {n} years with my own rivet in it
+ saw {some} wept over a handle, and it was an hour's work
+ saw the new one I was given lasted until the corner
- saw I mended one {n} times, and it let me down at a funeral
- saw it took three evenings, and the owner had bought another
- saw the wind had the same one inside out again {at}
test mend one and buy one and hang both out in the next gale
test keep the bill for both until the spring
mid mend it twice, and then let it go with thanks
mid mend what was made by hand, and only that
`
