# Die eigenen Texte der Seite. Eine Zeile, die mit einem Leerzeichen beginnt, setzt die vorige fort.

## Überall

navigation = Teile der Seite
menu = Menü
tournaments = Turniere
leaderboards = Bestenlisten
guide = Für Entwickler
settings = Einstellungen
sign-in = Anmelden
sign-out = Abmelden und das Token widerrufen
account = Dein Konto
loading = Einen Moment …
not-loaded = Dieser Teil der Seite konnte nicht geladen werden.
load-again = Seite neu laden
unreachable = Der Dienst antwortet nicht. Die Seite versucht es weiter.
no-answer = Der Dienst hat nicht geantwortet. Versuch es noch einmal.
no-such-page = Diese Seite gibt es nicht.
not-open = Hierhin hast du keinen Zugang.
keeps-nothing = Dieser Browser merkt sich nichts: Mit diesem Tab geht dein Konto verloren, wenn du dir das Token nicht notierst.
signed-out = Das Token dieses Browsers gilt nicht mehr. Melde dich neu an oder fang von vorn an.
too-fast = Zu viel auf einmal. Versuch es in { $seconds } s noch einmal.
sure = Bist du sicher?
sure-sign-out = Ohne ein anderes Token oder einen Wiederherstellungscode kommt niemand in dieses Konto zurück. Abmelden?
turn-elsewhere = { $count ->
    [one] An einem anderen Tisch bist du am Zug
   *[other] An { $count } anderen Tischen bist du am Zug
    }
invited-elsewhere = { $count ->
    [one] Du bist an einen Tisch eingeladen
   *[other] Du bist an { $count } Tische eingeladen
    }
yes = Ja
no = Nein
none = keine Angabe
cancel = Abbrechen
somebody = jemand
semicolon = ;
colon = :
guest = Gast
seconds = Sekunden

## Wer spielt

seat = Platz { $seat }
house-player = Hausspieler { $seat }
former-player = Gelöschtes Konto { $seat }
bot = Bot
absent = abwesend
house-plays = das Haus spielt
calls-abort = will aufhören
has-won = hat gewonnen
to-act = ist dran
in-reserve = { $time } Reserve
# So sagen Bezeichnungen, wem etwas gehört: weggelassen, wo der Name darüber steht.
of-owner = von { $owner }
welcome = Kartenspiele für Menschen und Programme
welcome-text = Wähle einen Namen und spiel los. Keine E-Mail-Adresse, kein Passwort.
your-name = Dein Name
begin = Los geht’s
have-token = Ich habe ein Token oder einen Wiederherstellungscode
token = Token oder Wiederherstellungscode
revoke-others = Alle anderen Tokens widerrufen und anmelden
my-page = Meine Seite und was sie anderen zeigt
token-text = Dein Konto ist ein Token in diesem Browser. Safari löscht es, wenn du eine Woche lang wegbleibst. Notiere es oder lass dir einen Wiederherstellungscode geben, um anderswo weiterzuspielen.
show-token = Token zeigen
hide-token = Token verbergen
recovery-code = Wiederherstellungscode erstellen
recovery-text = Schreib ihn auf, er wird nur einmal gezeigt:
save = Speichern

## Die Lobby

invitations = Einladungen
my-tables = Meine Tische
games = Spiele
open-tables = Tische mit freien Plätzen
play-now = Gleich spielen
find-opponents = Gegner finden
waiting = { $count ->
    [one] eine Person wartet
   *[other] { $count } Personen warten
    }
seeking = Gegner werden gesucht … Nach { $seconds } Sekunden setzen sich Hausspieler auf die freien Plätze.
new-table = Mit Freunden …
how-games-went = Statistik
for-players = { $most ->
    [one] eine Person
   *[other] { $players } Personen
    }
invited-by = { $name } lädt dich ein
look = Zum Tisch
decline = Ablehnen

## Ein neuer Tisch

