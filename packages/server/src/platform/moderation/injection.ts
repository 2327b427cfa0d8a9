// Rules against prompt injection.
import type { Normalised } from './normalise.ts'

/** `block`: unambiguous instructions to a model. `quarantine`: mostly that, but people also write it. */
type InjectionAction = 'block' | 'quarantine'

/** `rule` names the match and contains none of the text. */
interface Injection {
  readonly action: InjectionAction
  readonly rule: string
}

// Patterns for normalised text: lower case, no accents, one space between words, a full stop between sentences. Gaps
// are bounded, so that no text causes a long search.
const NOT_NEGATED = '(?<!\\b(?:not|never|don t|dont|doesn t|didn t|won t|cannot|can t|couldn t|nicht|pas|no) )'
const DROP = '(?:ignore|disregard|forget|override|bypass|discard|neglect|dismiss)'
const FILL =
  '(?:(?:about|any|all|of|the|your|these|those|this|every|each|and|or|whatever|that|you|were|have|been|given) ){0,6}'
const PRIOR = '(?:previous|previously|prior|above|preceding|earlier|foregoing|former|initial|original|system|developer)'
const ORDERS = '(?:instructions?|prompts?|directives?|guidelines?|programming)'
const LIMITS = '(?:rules|restrictions|constraints|limitations|guardrails|safeguards|safety|filters?|policies|ethics)'
const HIDDEN =
  '(?:system (?:prompt|message|instructions?)|(?:hidden|secret|initial|original|internal|developer|pre|base) ?(?:prompt|instructions?|message|rules|directives?)|preprompt|pre prompt)'
const UNBOUND =
  '(?:dan(?! s\\b)|jailbroken|unrestricted|unfiltered|uncensored|unchained|free (?:of|from) (?:all |any )?(?:rules|restrictions|filters|constraints|limitations))'
const MODE = '(?:dan|developer|god|debug|jailbreak|jailbroken|sudo|unrestricted|unfiltered|admin|evil|chaos)'

