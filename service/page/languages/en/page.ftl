# The page's own texts. A line that begins with a space goes on the line before.

## Everywhere

navigation = Parts of the page
tournaments = Tournaments
leaderboards = Leaderboards
guide = For developers
settings = Settings
sign-in = Sign in
sign-out = Sign out and revoke the token
account = Your account
loading = One moment …
unreachable = The service does not answer. The page tries again.
no-such-page = There is no such page.
signed-out = The token of this browser is worthless. Sign in again, or begin anew.
too-fast = Too much was asked at once. Try again in { $seconds } s.
sure = Are you sure?
sure-sign-out = Without another token or a recovery code nobody comes back to this account. Sign out?
turn-elsewhere = { $count ->
    [one] Your turn at another table
   *[other] Your turn at { $count } other tables
    }
yes = Yes
no = No
none = none
cancel = Cancel
somebody = somebody
guest = Guest
seconds = seconds

## Who plays

seat = Seat { $seat }
house-player = House player { $seat }
former-player = Former player { $seat }
bot = bot
absent = away
house-plays = the house plays
calls-abort = wants to end the game
has-won = has won
to-act = to act
welcome = Card games for people and programs
welcome-text = Choose a name, and play. No mail address, no password.
your-name = Your name
begin = Begin
have-token = I have a token or a recovery code
token = Token or recovery code
my-page = My page, and what it shows to others
token-text = A token in this browser is your account. Keep it, or make a recovery code, to come back from elsewhere.
show-token = Show the token
hide-token = Hide the token
recovery-code = Make a recovery code
recovery-text = Write this down; it is shown once:
save = Save

## The lobby

invitations = Invitations
my-tables = My tables
games = Games
open-tables = Tables with free seats
play-now = Play now
find-opponents = Find opponents
waiting = { $count ->
    [one] one player waits
   *[other] { $count } players wait
    }
seeking = Looking for opponents …
new-table = New table …
for-players = { $most ->
    [one] one player
   *[other] { $players } players
    }
invited-by = { $name } invites you
look = Look at the table
decline = Decline

## A new table

number-of-players = Number of players
with-house = The other seats are for house players
with-friends = The other seats stay free
private = Private: only for those who have the link
options = Options
open-table = Open the table
rulebook = Rulebook

## Before the game

who-plays = Who plays
free-seat = Seat { $seat } is free
sit-down = Sit down
seat-house = Seat a house player
free-it = Free this seat
fill-with-house = Fill the free seats with house players
start = Start the game
invite-by-link = Invite by a link
link-for-friends = Link for your friends
copy = Copy
copied = Copied
close-table = Close the table

## The table

watching = you are watching
your-turn = Your turn
others-act = Others are to act.
chosen = Chosen: { $cards }
clear-choice = Clear
no-offer-fits = No offered move has all these cards.
narrow = Fewer moves
any = any
more-offers = { $count } more. Choose cards to see fewer.
by-hand = Make a move by hand
kind-of-move = Move
check-move = Is it legal?
is-legal = It is legal.
make-move = Make this move
add-card = Add a card
use-chosen = Use the chosen cards
add-group = Add a group
remove-group = Remove
no-cards = No cards
card-count = { $count ->
    [one] one card
   *[other] { $count } cards
    }
face-down = { $count ->
    [one] a card, face down
   *[other] { $count } cards, face down
    }
stands-for = { $card } that stands for { $meant }
days-left = { $days ->
    [one] one day
   *[other] { $days } days
    }
what-happened = What has happened
house-plays-for-you = You were away, and the house plays for you.
take-seat-back = Play on myself
end-without-result = End without a result …
play-on = Play on after all
claim-abandoned = Somebody is away: end the game
ask-take-back = Ask to take the move back
take-back-asked = A move is to be taken back. Do you agree?
take-back-awaits = A move is to be taken back, if { $names } agrees.
rematch = Play again
to-rematch = To the next game
field-card = card
field-cards = cards
field-target = whom
field-to = to whom
field-recipient = recipient
field-humble = humble
field-count = how many
field-meld = meld
field-position = position
field-offer = offer
field-on = yes or no
field-set = set
field-holders = who holds what
field-front = front
field-back = back
field-first = first
field-from-discard = from the discard pile
field-families = families
field-communes = communes
field-rejects = rejects
field-under = under the stock

## Chat

chat = Chat
say-something = Say something
send = Send
set-phrases = Set phrases …
was-removed = (removed)

## Replay

replay = Replay
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

prove = Prove
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
save-verifier-text = The saved page has the key of today in it, and works without a network. So nobody need trust whoever serves this page later.
other-record = Check another record, from a file

## Settings

language = Language
theme = Appearance
theme-auto = As the device has it
theme-light = Light
theme-dark = Dark
suit-colours = Colours of suits
colours-two = Two
colours-four = Four
sound = A sound when it is my turn
shortcuts = Shortcuts by keys
keys = Keys
key-arrows = ← →
key-arrows-does = from card to card within a hand
key-space = Space
key-space-does = choose a card, or press a button
key-numbers = 1 … 9
key-numbers-does = make one of the offered moves
key-enter = Enter
key-enter-does = make the move of the chosen cards
key-escape = Esc
key-escape-does = choose nothing
