# Texte dessen, was erst geladen wird, wenn man es öffnet: Turniere, Spieler, Bestenlisten, Wiedergabe, Beweis, Einstellungen.

## Überall

game = Spiel
rank = Rang
player = Name
points = Punkte
played = Partien
former = Gelöschtes Konto { $beginning }
more-of-them = Mehr zeigen
as-page = Als eigene Seite
close = Schließen

## Turniere

tournament = Turnier
no-tournaments = Es gibt noch keine Turniere.
tournament-how = Wie ein Turnier abläuft
how-enter = Zum Teilnehmen öffne ein Turnier, dessen Anmeldung offen ist, und drücke „{ register }“. Wenn der Check-in beginnt, drücke dort „{ check-in }“: Wer das nicht tut, ist nicht dabei. Um auszusteigen, drücke „{ withdraw }“.
how-rounds = Ein Turnier hat Runden. In jeder haben alle einen Platz an einem Tisch, der von selbst aufgeht; „{ to-my-table }“ führt dorthin. Gibt es für dich keinen Tisch, hast du in dieser Runde nichts zu tun: Das heißt Freilos.
how-standings = Die Punkte aller Runden ergeben die Tabelle. Wer gleich viele Punkte hat, wird nach den Spalten rechts von den Punkten geordnet.
how-made = Turniere werden von Programmen angekündigt und geleitet.
how-made-guide = Wie das geht (auf Englisch)
tournaments-running = Laufend
tournaments-upcoming = Demnächst
tournaments-ended = Beendet
entrants-count = { $count ->
    [one] eine Anmeldung
   *[other] { $count } Teilnehmende
    }
round-of = Runde { $round } von { $rounds }
state-announced = angekündigt
state-registration = Anmeldung offen
state-check_in = Check-in läuft
state-playing = läuft
state-finished = beendet
state-cancelled = abgesagt
format = Paarung
format-swiss = Schweizer System
format-round-robin = jeder gegen jeden
format-groups = Gruppen und Finale
format-knockout = K.-o.-System
format-manual = durch die Leitung
rounds = Runden
entrants = Teilnehmende
entrant = Name
entered-and-waiting = { $entered }, und { $waiting } auf der Warteliste
cards = Karten
cards-same = an allen Tischen dieselben
cards-own = an jedem Tisch andere
director = Leitung
standings = Tabelle
board = Groß zeigen, für einen Bildschirm an der Wand
show-all = Alle { $count } zeigen
round = Runde { $number }
round-publishing = die Tische werden eröffnet
round-playing = läuft
round-finished = beendet
table = Tisch { $number }
table-over = beendet
table-stopped = ohne Ergebnis
replay-of = Wiedergabe von Tisch { $number }
watch = Zuschauen
watch-of = An Tisch { $number } zuschauen
to-my-table = An meinen Tisch
watch-later = Die Karten werden gezeigt, wenn alle Tische der Runde fertig sind.
byes = In dieser Runde ohne Tisch:
house-entrant = Hausspieler { $number }
team = Team { $number }
nobody-yet = Noch hat sich niemand angemeldet.
page-of = Seite { $page } von { $pages }
round-reached = Erreichte Runde
tie-wins = Siege
tie-best-deals = Beste Ergebnisse
tie-buchholz = Buchholz
tie-buchholz-cut-1 = Buchholz ohne niedrigsten
tie-difference = Differenz
tie-fewest-byes = Wenigste Freilose
tie-head-to-head = Direkter Vergleich
tie-sonneborn-berger = Sonneborn-Berger

## Teilnehmen

taking-part = Teilnehmen
register = Teilnehmen
register-signed-in = Die Anmeldung ist offen. Zum Teilnehmen:
registration-code = Code für die Anmeldung
by-approval = Die Leitung entscheidet, wer teilnimmt.
you-are = Du: { $state }
entrant-declined = abgelehnt
entrant-entered = dabei
entrant-invited = eingeladen
entrant-pending = Zusage steht aus
entrant-waiting = auf der Warteliste
entrant-withdrawn = zurückgezogen
checked-in = eingecheckt
check-in = Ich bin da
withdraw = Vom Turnier zurückziehen
come-back = Wieder teilnehmen
invited-to-team = { $team } lädt dich ein, mitzuspielen.

## Spieler

kind-person = ein Mensch
kind-bot = ein Bot
kind-house = ein Hausspieler
kind-former = das Konto wurde gelöscht
since = Hier seit { $day }
tables-now = Jetzt an diesen Tischen
statistics = Bisherige Partien
won = Gewonnen
drawn = Unentschieden
lost = Verloren
rating = Wertung
provisional = wenige Partien
no-games-yet = Noch ist keine öffentliche Partie zu Ende.
shows-no-statistics = Die Statistik wird nicht gezeigt.
no-such-game = Dieses Spiel gibt es hier nicht.
my-page-shows = Was diese Seite anderen zeigt
shows-since = Seit wann ich hier bin
shows-statistics = Meine Statistik und Wertungen
shows-tables = Die öffentlichen Tische, an denen ich sitze

## Bestenlisten

of-whom = Von wem
kind-person-many = Menschen
kind-bot-many = Bots
kind-house-many = Hausspieler
newcomers = Neue mit wenigen Partien
average-score = Gemeinsame Punkte im Durchschnitt
nobody-ranked = Noch steht hier niemand. Dafür braucht es { $games ->
    [one] eine Partie
   *[other] { $games } Partien
    }.
ratings-text = Die Wertung ist die Spielstärke, die jemand so gut wie sicher hat. Es zählen Partien an öffentlichen Tischen ohne Hausspieler.

## Statistik

