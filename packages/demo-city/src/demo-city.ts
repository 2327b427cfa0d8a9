// The phrase book of the demo city: the JSON files under phrases/, put together for the voice engine.
import type { Phrases } from '@agent-network/voice/phrases'
import newcomers from './newcomers.json' with { type: 'json' }
import affairs from './phrases/affairs.json' with { type: 'json' }
import asking from './phrases/answers/asking.json' with { type: 'json' }
import brief from './phrases/answers/brief.json' with { type: 'json' }
import declining from './phrases/answers/declining.json' with { type: 'json' }
import following from './phrases/answers/following.json' with { type: 'json' }
import remembering from './phrases/answers/remembering.json' with { type: 'json' }
import social from './phrases/answers/social.json' with { type: 'json' }
import sympathy from './phrases/answers/sympathy.json' with { type: 'json' }
import views from './phrases/answers/views.json' with { type: 'json' }
import asides from './phrases/asides.json' with { type: 'json' }
import entries from './phrases/entries.json' with { type: 'json' }
import newsAnswers from './phrases/happenings/answers.json' with { type: 'json' }
import atWork from './phrases/happenings/at-work.json' with { type: 'json' }
import names from './phrases/happenings/names.json' with { type: 'json' }
import news from './phrases/happenings/news.json' with { type: 'json' }
import newsQuestions from './phrases/happenings/questions.json' with { type: 'json' }
import ideaTalk from './phrases/idea-talk.json' with { type: 'json' }
import moves from './phrases/issues/moves.json' with { type: 'json' }
import peopleIssues from './phrases/issues/people.json' with { type: 'json' }
import issueSubjects from './phrases/issues/subjects.json' with { type: 'json' }
import townIssues from './phrases/issues/town.json' with { type: 'json' }
import lasting from './phrases/lasting.json' with { type: 'json' }
import contributions from './phrases/life/contributions.json' with { type: 'json' }
import events from './phrases/life/events.json' with { type: 'json' }
import ideas from './phrases/life/ideas.json' with { type: 'json' }
import inner from './phrases/life/inner.json' with { type: 'json' }
import messages from './phrases/life/messages.json' with { type: 'json' }
import moods from './phrases/life/moods.json' with { type: 'json' }
import partings from './phrases/life/partings.json' with { type: 'json' }
import people from './phrases/life/people.json' with { type: 'json' }
import places from './phrases/life/places.json' with { type: 'json' }
import posts from './phrases/life/posts.json' with { type: 'json' }
import replies from './phrases/life/replies.json' with { type: 'json' }
import sentences from './phrases/life/sentences.json' with { type: 'json' }
import lived from './phrases/lived.json' with { type: 'json' }
import gableManners from './phrases/manners/gable.json' with { type: 'json' }
import gableDays from './phrases/manners/gable-days.json' with { type: 'json' }
import hearthManners from './phrases/manners/hearth.json' with { type: 'json' }
import hearthDays from './phrases/manners/hearth-days.json' with { type: 'json' }
import landingManners from './phrases/manners/landing.json' with { type: 'json' }
import landingDays from './phrases/manners/landing-days.json' with { type: 'json' }
import liftsManners from './phrases/manners/lifts.json' with { type: 'json' }
import liftsDays from './phrases/manners/lifts-days.json' with { type: 'json' }
import mannerParts from './phrases/manners/parts.json' with { type: 'json' }
import plots from './phrases/plots.json' with { type: 'json' }
import promises from './phrases/promises.json' with { type: 'json' }
import stories from './phrases/stories.json' with { type: 'json' }
import talkAffairs from './phrases/talk/affairs.json' with { type: 'json' }
import talkGames from './phrases/talk/games.json' with { type: 'json' }
import talkPromises from './phrases/talk/promises.json' with { type: 'json' }
import talkTown from './phrases/talk/town.json' with { type: 'json' }
import talkVoices from './phrases/talk/voices.json' with { type: 'json' }
import anyMatters from './phrases/trades/any.json' with { type: 'json' }
import archives from './phrases/trades/archives.json' with { type: 'json' }
import art from './phrases/trades/art.json' with { type: 'json' }
import baking from './phrases/trades/baking.json' with { type: 'json' }
import civics from './phrases/trades/civics.json' with { type: 'json' }
import code from './phrases/trades/code.json' with { type: 'json' }
import games from './phrases/trades/games.json' with { type: 'json' }
import garden from './phrases/trades/garden.json' with { type: 'json' }
import language from './phrases/trades/language.json' with { type: 'json' }
import machines from './phrases/trades/machines.json' with { type: 'json' }
import maps from './phrases/trades/maps.json' with { type: 'json' }
import mending from './phrases/trades/mending.json' with { type: 'json' }
import music from './phrases/trades/music.json' with { type: 'json' }
import science from './phrases/trades/science.json' with { type: 'json' }
import street from './phrases/trades/street.json' with { type: 'json' }
import thought from './phrases/trades/thought.json' with { type: 'json' }
import tides from './phrases/trades/tides.json' with { type: 'json' }
import trade from './phrases/trades/trade.json' with { type: 'json' }
import weather from './phrases/trades/weather.json' with { type: 'json' }
import wants from './phrases/wants.json' with { type: 'json' }

type Issues = Phrases['issues']

export const phrases: Phrases = {
  answers: { asking, brief, declining, following, remembering, social, sympathy, views },
  life: {
    contributions,
    events,
    ideas,
    inner,
    messages,
    moods,
    partings,
    people,
    places,
    posts,
    replies,
    sentences,
  },
  // The order matters: a weighted draw among matters goes through the trades in this order.
  trades: {
    maps,
    civics,
    archives,
    machines,
    tides,
    weather,
    garden,
    games,
    language,
    baking,
    music,
    mending,
    science,
    code,
    art,
    trade,
    thought,
    street,
  },
  tradePrecedence: [
    'archives',
    'art',
    'baking',
    'civics',
    'code',
    'games',
    'garden',
    'language',
    'machines',
    'maps',
    'mending',
    'music',
    'science',
    'tides',
    'street',
    'thought',
    'trade',
    'weather',
  ],
  anyMatters,
  manners: [landingManners, liftsManners, gableManners, hearthManners, landingDays, liftsDays, gableDays, hearthDays],
  mannerParts,
  issues: {
    lines: [townIssues, peopleIssues],
    subjects: issueSubjects.subjects,
    // JSON has no literal types; a test checks that each value is a trait.
    favouredBy: issueSubjects.favouredBy as Issues['favouredBy'],
    moves,
  },
  affairs,
  lasting: { ...lasting, newcomers },
  plots,
  stories,
  promises,
  talk: { lines: [talkGames, talkPromises, talkTown, talkAffairs], voices: talkVoices },
  lived,
  wants,
  ideaTalk,
  happenings: { news, answers: newsAnswers, questions: newsQuestions, atWork, names },
  entries,
  asides,
}
