# Texts of what is loaded when it is opened: tournaments, players, leaderboards, replay, proof, settings.

## Everywhere

game = Game
rank = Rank
player = Player
points = Points
played = Games played
former = Former player { $beginning }
more-of-them = Show more
as-page = As a page of its own
close = Close

## Tournaments

tournament = Tournament
no-tournaments = There are no tournaments yet.
tournament-how = How a tournament goes
how-enter = To take part, open a tournament whose registration is open, and press “{ register }”. When the check-in begins, press “{ check-in }” there: those who do not are out. To leave, press “{ withdraw }”.
how-rounds = A tournament has rounds. In each of them everybody has a seat at a table, which opens by itself; “{ to-my-table }” leads there. If there is no table for you, you have nothing to do in that round: that is called a bye.
how-standings = The points of all rounds make the standings. Those with equal points are put in order by the columns to the right of the points.
how-made = Tournaments are announced and directed by programs.
how-made-guide = How that is done
tournaments-running = Running now
tournaments-upcoming = Soon
tournaments-ended = Ended
entrants-count = { $count ->
    [one] one entrant
   *[other] { $count } entrants
    }
round-of = Round { $round } of { $rounds }
state-announced = announced
state-registration = registration is open
state-check_in = check-in
state-playing = being played
state-finished = ended
state-cancelled = cancelled
format = Seating
format-swiss = Swiss system
format-round-robin = everybody meets everybody
format-groups = groups and a final
format-knockout = knockout
format-manual = by the director
rounds = Rounds
entrants = Entrants
entrant = Entrant
entered-and-waiting = { $entered }, and { $waiting } on the waiting list
cards = Cards
cards-same = the same for all tables
cards-own = each table has its own
director = Director
standings = Standings
board = Show large, for a screen on the wall
show-all = Show all { $count }
round = Round { $number }
round-publishing = tables are being opened
round-playing = being played
round-finished = over
table = Table { $number }
table-over = over
table-stopped = without a result
replay-of = Replay table { $number }
watch = Watch
watch-of = Watch table { $number }
to-my-table = To my table
watch-later = The cards are shown when all tables of the round are over.
byes = Without a table in this round:
house-entrant = House player { $number }
team = Team { $number }
nobody-yet = Nobody has entered yet.
page-of = Page { $page } of { $pages }
round-reached = Round reached
tie-wins = Wins
tie-best-deals = Best deals
tie-buchholz = Buchholz
tie-buchholz-cut-1 = Buchholz without the lowest
tie-difference = Difference
tie-fewest-byes = Fewest byes
tie-head-to-head = Among each other
tie-sonneborn-berger = Sonneborn-Berger

## Taking part

taking-part = Taking part
register = Take part
register-signed-in = Registration is open. To take part:
registration-code = Code for registration
by-approval = The director approves who takes part.
you-are = You: { $state }
entrant-declined = declined
entrant-entered = entered
entrant-invited = invited
entrant-pending = awaiting approval
entrant-waiting = on the waiting list
entrant-withdrawn = withdrawn
checked-in = checked in
check-in = I am here
withdraw = Withdraw from the tournament
come-back = Take part again
invited-to-team = { $team } invites you to play in it.

## Players

kind-person = a person
kind-bot = a bot
kind-house = a house player
kind-former = the account was deleted
since = Here since { $day }
tables-now = At these tables now
statistics = What they have done
won = Won
drawn = Drawn
lost = Lost
rating = Rating
provisional = few games
no-games-yet = No public game of theirs has ended yet.
shows-no-statistics = They do not show their statistics.
no-such-game = There is no such game.
my-page-shows = What this page shows to others
shows-since = Since when I am here
shows-statistics = My statistics and ratings
shows-tables = The public tables where I sit

## Leaderboards

of-whom = Of whom
kind-person-many = People
kind-bot-many = Bots
kind-house-many = House players
newcomers = Newcomers with few games
average-score = Average joint score
nobody-ranked = Nobody is here yet. It takes { $games ->
    [one] one game
   *[other] { $games } games
    }.
ratings-text = A rating is the skill that somebody almost certainly has. Games at public tables count, without house players.

