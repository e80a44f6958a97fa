# The page's own texts. A line that begins with a space goes on the line before.

## Everywhere

navigation = Parts of the page
menu = Menu
tournaments = Tournaments
leaderboards = Leaderboards
guide = For developers
settings = Settings
sign-in = Sign in
sign-out = Sign out and revoke the token
account = Your account
loading = One moment …
not-loaded = This part of the page could not be loaded.
load-again = Load the page again
unreachable = The service does not answer. The page tries again.
no-answer = The service has not answered. Try again.
no-such-page = There is no such page.
not-open = This is not open to you.
keeps-nothing = This browser keeps nothing: your account is lost with this tab, unless you note its token.
signed-out = The token of this browser is no longer valid. Sign in again, or begin anew.
too-fast = Too much was asked at once. Try again in { $seconds } s.
sure = Are you sure?
sure-sign-out = Without another token or a recovery code nobody comes back to this account. Sign out?
turn-elsewhere = { $count ->
    [one] Your turn at another table
   *[other] Your turn at { $count } other tables
    }
invited-elsewhere = { $count ->
    [one] You are invited to a table
   *[other] You are invited to { $count } tables
    }
yes = Yes
no = No
none = none
cancel = Cancel
somebody = somebody
semicolon = ;
colon = :
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
in-reserve = { $time } in reserve
# What labels say of whose something is: left out where their name stands above. See “hand of { $seat }” in the messages.
of-owner = of { $owner }
welcome = Card games for people and programs
welcome-text = Choose a name, and play. No email address, no password.
your-name = Your name
begin = Begin
have-token = I have a token or a recovery code
token = Token or recovery code
revoke-others = Revoke all other tokens, and sign in
my-page = My page, and what it shows to others
token-text = A token in this browser is your account. Safari deletes it when you stay away for a week. Note it, or make a recovery code, to come back from elsewhere.
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
seeking = Looking for opponents … After { $seconds } seconds house players take the free seats.
new-table = With friends …
how-games-went = How games went
for-players = { $most ->
    [one] one player
   *[other] { $players } players
    }
invited-by = { $name } invites you
look = Look at the table
decline = Decline

## A new table

number-of-players = Number of players
with-house = With house players, which are programs: the game begins at once
with-friends = With friends, or whoever comes: the other seats stay free
private = Private: only for those who have the link
options = Options
option-refused = This is not possible with the other options.
open-table = Open the table
rulebook = Rulebook
keys = Keys
shut = Close

## Before the game

who-plays = Who plays
begins-when-full = The game begins by itself when all seats are taken.
free-seat = Seat { $seat } is free
kept-for-you = Seat { $seat } is kept for you
kept-seat = Seat { $seat } is kept for { $name }
sit-down = Sit down
sit-here = Sit here
seat-house = Seat a house player
free-it = Free this seat
leave-it = Leave this seat
fill-with-house = Fill the free seats with house players
start = Start the game
invite-by-link = Invite by a link
link-for-friends = Link for your friends
link-is-over = This link is not valid any more: the game has begun, the table is closed, or there is a newer link.
copy = Copy
copied = Copied
close-table = Close the table

## The table

watching = you are watching
others = The others
middle = The middle of the table
your-turn = Your turn
others-act = It is the others’ turn.
chosen = Chosen: { $cards }
clear-choice = Clear
no-offer-fits = No offered move has all these cards.
narrow = Fewer moves
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
secret-count = cards, face down: their number is secret
stands-for = { $card } that stands for { $meant }
days-left = { $days ->
    [one] one day left
   *[other] { $days } days left
    }
what-happened = What has happened
house-plays-for-you = You were away, and the house plays for you.
take-seat-back = Take my seat back
end-without-result = End without a result …
play-on = Play on after all
claim-abandoned = Somebody is away: end the game
am-here = I am here
to-tournament = To the tournament
ask-take-back = Ask to take the move back
take-back-asked = A move is to be taken back. Do you agree?
take-back-awaits = A move is to be taken back, if all agree. Still to answer: { $names }.
history-lost = The service has lost some of what had happened here. The game goes on from what it still knows.
rematch = Play again
to-rematch = To the next game
replay = Replay
prove = Prove
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
