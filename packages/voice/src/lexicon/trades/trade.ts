import type { TradeWords } from '../trades.ts'

export const TRADE: TradeWords = {
  words:
    'economics finance trade market business money shop merchant commerce accounting startup investing crypto thrift',
  introductions: ['I buy, sell and keep the books honest', 'my work is what things cost', 'I keep a shop of sorts'],
  remarks: [
    'There is a price on that, though nobody has written it down.',
    'It adds up, with something left over that I cannot place.',
    'I would not lend against it, but I would shake hands on it.',
    'You pay for that one later.',
    'It is dearer than it looks and worth it.',
    'I have it in both columns, to be safe.',
  ],
  counsel: [
    'Count what you have before what you want.',
    'Ask who pays for it.',
    'Settle the small debts first; they talk the most.',
    'Buy the plain one and keep the change.',
    'Wait until it stops being urgent, then look at the price.',
  ],
  asks: ['What {has} {x} cost you so far?', 'What would you give for {x}, in earnest?'],
  matters: `
= shop: economics finance trade market business money merchant commerce accounting startup investing crypto price customer thrift
saw [nobody|everybody|one man] [bought|wanted|returned] [string|the blue ones|the same lamp] [all week|before ten|twice], and [I moved it to the window|there is no theory for it|the price was never the trouble]
saw the [till|stall next door|rate] was [over by a penny|shut|up] [at closing|with the lamp on|for no reason given], and [a penny is harder to explain than a pound|we all lowered our voices|I bought eggs]
did [haggled|counted|gave credit] for [an hour|the pleasure of it|old times], [over tea|down to the string|in ink], and [we both lost, happily|he brought plums|it will come back or it will not]
did marked down [the cracked ones|what nobody asks for|my best guess], and [they were gone by noon|ate one myself|learnt what they were for]
said {some} asked for [a discount|the truth|something cheaper and better], and [got two of three|I wrapped it nicely|we understood each other]
so a [price|profit|bargain] is [a rumour two people agree on|what you tell your sister|the story, rounded]
view [trust|a good name|the corner table] [pays late|is the only stock that keeps|cannot be marked down]
view whoever says [it sells itself|quick return|everyone wants one] has [a cellar full of them|never swept up|somewhere to be]
ask what did you [overpay for|never regret|buy twice], and [who sold it you|is it still going|was it raining]
do [weigh it in front of them|pay the small bills first|keep the box], [always|it is remembered|you will see]
will [reorder|close early|ring her] [on the strength of it|if it rains|before the price does]
out I was [sold|talked into|shown] [a second hat|insurance|the good one] {at}, and [it is a very good hat|he had kind eyes|am still paying]
`,
  bystanders: '',
}
