# Texts of the pages on which somebody lets an app act for them. They have no scripts: a text has gaps, and nothing else of Fluent.

## Everywhere

at-place = at { $place }
done = Done
not-possible = That is not possible
too-much-tried = Too much has been tried from here. Wait a little, and try again.

## Signing in

sign-in = Sign in
app-asks = An app that calls itself { $app } wants to act for you. First say who you are.
device-asks = A device shows you a code to type here. First say who you are.
with-token = With a token of yours
your-token = Your token
compare-address = This is the service at { $place }. Compare that with the address that your browser shows, before you give your token. You stay signed in here for a week, and no app sees your token.
as-new-player = As a new player
your-name = Your name, as others will see it
become-player = Become a player
no-new-players = The operator of this service creates its players.
did-not-work = That did not work.
token-unknown = There is no such token, or it is no longer valid.
token-not-whole = The token has to be one of your own that may do all that a player may: that of an app may not.
bad-name = A name has 1 to 40 characters that can be seen, among them a letter, a digit or a symbol, and does not look like one of the service or of a house player.
keep-token = Keep your token
new-token = Welcome, { $name }. This is your token, and it is shown only now. Keep it as you keep a password: whoever has it is you.
token-kept = I have kept it: go on

## What an app may do

may-app-act = May this app act for you?
signed-in-as = You are signed in as { $player }.
app-wants = An app that calls itself { $app } wants to act for you.
made-itself = It has registered itself, and nobody has checked who it is.
made-operator = The operator of this service has admitted it under this name.
made-built-in = It is the command line of Parlour.
answer-goes-to = The answer goes to { $place }.
place-device = the app { $scheme } on this device
place-computer = a program on this computer
what-it-may = What it may do
may-watch = See what you see: your tables, your hands, tournaments, records and players.
may-play = Play for you: open tables, take seats, make moves, and direct your tournaments.
may-account = Change your account: your name, your tokens, whom you block. It could delete it.
may-read-history = Read about finished games: the history, results, statistics and proofs.
may-operate = Do what operators and analysts do: see private tables, and what players do not.
may-not = Your account cannot let it.
how-long = For how long
days-1 = One day
days-30 = 30 days
days-365 = A year
agree = Let it act for me
refuse = No
nothing-ticked = Say at least one thing that it may do, or No.
end-it = You can end it at any time: your account on this service lists the token of the app.
not-you = You are not { $player }?
sign-out = Sign out

## On a device

on-device = Sign in on a device
code-shown = The code that your device shows
go-on = Go on
type-no-code = Type no code that somebody else has told you or sent you.
which-device = It is on the device that shows the code { $code }. Is that a device of yours, and have you just begun this there yourself?
say-no = If somebody has sent you here, or has told you the code, say No: they would play as you.
no-such-code = No device waits with this code. Codes last ten minutes.
device-goes-on = That is all. Go back to your device: it goes on in some seconds.
device-refused = The device may not act for you.

## What goes wrong

no-such-app = There is no such app here: its “client_id” is missing or unknown.
address-unknown = The app has not registered the address to which the answer would go (“redirect_uri”).
app-is-wrong = The app has asked in a wrong way.
tell-app = Tell the app: { $place }
app-gone = The app, or the account, is no longer there.
account-gone = The account is no longer there.
most-tokens = You have as many valid tokens as a player may have: revoke some first.
signed-out = You are not signed in any more. Begin again.
form-unreadable = The form cannot be read.
form-not-shown = This form is not the one that was shown to you. Go back to the app, and begin again.
form-not-ours = This form was not sent by a page of this service.