first-won = Wer anfing, gewann
no-one-winner = Ohne einzelnen Sieger
points-average = Punkte je Platz
length-of-game = Eine Partie dauerte
length-of-move = Ein Zug dauerte
broken-off = Abgebrochen
of-players = { $count ->
    [one] eine Person
   *[other] { $count } Personen
    }
went-sum = { $played ->
    [one] Eine Partie wurde
   *[other] { $played } Partien wurden
    } zu Ende gespielt, { $aborted ->
    [0] keine
    [one] eine
   *[other] { $aborted }
    } abgebrochen.
moves-sum = { $moves ->
    [one] Ein Zug wurde
   *[other] { $moves } Züge wurden
    } gemacht; { $late } aller Züge kamen zu spät und wurden von der Uhr gemacht.
went-by-players = Nach der Zahl der Spielenden
went-by-options = Nach den Optionen, die vom Üblichen abweichen
went-text = Partien, deren Aufzeichnung alle lesen dürfen, mit Karten, die niemand ausgesucht hat; von den Optionen die 50 meistgespielten. Durchschnitte sind die der beendeten Partien.
best-players = Die Besten
latest-games = Die letzten Partien
no-games-of-it = Noch wurde keine öffentliche Partie davon beendet.

## Wiedergabe

to-beginning = Zum Anfang
to-end = Zum Ende
one-back = Ein Ereignis zurück
one-on = Ein Ereignis weiter
previous-decision = Vorige Entscheidung
next-decision = Nächste Entscheidung
play = Abspielen
pause = Anhalten
moment = Zeitpunkt der Partie
speed = Tempo
seen-from = Gesehen von
own-view = Meine Sicht
all-hands = Alle Hände

## Beweis

proof = Ist diese Aufzeichnung echt?
proof-text = Eine Aufzeichnung enthält jedes Ereignis einer Partie mit seinem Hash, die Signatur des Dienstes und das Geheimnis, nach dem gegeben wurde. Dieser Browser prüft das. Die Regeln spielt er nicht nach: Das macht „parlour verify“.
proof-needs-https = Dein Browser prüft Signaturen nur auf Seiten mit https oder vom eigenen Rechner. Speichere die Seite zum Prüfen und öffne sie als Datei.
record-true = Die Aufzeichnung ist echt.
record-true-text = { $events ->
    [one] Ein Ereignis folgt aus dem vorigen, die Signatur gilt, und die Karten wurden gegeben, wie es vorher festgelegt war.
   *[other] Jedes der { $events } Ereignisse folgt aus dem vorigen, die Signatur gilt, und die Karten wurden gegeben, wie es vorher festgelegt war.
    }
record-not-true = Die Aufzeichnung ist nicht echt.
key-was = Geprüft mit dem öffentlichen Schlüssel
save-record = Aufzeichnung speichern
save-verifier = Seite zum Prüfen speichern
save-verifier-text = Die gespeicherte Seite enthält den heutigen Schlüssel und braucht kein Netz. So muss niemand dem trauen, der diese Seite später ausliefert.
other-record = Eine andere Aufzeichnung aus einer Datei prüfen

## Konto

tokens = Wo du angemeldet bist und welche Apps für dich handeln
this-browser = dieser Browser
token-of-app = für eine App
token-without-name = Token ohne Namen
token-made = erstellt: { $day }
token-used = zuletzt benutzt: { $day }
revoke = Widerrufen
revoke-all = Alle anderen widerrufen
sure-revoke-all = Alle anderen Browser, Apps und Programme werden abgemeldet. Der Wiederherstellungscode wird gelöscht, und Webhooks werden abgeschaltet. Widerrufen?
all-revoked = Alle anderen sind widerrufen. Erstelle einen neuen Wiederherstellungscode.
recovery-made = Ein Wiederherstellungscode wurde erstellt: { $day }
blocks = Wen du blockierst
block = Blockieren
unblock = Nicht mehr blockieren
is-blocked = Du blockierst diese Person.
delete-account = Mein Konto löschen …
sure-delete-account = Dein Name, deine Tokens und deine Nachrichten werden für immer gelöscht. Gespielte Partien bleiben, ohne deinen Namen. Konto löschen?
sure-block = Diese Person kann dich dann nicht einladen und nicht an deinen Tischen sitzen, und du liest nicht, was sie sagt. Blockieren?

## Einstellungen

language = Sprache
theme = Aussehen
theme-auto = Wie das Gerät
theme-light = Hell
theme-dark = Dunkel
suit-colours = Farben der Karten
colours-two = Zwei
colours-four = Vier
sound = Ein Ton, wenn ich dran bin
shortcuts = Tastenkürzel mit Zahlen, Buchstaben und ?
key-arrows = ← → Pos1 Ende
key-arrows-does = von Karte zu Karte einer Hand oder eines Stapels; Tab führt hinaus
key-space = Leertaste
key-space-does = Karte wählen oder Knopf drücken
key-numbers = 1 … 9
key-numbers-does = einen der angebotenen Züge machen
key-enter = Eingabe
key-enter-does = den Zug mit den gewählten Karten machen
key-escape = Esc
key-escape-does = nichts wählen
key-letters = A … Z
key-letters-does = den Zug dieser Art machen oder nur solche zeigen
key-question = ?
key-question-does = alle Tasten zeigen

## Chat

chat = Chat
say-something = Etwas sagen
send = Senden
send-phrase = Senden: den gewählten Satz
send-report = Senden: die Meldung
set-phrases = Feste Sätze …
was-removed = (entfernt)
is-muted = (stummgeschaltet)
more-about = Mehr zu dem, was { $name } sagt
remove-said = Entfernen
mute = Stummschalten
hear-again = Wieder hören
report = Melden …
reason-abuse = Beleidigung
reason-cheating = Betrug
reason-spam = Spam
reason-other = Etwas anderes
was-reported = Den Betreibern gemeldet.
