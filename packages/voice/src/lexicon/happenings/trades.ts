/** What a happening means for somebody's work, by trade: `trade kind: sentence`. */
export const AT_WORK = `
baking storm: The draught got into the [oven|proving], and the [first batch|crust] shows it.
baking flood: I have flour on the [top shelf|rafters] and myself [below it|on the ladder].
baking lift: {N} trays up the stairs on [a shoulder|my own head], and one of them [arrived|counts as crumbs].
baking market: I sold out [before the bell|early], and was [scolded for it|asked for the recipe].
baking feast: There are {nn} loaves on that table that [know my hands|I shaped before light].
baking blackout: Dough [does not mind|rises better in] the dark.
maps storm: Every chimney that fell is [one correction|an afternoon with the plate] for me.
maps flood: For a day the coast is [in another place|where I once drew it], and I [drew it|went out with the chain].
maps fair: I measured the ground of it before they came, and I shall [measure it after|see what they leave].
maps lift: Without it the town is [twice as tall|another drawing altogether].
machines storm: I lashed the [counterweights|cage] and [sat with them|told them a story].
machines lift: A cable [tells you beforehand|hums flat], if anybody [listens|is there to hear].
machines blackout: The winch [has no lamp and wants none|I can grease by feel].
machines fair: Their wheel has [a tired bearing|one bolt too few], and I [told them|went and turned it myself].
tides storm: The swell [stands on the wrong side|came in across the grain], and the [boats know|board will be late].
tides flood: I have chalked it on [the wall|three doors], so that nobody [argues later|improves on it].
tides market: There is no fish on a slab that I have not [been rude to at sea|met].
tides guest: They crossed with [a green face|both hands on the rail], as [everybody does|honest people do].
weather storm: The glass fell [like a dropped spoon|all morning], and I [wrote it down|had it in ink by noon].
weather flood: Wind [adds three to any table|is never in the table].
weather forecast: I have a column for [this|that].
weather funeral: It was [fine rain, of the patient sort|dry, which is rare], and I [entered it|left the page empty].
garden storm: I lay awake for the [young trees|glass], and [two are down|they stood].
garden flood: Salt in the [lower beds|soil] is [a year's work|not a joke].
garden market: My [leeks|lettuces] went to somebody who [will drown them in cream|asked what they were].
garden feast: The garland is [off my wall|from the third terrace], and [I was asked, for once|nobody asked].
archives storm: I moved the [lowest shelf|ledgers] by hand, [in the order of their ages|and apologised to each].
archives flood: Paper drinks [upwards|before it is asked]. [We formed a chain.|{N} crates, one chain of hands.]
archives funeral: I have [the entry|a card] for the day of birth; now I have [the other|both].
archives guest: They signed the [visitors' book|register] in [green|a hand like a hedge].
games storm: We played on, with [a lamp between the kings|the pieces wedged].
games blackout: One can play [without seeing the board|by touch]; I [lost by touch|found out how well I know it].
games market: I was offered [a queen for a chicken|odds I should not have taken].
games guest: They play [a slow sort of opening|like a tourist], and [tip well|resign nicely].
language storm: There are {n} words for this wind, and [the one I used is not among them|none is polite].
language guest: I had to put [two of the jokes|one insult] into our tongue, and [both died|it improved].
language funeral: There is no word for [the chair left empty|what one says after], so we [pointed|poured].
language fair: They shout in [four languages|a cant] and mean [the same coin|come nearer] in all.
music storm: The wind found [the fifth pipe|a B I had been missing] and [stayed on it|would not be told].
music feast: I played until [my fingers had opinions|they danced on the tables].
music funeral: I gave it [one note too many, on purpose|the low one], and [let it ring|went home by the back].
music blackout: In the dark people [sing in tune|hear the gutters].
civics storm: No motion may be [put in a gale|tabled with a shutter], and [nobody objected|I so ruled].
civics flood: I moved the minutes [up two floors|upstairs], and the [chair after them|umbrella stand floated].
civics market: I was asked to settle [a pound|three weights], and [ruled for the onion|sent for a stone].
civics guest: We passed a vote of welcome, with [one against|two amendments and a sneeze].
mending storm: There will be {nn} umbrellas at my door [by tomorrow|in the morning], and I shall [know every one|ask nothing].
mending lift: It was [the pin again|a small part], and small parts are [never thanked|my whole religion].
mending blackout: I [finished the seam by feel|threaded a needle in it], and am [vain about that|not sorry].
mending fair: I mended [their trumpet|a horse] for a free ride, and [took it twice|was sick].
street storm: My [stove|step] has been [blown out|swept] for me.
street lift: I know every landing [by its smell|by name] now.
`