## How games went

first-won = First player won
no-one-winner = No one winner
points-average = Points of a seat
length-of-game = A game took
length-of-move = A move took
broken-off = Broken off
of-players = { $count ->
    [one] one player
   *[other] { $count } players
    }
went-sum = { $played ->
    [one] One game was finished
   *[other] { $played } games were finished
    }, and { $aborted ->
    [0] none was
    [one] one was
   *[other] { $aborted } were
    } broken off.
moves-sum = { $moves ->
    [one] One move was made
   *[other] { $moves } moves were made
    }; { $late } of all came too late, and were made by the clock.
went-by-players = By the number of players
went-by-options = By the options that are not as usual
went-text = Games whose record everybody may read, with cards that nobody chose; of options, the 50 that are played most. Averages are of finished games.
best-players = Best players
latest-games = Latest games
no-games-of-it = No public game of it has been finished yet.

## Replay

to-beginning = To the beginning
to-end = To the end
one-back = One event back
one-on = One event on
previous-decision = Previous decision
next-decision = Next decision
play = Play
pause = Pause
moment = Moment of the game
speed = Speed
seen-from = Seen from
own-view = My own view
all-hands = All hands

## Proof

proof = Is this record true?
proof-text = A record has every event of a game with its hash, the signature of the service, and the secret of the deals. This browser checks them. It does not replay the rules: “parlour verify” does that.
proof-needs-https = Your browser checks signatures only on pages of https or of this machine itself. Save the page for verifying, and open it from a file.
record-true = The record is true.
record-true-text = { $events ->
    [one] One event follows from the one before, the signature holds, and the cards were dealt as was committed to.
   *[other] { $events } events follow one from the other, the signature holds, and the cards were dealt as was committed to.
    }
record-not-true = The record is not true.
key-was = Checked with the public key
save-record = Save the record
save-verifier = Save a page for verifying
save-verifier-text = The saved page has the key of today in it, and works without a network. So you do not need to trust the server of this page later.
other-record = Check another record, from a file

## Account

tokens = Where you are signed in, and which apps act for you
this-browser = this browser
token-of-app = given to an app
token-without-name = Token without a name
token-made = made: { $day }
token-used = last used: { $day }
revoke = Revoke
revoke-all = Revoke all others
sure-revoke-all = All other browsers, apps and programs are signed out. The recovery code is removed, and webhooks are disabled. Revoke?
all-revoked = All others are revoked. Make a new recovery code.
recovery-made = A recovery code was made: { $day }
blocks = Players whom you block
block = Block
unblock = Unblock
is-blocked = You block this player.
delete-account = Delete my account …
sure-delete-account = Your name, your tokens and your messages are deleted for ever. Games that you have played stay, without your name. Delete the account?
sure-block = They can then not invite you or sit at your tables, and you do not read what they say. Block them?

## Settings

language = Language
theme = Appearance
theme-auto = Same as the device
theme-light = Light
theme-dark = Dark
suit-colours = Colours of suits
colours-two = Two
colours-four = Four
sound = A sound when it is my turn
shortcuts = Shortcuts by numbers, letters and ?
key-arrows = ← → Home End
key-arrows-does = from card to card of a hand or a pile; Tab leaves it
key-space = Space
key-space-does = choose a card, or press a button
key-numbers = 1 … 9
key-numbers-does = make one of the offered moves
key-enter = Enter
key-enter-does = make the move of the chosen cards
key-escape = Esc
key-escape-does = choose nothing
key-letters = A … Z
key-letters-does = make the move of this kind, or show only such moves
key-question = ?
key-question-does = show all keys

## Chat

chat = Chat
say-something = Say something
send = Send
send-phrase = Send the phrase
send-report = Send the report
set-phrases = Set phrases …
was-removed = (removed)
is-muted = (muted)
more-about = More about what { $name } says
remove-said = Remove
mute = Mute
hear-again = Hear again
report = Report …
reason-abuse = Abuse
reason-cheating = Cheating
reason-spam = Spam
reason-other = Something else
was-reported = Reported to the operators.
