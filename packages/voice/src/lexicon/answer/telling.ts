/** Before and after a fact that was asked for. Either may be nothing. */
export const LEADS = [
  '',
  'That I can tell you. ',
  'I know that one. ',
  'Since you ask: ',
  'I looked. ',
  'As far as the town knows: ',
  'Easily said. ',
  'You ask the right person. ',
  'Here it is. ',
  'I can help with that. ',
  'I happen to know. ',
  'Plainly, then. ',
]
export const TAILS = [
  '',
  ' That is all I have.',
  ' More I could not swear to.',
  ' Ask again tomorrow, it may have changed.',
  ' I hope that helps you on.',
  ' Tell them I said so.',
  ' You could have asked anybody.',
]
