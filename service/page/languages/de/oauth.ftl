# Texte der Seiten, auf denen jemand eine App für sich handeln lässt. Sie haben keine Skripte: Ein Text hat Lücken und sonst nichts von Fluent.

## Überall

at-place = auf { $place }
done = Fertig
not-possible = Das geht nicht
too-much-tried = Von hier aus wurde zu viel versucht. Warte ein wenig und versuch es noch einmal.

## Anmelden

sign-in = Anmelden
app-asks = Eine App nennt sich { $app } und möchte für dich handeln. Sag zuerst, wer du bist.
device-asks = Ein Gerät zeigt dir einen Code, den du hier eingibst. Sag zuerst, wer du bist.
with-token = Mit einem deiner Tokens
your-token = Dein Token
compare-address = Das ist der Dienst auf { $place }. Vergleiche das mit der Adresse, die dein Browser zeigt, bevor du dein Token eingibst. Du bleibst hier eine Woche lang angemeldet, und keine App sieht dein Token.
as-new-player = Neu dabei
your-name = Dein Name, wie ihn die anderen sehen
become-player = Konto erstellen
no-new-players = Bei diesem Dienst erstellt der Betreiber die Konten.
did-not-work = Das hat nicht geklappt.
token-unknown = Dieses Token gibt es nicht, oder es gilt nicht mehr.
token-not-whole = Es muss eines deiner eigenen Tokens sein, mit dem du alles darfst, was Spieler dürfen. Das Token einer App genügt nicht.
bad-name = Ein Name hat 1 bis 40 sichtbare Zeichen, darunter einen Buchstaben, eine Ziffer oder ein Symbol, und sieht nicht aus wie einer des Dienstes oder eines Hausspielers.
keep-token = Bewahre dein Token auf
new-token = Willkommen, { $name }. Das ist dein Token. Es wird nur jetzt gezeigt. Bewahre es wie ein Passwort auf: Wer es hat, ist hier du.
token-kept = Ich habe es aufbewahrt: weiter

## Was eine App darf

may-app-act = Darf diese App für dich handeln?
signed-in-as = Du bist angemeldet als { $player }.
app-wants = Eine App nennt sich { $app } und möchte für dich handeln.
made-itself = Sie hat sich selbst registriert, und niemand hat geprüft, von wem sie ist.
made-operator = Der Betreiber dieses Dienstes hat sie unter diesem Namen zugelassen.
made-built-in = Sie ist die Befehlszeile von Parlour.
answer-goes-to = Die Antwort geht an { $place }.
place-device = die App { $scheme } auf diesem Gerät
place-computer = ein Programm auf diesem Computer
what-it-may = Was sie darf
may-watch = Sehen, was du siehst: deine Tische, deine Karten, Turniere, Aufzeichnungen und Spieler.
may-play = Für dich spielen: Tische eröffnen, Platz nehmen, Züge machen und deine Turniere leiten.
may-account = Dein Konto ändern: deinen Namen, deine Tokens, wen du blockierst. Sie könnte es auch löschen.
may-read-history = Über beendete Partien lesen: Verlauf, Ergebnisse, Statistik und Beweise.
may-operate = Tun, was Betreiber und Analysten tun: private Tische sehen, und was Spieler nicht sehen.
may-not = Dein Konto kann es ihr nicht erlauben.
how-long = Wie lange
days-1 = Einen Tag
days-30 = 30 Tage
days-365 = Ein Jahr
agree = Für mich handeln lassen
refuse = Nein
nothing-ticked = Wähle mindestens eines, was sie darf, oder sag Nein.
end-it = Du kannst das jederzeit beenden: In deinem Konto bei diesem Dienst steht das Token der App.
not-you = Du bist nicht { $player }?
sign-out = Abmelden

## Auf einem Gerät

on-device = Auf einem Gerät anmelden
code-shown = Der Code, den dein Gerät zeigt
go-on = Weiter
type-no-code = Gib keinen Code ein, den dir jemand anders gesagt oder geschickt hat.
which-device = Sie ist auf dem Gerät, das den Code { $code } zeigt. Ist das ein Gerät von dir, und hast du das dort gerade selbst begonnen?
say-no = Wenn dich jemand hierher geschickt oder dir den Code gesagt hat, sag Nein: Sonst spielt jemand anders in deinem Namen.
no-such-code = Kein Gerät wartet mit diesem Code. Ein Code gilt zehn Minuten.
device-goes-on = Das war alles. Geh zurück zu deinem Gerät: Dort geht es in einigen Sekunden weiter.
device-refused = Das Gerät darf nicht für dich handeln.

## Was nicht geht

no-such-app = Diese App gibt es hier nicht: Ihre „client_id“ fehlt oder ist unbekannt.
address-unknown = Die App hat die Adresse nicht registriert, an die die Antwort ginge („redirect_uri“).
app-is-wrong = Die Anfrage der App ist fehlerhaft.
tell-app = Der App mitteilen: { $place }
app-gone = Die App oder das Konto gibt es nicht mehr.
account-gone = Das Konto gibt es nicht mehr.
most-tokens = Du hast so viele gültige Tokens, wie man haben kann: Widerrufe zuerst einige.
signed-out = Du bist nicht mehr angemeldet. Fang von vorn an.
form-unreadable = Das Formular ist nicht lesbar.
form-not-shown = Dieses Formular ist nicht das, das dir gezeigt wurde. Geh zurück zur App und fang von vorn an.
form-not-ours = Dieses Formular kam nicht von einer Seite dieses Dienstes.
