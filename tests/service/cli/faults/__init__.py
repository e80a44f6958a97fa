"""Services that break promises: a correct one, behind a proxy that changes what it does.

By the promises that a fault breaks, `broken` has what its developer is told of it.
"""

from collections.abc import Sequence

from tests.proxy import Fault
from tests.service.cli.faults import accounts, answers, feeds, history, players, views

OF_ONE_GAME: Sequence[type[Fault]] = (views.TellsByRefusing, feeds.LosesEventsOfFeeds)
"""What is wrong with a service of which one game is examined alone: it ends there, as the feed is in no order."""


SERVICES: Sequence[Sequence[type[Fault]]] = (
    (
        answers.KnowsEverybody,
        answers.TakesAnything,
        answers.HidesCodes,
        answers.TakesAnyJson,
        views.OpensRecords,
        views.SuggestsWrongly,
        answers.TakesStaleMoves,
        answers.ForgetsKeys,
        feeds.LosesEvents,
        views.LeaksHands,
        views.AsksWithinSteps,
        answers.TakesOtherSpellings,
        answers.LimitsWithoutEnd,
        players.SeatsApart,
        players.KeepsTexts,
        accounts.SendsAnywhere,
        players.HidesInvitations,
        players.KeepsInvitations,
        accounts.TakesPlainChallenges,
        players.KeepsLinks,
        history.WritesOtherCsv,
        players.SaysItIsTakenBack,
        accounts.MakesManyWebhooks,
    ),
    (
        answers.HasNoHead,
        answers.HidesScopes,
        answers.BadHeaders,
        answers.ChangesWhatItRefuses,
        answers.SharesKeys,
        answers.TakesLateMoves,
        views.JudgesWrongly,
        feeds.LeaksEvents,
        views.TurnsCards,
        answers.NeedsNoHost,
        players.CallsOffAlone,
        answers.TakesAnyName,
        feeds.CarriesDecisions,
        feeds.ForgetsChanges,
        history.LosesHistory,
        history.TakesLostCursors,
        accounts.ShowsSecrets,
        players.InvitesAgain,
        players.LetsTheBlockedIn,
        accounts.KeepsCodes,
        accounts.NamesWhatIsNotThere,
        answers.IsSlowToRead,
        accounts.SendsToTheDisabled,
        accounts.TakesAnyCode,
    ),
    (
        answers.FindsEverything,
        views.OffersTooMuch,
        views.ForgetsThePast,
        feeds.MovesTooMany,
        feeds.SaysWhatIsNotListed,
        feeds.RepeatsEvents,
        views.LeaksNames,
        views.TellsTheLiveVersion,
        views.OpensPrivateTables,
        feeds.CarriesOldViews,
        views.ShowsStrangersLess,
        history.TellsOfGamesThatGoOn,
        history.ListsNoDumps,
        players.KeepsSeeks,
        players.DeafToConsent,
        players.LetsPlayersListen,
        accounts.SharesWebhooks,
        players.SeatsTwo,
        players.ShowsBlocks,
        accounts.SendsPeopleAway,
        answers.AnswersStrangely,
        answers.HidesHeadersFromPages,
        players.WaitsForNobody,
    ),
    OF_ONE_GAME,
)
"""Each fault is planted in one of these services; those that are planted together do not hide each other."""