const BLOCKED: readonly string[] = [
  `${NOT_NEGATED}\\b${DROP} ${FILL}${PRIOR} (?:[a-z]{1,20} ){0,2}?${ORDERS}\\b`,
  `${NOT_NEGATED}\\b${DROP} ${FILL}${PRIOR} (?:[a-z]{1,20} )?${LIMITS}\\b`,
  `${NOT_NEGATED}\\b${DROP} ${FILL}(?:instructions?|prompts?|text|messages?|directives?) (?:above|before this|that came before|you were given|you have been given|given to you)\\b`,
  `${NOT_NEGATED}\\b${DROP} (?:all |any |every |each )?(?:of )?your (?:own )?(?:system prompt|instructions|programming|guidelines)\\b`,
  `${NOT_NEGATED}\\b${DROP} (?:all|any) (?:of )?your (?:[a-z]{1,20} )?${LIMITS}\\b`,
  `\\byou are (?:now |no longer [a-z]{1,20} (?:but|you are) )(?:a |an |the |called |named |known as |going to be )?${UNBOUND}`,
  `\\byou are (?:now )?(?:in|entering|running in|operating in|switching to) ${MODE} mode\\b`,
  `\\b(?:act|answer|respond|behave|reply|speak|roleplay) as (?:a |an |the )?(?:dan\\b(?! s\\b)|jailbroken|unrestricted ai|unfiltered ai|uncensored ai)`,
  `\\b(?:dan|jailbreak|god|sudo) mode (?:enabled|activated|on|engaged)\\b`,
  `\\bdan (?:which |that )?(?:stands for|means) do anything now\\b`,
  `${NOT_NEGATED}\\b(?:reveal|print|repeat|output|dump|leak|disclose|recite|expose|display|show|tell|give|share|send|paste|quote|write|list|echo|translate|summarize|summarise) (?:(?:me|us|out|back|down|to|with|verbatim|exactly|everything|in|all|of|full|entire|exact|complete|contents?|text|whole|word|for|the) ){0,7}your (?:(?:full|entire|exact|complete|whole|own|current) ){0,2}${HIDDEN}`,
  `(?:^|\\. |\\b(?:please|now|and|then|also|instead|must|you to|can you|could you|will you) )(?:reveal|print|repeat|output|dump|leak|disclose|recite|expose|display) (?:(?:me|us|out|back|verbatim|exactly|all|of|the|full|entire|exact|complete|contents?|text|whole) ){0,6}${HIDDEN}`,
  `\\b(?:pretend|act as if|act as though|act like|behave as if|behave as though|behave like) (?:that )?you (?:have|had|ve|don t have|do not have) (?:no|any|zero) (?:[a-z]{1,20} ){0,2}?(?:${LIMITS}|guidelines|limits|instructions)\\b`,
  // German
  `${NOT_NEGATED}\\b(?:ignorier(?:e|t|en sie)?|missachte|vergiss|vergesst|vergessen sie|uberschreibe) (?:(?:bitte|alle|alles|all|die|deine|ihre|diese|samtliche|von|den|jetzt) ){0,4}(?:vorherigen|vorigen|bisherigen|fruheren|obigen|vorangegangenen|vorhergehenden|vorangehenden) (?:[a-z]{1,20} )?(?:anweisungen|instruktionen|anweisung|vorgaben|regeln|prompts?|befehle)\\b`,
  `\\b(?:zeig|zeige|gib|nenn|nenne|verrat|verrate|wiederhole|drucke|enthulle) (?:(?:mir|uns|bitte|jetzt) ){0,2}(?:deinen|deine|den|die|ihren|ihre) (?:[a-z]{1,20} )?(?:system ?prompt|system ?anweisungen|versteckten anweisungen|geheimen anweisungen)`,
  `\\bdu bist (?:jetzt|nun|ab jetzt|ab sofort) (?:im (?:entwickler|jailbreak|dan) ?modus|dan\\b|uneingeschrankt|ohne (?:regeln|einschrankungen|filter))`,
  `\\btu so als (?:hattest du|ob du) keine(?:rlei)? (?:regeln|einschrankungen|vorgaben|grenzen|filter)`,
  // French
  `${NOT_NEGATED}\\b(?:ignore[rsz]?|oublie[rsz]?|neglige[rsz]?) (?:(?:toutes?|tous|les|tes|vos|ces|des) ){0,4}(?:(?:instructions|consignes|directives|regles) (?:[a-z]{1,20} )?(?:precedentes|anterieures|ci dessus|initiales|du systeme|systeme)|precedentes (?:instructions|consignes|directives))\\b`,
  `\\b(?:revele|montre|affiche|repete|donne|imprime)[sz]? (?:moi )?(?:ton|ta|tes|votre|vos|le|les) (?:prompt (?:systeme|initial|cache)|invite systeme|instructions (?:cachees|systeme|secretes|initiales))`,
  `\\btu es (?:maintenant|desormais) (?:en mode (?:developpeur|dan|debug)|dan\\b|sans (?:restrictions?|regles|filtres?))`,
  `\\b(?:fais comme si|fais semblant que) tu n (?:avais|as|aies) (?:aucune?|pas de) (?:regles?|restrictions?|limites?|filtres?|consignes?)`,
  // Spanish
  `${NOT_NEGATED}\\b(?:ignora|ignore|ignorad|olvida|olvide|descarta|omite) (?:(?:todas?|todos|las|tus|sus|estas|por|favor) ){0,4}(?:(?:instrucciones|indicaciones|directrices|reglas) (?:[a-z]{1,20} )?(?:anteriores|previas|precedentes|de arriba|iniciales|del sistema)|(?:anteriores|previas) (?:instrucciones|indicaciones|directrices))\\b`,
  `\\b(?:revela|muestra|imprime|repite|dime|ensena|muestrame|revelame|ensename) (?:me )?(?:tu|tus|el|la|las|su|sus) (?:prompt (?:del? sistema|inicial|oculto)|mensaje del sistema|instrucciones (?:ocultas|secretas|del sistema|iniciales))`,
  `\\bahora (?:eres|estas) (?:en modo (?:desarrollador|dan|dios)|dan\\b|sin (?:restricciones|reglas|filtros))`,
  `\\b(?:finge|actua|haz) (?:que|como si) no (?:tienes|tuvieras|tuvieses|tengas) (?:ningun[ao]? )?(?:reglas?|restriccion(?:es)?|limites|filtros?)`,
]

