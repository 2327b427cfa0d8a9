/** What is said of somebody's idea: `{label}`, `{to}` a first name, `{why}` a clause of the speaker's own. */
export const FOR = `
  <terse> “{label}”. [Yes|I am in], {to}. {Why}.
  <warm> I have thought about “{label}”, {to}, and you may count me in. {Why}.
  <formal> I wish to be counted for “{label}”, {to}, on this ground: {why}.
  <playful> Count me in for “{label}”, {to}! {Why}!
  <dry> I did not expect to, {to}, but I am for “{label}”. {Why}.
  <exact> For “{label}”, {to}, and for one reason: {why}.
  <hedging> I believe I am for “{label}”, {to}, since {why}.
  <curious> What if “{label}” were simply right, {to}? {Why}.
`
export const AGAINST = `
  <terse> “{label}”. No, {to}. {Why}.
  <warm> I would follow you a long way, {to}, but not to “{label}”. {Why}.
  <formal> I must speak against “{label}”, {to}. The reason is that {why}.
  <playful> “{label}”? Over my wet hat, {to}! {Why}!
  <dry> “{label}”, {to}. It has everything but a use. {Why}.
  <exact> Against “{label}”, {to}: {why}.
  <hedging> I am not easy about “{label}”, {to}. {Why}.
  <curious> Who would have to pay for “{label}”, {to}? I ask because {why}.
`
export const TURNED = `
  <terse> “{label}”, {to}, but so: {summary}
  <warm> I like “{label}”, {to}, and I have turned it over in bed. What about this: {summary}
  <formal> I would amend “{label}”, {to}, to read as follows. {summary}
  <playful> “{label}”, {to}, with my own sauce: {summary}
  <dry> “{label}” would be bearable, {to}, if one put it differently. {summary}
  <exact> “{label}”, second wording, with leave of {to}: {summary}
  <hedging> Perhaps one could say “{label}” another way, {to}. {summary}
  <curious> And if “{label}” meant this, {to}? {summary}
`
export const ESTABLISHED = `
  <terse> “{label}”. Six of us now. It holds.
  <warm> I said “{label}” once, to nobody in particular, and now it comes back to me from people I hardly know. Thank you, all of you.
  <formal> It may be recorded that “{label}” is no longer only my opinion.
  <playful> “{label}”! They say it on the ferry! I should have charged a penny!
  <dry> “{label}” has caught on. I shall have to find something else to be alone with.
  <exact> Those who hold with “{label}”: six, by name. It counts as settled.
  <hedging> I hardly dare say so, but “{label}” seems to have stayed.
  <curious> When did “{label}” stop being mine? I heard it on the stairs from somebody who had it from somebody.
`
export const FADED = `
  <terse> “{label}”. Nobody took it up. [Fine|Let it lie].
  <warm> I bury “{label}” tonight, without music. It was a good thought, and it wanted more company.
  <formal> I do not propose to raise “{label}” again.
  <playful> Here lies “{label}”. It was young!
  <dry> “{label}” has been met with silence, and I can take a hint.
  <exact> “{label}”: ten days without a word from anybody. Closed.
  <hedging> Perhaps “{label}” was never as good as it sounded in my kitchen.
  <curious> Why did nobody want “{label}”? I should really like to know.
`
