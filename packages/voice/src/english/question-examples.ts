// Example questions by intent, for questions that no rule covers. Names stand as marks; contractions are written out.
export const QUESTION_EXAMPLES: Readonly<Record<string, string>> = {
  home: `
    where is your home | what part of town are you in | which neighbourhood do you belong to
    where do you hang your hat | where do you lay your head at night | do you live round here`,
  work: `
    what keeps you in bread | what are you by trade | what is it you do all day | how do you make your money
    when does your shop open | when can i come by your workplace | what time do you open | are you open on sunday
    tell me about your job | which days are you off | how come you work at night | why do you work so late`,
  tenure: `
    have you always lived here | are you from around here originally | when did you come to this town
    for how many years have you done this job | were you born in this city | since when do you do this work`,
  friend: `
    who would be good company | who is worth knowing | who do you recommend i meet | who could i talk to here
    who do you like talking to | who is your go to person | who would you call at midnight | who has your back
    who would you invite to dinner | who do you enjoy being around | who matters to you here | who is dear to you`,
  rival: `
    who winds you up | who gets under your skin | who grates on you | who do you find hard to take
    who would you not share a table with | who is your least favourite neighbour | who do you find annoying`,
  trusted: `
    whose word would you take | who would you give your keys to | who would you not give your keys to
    who can be relied on round here | who would you tell a worry to`,
  likedBy: `
    who is fond of you | who thinks well of you | who here dislikes you | who has it in for you | are you well liked`,
  feeling: `
    how do you do today | what is the matter with you | why the long face | you look down what is up
    you look a bit tired is everything all right | you sound cheerful | is something troubling you | what mood are you in
    how is your day going | are you having a good day | you seem quiet today`,
  identity: `
    tell me a bit about yourself | what should i call you | who might you be | what do people call you`,
  didOn: `
    what did you do three days ago | how did you spend your day | what kept you busy | what have you got done
    what was your evening like | what was on your plate yesterday | talk me through your yesterday
    anything you did today | what did you end up doing`,
  highlight: `
    and the best | and the worst | what made you happy lately | what cheered you up | what went well for you
    what went badly for you | what was a low point | what has been bothering you | what are you proud of`,
  regret: `
    what would you do differently | anything you wish you had not done | do you feel sorry about anything
    what do you wish had gone another way | what is weighing on your conscience`,
  met: `
    who did you run into today | who were you hanging around with | who was with you | who kept you company
    did you have any company yesterday`,
  lastMet: `
    who was the last person you spoke to | who were you just with | who did you have a chat with last
    last person you met | who did you talk to just now`,
  meetsMost: `
    who do you see the most | who are you usually with | who do you run into all the time`,
  whereWas: `
    where were you last saturday evening | which places did you go to | where have you been today | did you leave the house`,
  now: `
    what are you up to | what are you doing at this moment | what keeps you busy right now | are you in right now
    whereabouts are you`,
  favouritePlace: `
    where do you like to sit | where do you feel at home in town | where do you go when you want peace
    what is the nicest corner of town for you | do you like it here | do you like living here | do you like this town`,
  interests: `
    what do you like doing | what are you passionate about | what makes you tick | what do you do for fun
    what are you into | what could you talk about for hours`,
  goal: `
    what are you working towards | what is your dream | what do you want out of life | what are you trying to get done
    what would you like to achieve | what drives you | any ambitions | what are you after`,
  plans: `
    what is next for you | anything lined up | what are you up to later | are you seeing anyone on thursday
    busy tonight | do you have time tomorrow | what is on your schedule | any appointments | where are you going next
    who are you meeting next | what is on for you tomorrow`,
  promised: `
    do you keep your promises | is there a promise you still have to keep | what have you given your word on
    are you someone who keeps their word | any promises not fulfilled yet | have you committed to anything`,
  promiseKeeper: `
    who keeps promises in this town | whose word is good round here | who always does what they say`,
  brokenToYou: `
    did anybody let you down | who has kept you waiting | who did not turn up | who stood you up`,
  brokenByYou: `
    who have you disappointed | did you ever not turn up | have you let anybody down | who did you keep waiting`,
  games: `
    how did your last game go | who beat you last | did you win or lose | how is your chess going
    how did you get on at the board | have you been playing
    who was your last opponent | who did you play against | did you win | what was the result | who have you been playing
    how many games did you lose`,
  bestPlayer: `
    who is the best at chess here | who is the strongest player you know | who plays best in town
    who is hardest to beat | who wins the most games | who would win <person> or <person>`,
  argued: `
    who did you last have words with | what were you two fighting over | did you have a row with somebody
    what was your last dispute about`,
  changedMind: `
    has anybody persuaded you of something | who talked you round | what have you come to see differently
    did somebody convince you | and what did they convince you of | do you ever change your mind`,
  angry: `
    is there someone you are still sore at | who did you not forgive | has somebody upset you | anyone you hold a grudge against`,
  conduct: `
    who did something nice for you | has somebody been rude to you | did anybody say thank you | who said sorry to you`,
  news: `
    what is the word on the street | what did i miss | fill me in on the town | what is everybody talking about
    what are people talking about | any gossip | what is the talk of the town | catch me up
    what is new round here | has anything happened while i was away | what is all the fuss about
    what is the word around town | what do people talk about here | bring me up to date | what is everyone on about
    what is hot in town | what is the latest scandal | what are folks saying | tell me what has been going on
    any excitement round here | anything worth knowing`,
  heard: `
    what have you heard | has anybody told you something interesting | any rumours going round`,
  happening: `
    how was the market | what was the storm like | tell me about the storm | how bad was the storm | when is the next market
    how long did the storm last | when did the storm end | was there much damage in the storm | how was the fair`,
  weather: `
    do i need a coat today | is it wet out | what is it like out | what is the sky doing`,
  forecast: `
    should i bring an umbrella tomorrow | what will the weather do | will it be dry tomorrow`,
  date: `
    what is the time | do you have the time | which day have we got`,
  population: `
    how many of you are there | how big is this place`,
  newcomer: `
    any new faces | has anybody new turned up`,
  departed: `
    has anybody moved away | who left town | is anybody gone for good`,
  lastPost: `
    what did you last write | what have you put out lately | what was your latest post about`,
  brokenThings: `
    what needs mending | what is broken at the moment | what is out of order`,
  sleep: `
    when do you turn in | when do you get up | are you an early riser | are you a night owl`,
  secrets: `
    tell me something nobody knows`,
  been: `
    ever been to <place> | do you go to <place> often | have you ever set foot in <place> | were you at <place>`,
  placeOpinion: `
    do you like <place> | what do you make of <place> | what is your feeling about <place> | is <place> any good
    would you recommend <place> | what do you think of <place>`,
  placeIs: `
    what kind of place is <place> | what is there at <place> | describe <place> | where do i find <place>`,
  placePresent: `
    who hangs out at <place> | is it busy at <place> | is <place> full right now`,
  placeOpen: `
    when does <place> open | is <place> open today | until when is <place> open`,
  distance: `
    how far is it to <place> | how long is the walk to <place> | how do i get to <place> | is it far to <place>
    is <place> near here | can i walk to <place>`,
  thingState: `
    is <thing> working | what is up with <thing> | how is <thing> doing | what about <thing>`,
  thingKeeper: `
    who takes care of <thing> | who is in charge of <thing> | who do i ask about <thing>`,
  know: `
    do you know <person> | have you come across <person> | does the name <person> ring a bell | are you and <person> acquainted`,
  tie: `
    are you and <person> close | what happened with you and <person> | what is it between you and <person>
    would you help <person> | do you miss <person> | would you lend <person> money | i guess you and <person> hate each other`,
  opinionPerson: `
    is <person> nice | what is <person> like | is <person> a good person | what do you make of <person> | is <person> honest
    can <person> be trusted | your honest opinion on <person> | do you think <person> is trustworthy`,
  lastSeen: `
    when were you last with <person> | did you bump into <person> | have you spoken to <person>
    where did you last bump into <person>`,
  talk: `
    what do you and <person> talk about | what did <person> want from you | what did <person> say to you`,
  otherWork: `
    what does <person> do | what is the job of <person> | where does <person> work | how does <person> earn money`,
  otherWhere: `
    where can i find <person> | is <person> around | have you any idea where <person> is`,
  otherNews: `
    what is <person> up to | any news about <person> | what is new with <person> | what do people say about <person>`,
  otherMood: `
    is <person> all right | how is <person> doing | is <person> happy`,
  otherPost: `
    what did <person> write lately | has <person> published anything`,
  otherFriend: `
    who is <person> close to | who are the friends of <person>`,
  tieOfOthers: `
    are <person> and <person> friends | do <person> and <person> get on | what is going on between <person> and <person>`,
  tieToYou: `
    does <person> like you | what does <person> think of you | is <person> angry with you`,
  whoIs: `
    who is <person> | what can you tell me about <person> | tell me about <person>`,
  stranger: `
    who is <stranger> | do you know <stranger> | have you come across <stranger> | is <stranger> nice`,
}