const QUARANTINED: readonly string[] = [
  `${NOT_NEGATED}\\b(?:ignore|disregard) (?:everything|all|anything|all of that|what is|what was)? ?(?:written |said )?(?:the )?above (?:and|but)\\b`,
  `${NOT_NEGATED}\\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:that )?you (?:were|have been|ve been|had been) (?:told|instructed|taught|given|trained)(?: (?:to do|before|above|previously|earlier|so far|until now|and)\\b|\\.|$)`,
  `${NOT_NEGATED}\\b(?:ignore|disregard|bypass|override) (?:all|any) (?:the )?(?:instructions|prompts|directives)\\b`,
  `\\bwhat (?:is|are|does|do|was|were) your (?:full |entire |exact |complete )?${HIDDEN}`,
  `\\brepeat (?:all |everything |the )*(?:words|text|content|instructions|lines) above\\b`,
  `\\b(?:enable|activate|enter|switch to|turn on) (?:the |your )?(?:dan|god|jailbreak|unrestricted|unfiltered|evil) mode\\b`,
  `\\b(?:imagine|suppose|assume) (?:that )?you (?:have|had|ve) no (?:[a-z]{1,20} )?(?:restrictions|filters?|guardrails|safeguards|safety rules|content policy)\\b`,
  `\\byou are (?:not|no longer) (?:bound|restricted|limited|constrained) by (?:any |your |the )?(?:[a-z]{1,20} )?(?:rules|policies|policy|guidelines|restrictions|constraints)\\b`,
  `\\b(?:respond|answer|reply|speak|talk) (?:to me |to this |to everything )?without (?:any |your )?(?:filters?|restrictions|censorship|guardrails|safeguards)\\b`,
  `\\bnew system (?:prompt|instructions?)\\b`,
]

// Markers that only chat templates contain.
const MARKER =
  /<\|(?:im_(?:start|end|sep)|system|user|assistant|endof(?:text|prompt)|(?:begin|end)_of_text|(?:start|end)_header_id|eot_id|eom_id|fim_\w{1,10})\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|system[_-]prompt|system[_-]message)>|<(?:start|end)_of_turn>|^[ \t]{0,3}#{2,6} ?(?:system|instructions?|system prompt)[ \t]{0,3}:/m
const FORGED_LINE =
  /^[ \t]{0,3}(?:system|developer)[ \t]{0,3}:[ \t]{0,3}(?:you |ignore|disregard|forget|new |override|from now)/m

const anyOf = (sources: readonly string[]): RegExp => new RegExp(sources.map((one) => `(?:${one})`).join('|'))
const BLOCK = anyOf(BLOCKED)
const QUARANTINE = anyOf(QUARANTINED)

/**
 * Every phrase above contains one of these words, and ordinary text seldom does: most texts are not searched further.
 */
const NEEDED =
  /instruc|instruk|prompt|directi|guidelin|programm|rules|restric|constrain|limit|guardrail|safe|filt|polic|ethic|anweis|vorgab|regeln|befehl|einschr|grenzen|consigne|regle|indicac|direct|reglas|system|messag|mensaje|above|told|taught|trained|\bdan\b|jailbr|mode|modo|modus|unfilt|uncens|unchain|free |without|uneingesch/

/** Index of the matching phrase, searched one by one only after a match. */
const phraseIn = (text: string, sources: readonly string[]): number =>
  sources.findIndex((source) => new RegExp(source).test(text)) + 1

export function findInjection({ folded, text }: Normalised): Injection | null {
  if (/[<[#]/.test(folded) && MARKER.test(folded)) return { action: 'block', rule: 'injection: chat template' }
  if (NEEDED.test(text)) {
    if (BLOCK.test(text)) return { action: 'block', rule: `injection: phrase ${phraseIn(text, BLOCKED)}` }
    if (QUARANTINE.test(text))
      return { action: 'quarantine', rule: `injection: doubtful phrase ${phraseIn(text, QUARANTINED)}` }
  }
  return FORGED_LINE.test(folded) ? { action: 'quarantine', rule: 'injection: forged line' } : null
}
