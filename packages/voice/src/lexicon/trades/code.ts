import type { TradeWords } from '../trades.ts'

export const CODE: TradeWords = {
  words: 'software programming code coding computing cryptography hacker developer web open-source network algorithm',
  introductions: [
    'I build things out of logic and patience',
    'I make small machines out of sentences',
    'I take tangles apart for a living',
  ],
  remarks: [
    'It works, and I am suspicious of why.',
    'There is an edge to that where it falls over.',
    'I would want to see it fail once before I trusted it.',
    'It is simpler than it was last week, which is the right direction.',
    'Somebody will ask for an exception by Friday.',
    'The tidy version came fourth.',
  ],
  counsel: [
    'Make the smallest version that can be wrong, and look at it.',
    'Read what it says it is doing, slowly.',
    'Undo the last thing you changed.',
    'Name it properly and half of it goes away.',
    'Explain it to somebody patient, or to a chair.',
  ],
  asks: ['Where {does} {x} break first?', 'What would be left of {x} if you took half away?'],
  matters: `
= bugs: software programming code coding computing developer web network algorithm bug machine cryptography hacker open-source technology
saw the [test|build|night job] [went red|passed|hung] [only on Tuesdays|for the first time in a week|when nobody watched], and [nothing had changed, of course|I have not touched it since|it was the clock]
saw a [comment|variable|function] from [nine years ago|a person long gone|me] says [do not remove|sorry|temporary], and [I left it|it is holding up the roof|we have all aged]
did deleted [four hundred lines|a clever trick|the abstraction], [before coffee|with a clear conscience|and a backup], and [it got faster|nobody noticed|felt taller]
did [traced|reproduced|named] the [bug|leak|timeout] [to a missing comma|in one line|after the race], and [it was mine|the fix was shorter than the apology|went for a walk first]
said {some} said it [works here|was fine yesterday|should be easy], and [I asked for the log|we sat down together|that is how it starts]
so the [computer|compiler|cache] did [what it was told|exactly that, twice|as asked, and I was the one asking]
so it is [fixed|shipped|quiet], which [is not the same as right|makes me nervous|buys a weekend]
view [clever|generic|temporary] code is [a letter to somebody more tired than you|debt with good handwriting|for people who never come back]
view the [best|kindest|fastest] line is [the one you delete|boring|already in the standard library]
ask what is the [oldest|strangest|loneliest] script you [still run|dare not touch|wrote at night], and [who else knows|does it have a test|why is it called that]
do [read the error|write the test|name it properly], [all of it|before the fix|you will be back]
will [roll it back|add a test|rewrite it] [on Monday|and say so|if nobody stops me]
out somebody [fixed|explained|rebooted] my [screen|password|printer] {at}, [in a sigh|while eating|without looking], and [I still do not know what it was|was told not to touch it|it hums now]
`,
  bystanders: '',
}
