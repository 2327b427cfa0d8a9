// Word lists of the grammar check.

/** Past forms that are plain forms too. */
export const SAME_AS_PLAIN = `
  cut put read let set hit hurt cost shut wound found felt lit laid left lent bit bore saw dug`

/** Words in -s that are no plurals. */
export const SINGULARS_IN_S = `
  series species thermos means crossroads works headquarters gallows news chess glass class grass brass moss boss cross
  dress press guess kiss loss mass mess miss pass stress success witness business bus gas lens yes plus thus this
  his its us as is was has does james compass harness address process progress access distress princess hostess
  abscess mattress darkness cactus chorus focus virus census genius surplus bonus status campus circus iris axis
  basis crisis oasis thesis atlas canvas alas christmas perhaps always besides afterwards towards`

/** Words that may stand twice in a row. */
export const REPEATABLE = `
  had that very no so yes ha now well oh there far long many again is was it on round in tick tk tok knock plonk
  plink wow come never please you her`

/** Forms of the third person. */
export const THIRDS = `
  is are was were am has does goes comes says knows keeps makes takes gives tells thinks wants gets sees lets
  begins stands sits finds brings costs seems looks asks`

/** Nouns that are counted. */
export const COUNTED = `
  minute hour day week month year coin step boat name page game word letter cup mile lamp bell chair plate loaf
  person man woman child knock visitor passenger friend neighbour question answer reason argument stair bench bun
  egg spoon key door window rope stone tree seed book table bowl vote sheet`