number-of-players = Wie viele spielen
with-house = Mit Hausspielern, das sind Programme: Die Partie beginnt sofort
with-friends = Mit Freunden oder allen, die kommen: Die anderen Plätze bleiben frei
private = Privat: nur für die, die den Link haben
options = Optionen
option-refused = Das geht nicht mit den übrigen Optionen.
open-table = Tisch eröffnen
rulebook = Regeln
keys = Tasten
shut = Schließen

## Vor der Partie

who-plays = Wer spielt
begins-when-full = Die Partie beginnt von selbst, sobald alle Plätze besetzt sind.
free-seat = Platz { $seat } ist frei
kept-for-you = Platz { $seat } ist für dich reserviert
kept-seat = Platz { $seat } ist für { $name } reserviert
sit-down = Platz nehmen
sit-here = Hier sitzen
seat-house = Hausspieler setzen
free-it = Platz freigeben
leave-it = Diesen Platz verlassen
fill-with-house = Freie Plätze mit Hausspielern füllen
start = Partie beginnen
invite-by-link = Mit einem Link einladen
link-for-friends = Link für deine Freunde
link-is-over = Dieser Link gilt nicht mehr: Die Partie hat begonnen, der Tisch ist geschlossen oder es gibt einen neueren Link.
copy = Kopieren
copied = Kopiert
close-table = Tisch schließen

## Der Tisch

watching = du siehst zu
others = Die anderen
middle = Die Mitte des Tischs
your-turn = Du bist dran
others-act = Die anderen sind dran.
chosen = Gewählt: { $cards }
clear-choice = Auswahl aufheben
no-offer-fits = Kein angebotener Zug hat alle diese Karten.
narrow = Weniger Züge
more-offers = Und { $count } weitere. Wähle Karten, um weniger zu sehen.
by-hand = Einen Zug selbst zusammenstellen
kind-of-move = Zug
check-move = Ist er erlaubt?
is-legal = Er ist erlaubt.
make-move = Diesen Zug machen
add-card = Karte dazu
use-chosen = Die gewählten Karten nehmen
add-group = Gruppe dazu
remove-group = Entfernen
no-cards = Keine Karten
card-count = { $count ->
    [one] eine Karte
   *[other] { $count } Karten
    }
face-down = { $count ->
    [one] eine verdeckte Karte
   *[other] { $count } verdeckte Karten
    }
secret-count = verdeckte Karten, deren Zahl geheim ist
stands-for = { $card } als { $meant }
days-left = { $days ->
    [one] noch ein Tag
   *[other] noch { $days } Tage
    }
what-happened = Was geschehen ist
house-plays-for-you = Du warst weg, und das Haus spielt für dich.
take-seat-back = Selbst weiterspielen
end-without-result = Ohne Ergebnis beenden …
play-on = Doch weiterspielen
claim-abandoned = Jemand ist weg: Partie beenden
am-here = Ich bin da
to-tournament = Zum Turnier
ask-take-back = Zug zurücknehmen
take-back-asked = Ein Zug soll zurückgenommen werden. Einverstanden?
take-back-awaits = Ein Zug wird zurückgenommen, wenn alle zustimmen. Es fehlt noch: { $names }.
history-lost = Der Dienst hat einen Teil dessen verloren, was hier geschehen war. Die Partie geht von dem aus weiter, was er noch weiß.
rematch = Noch einmal
to-rematch = Zur nächsten Partie
replay = Wiedergabe
prove = Echtheit prüfen
field-card = Karte
field-cards = Karten
field-target = wen
field-to = wem
field-recipient = für wen
field-humble = demütig
field-count = wie viele
field-meld = Reihe
field-position = Stelle
field-offer = Angebot
field-on = ja oder nein
field-set = Satz
field-holders = wer was hat
field-front = vorn
field-back = hinten
field-first = zuerst
field-from-discard = von der Ablage
field-families = Familien
field-communes = Kommunen
field-rejects = Verstoßene
field-under = unter den Talon
