# The messages of `GET /v1/messages` in German. A line that begins with a space goes on the line before.
#
# What fills a gap comes without an article and is never declined: a seat is a name or „Platz 3“, a card is „10♥“ or
# „Herz-Zehn“, an amount is „eine Karte“, „3 Karten“, „1 Punkt“, „0 Punkte“. So a sentence has a seat where no ending is
# needed („für Ada“, „von Platz 3“), several seats („Plätze 0 und 2“) and amounts only in the nominative or accusative,
# and no „sein“ or „ihr“ for a seat. Who reads is „du“; people are „jemand“, „wer …“, „eine Person“.
#
# Glossary
#   game              Partie (what is played at a table); Spiel (which of the eight)
#   deal              Runde; the dealer: wer gibt; to deal: geben
#   round (at a table), turn, move    Umlauf, Zug, Zug
#   seat, table, team Platz, Tisch, Team
#   pack, stock       Talon; in Honors No. I the centre: die Mitte
#   pile, discard pile, discards      Ablage; to discard: abwerfen; what was discarded: der Abwurf
#   hand              Hand
#   to lay down       auslegen; to add: anlegen; to lay aside: beiseitelegen
#   to go out         Schluss machen
#   trick             Stich; to lead: ausspielen; to follow suit: bedienen; suit: Farbe
#   to take a move back               zurücknehmen
#   house player      Hausspieler
#   deck that is given                Kartenfolge
#   creator of a table                wer den Tisch eröffnet hat
#   seek, seal, log   Gesuch, Siegel, Protokoll
#  Tournaments
#   round             Runde, Turnierrunde
#   entrant           Anmeldung, Teilnehmende; to register: anmelden; to enter: eintragen; to withdraw: zurückziehen
#   staff             Turnierleitung; draft: Entwurf; substitute: Ersatz
#   ruling, measure, penalty, appeal  Entscheidung, Maßnahme, Strafe, Einspruch
#  Friendlier Than Thou
#   Monthly, Yearly Meeting           Monatsversammlung, Jahresversammlung
#   leading           Ausspiel; silent: still; programmed: programmiert
#   “So moved”        „Es bewegt mich“
#   eldered           ermahnt
#   humble ace        demütiges Ass
#   care committee    Fürsorgeausschuss
#   unity             Einigkeit; to unite with: zustimmen; to object: widersprechen; laid over: vertagt
#  Literature
#   set (half-suit)   Satz: „Kreuz niedrig“, „Kreuz hoch“; to declare: ansagen
#  Honors
#   book              Buch
#   wrong call        vergebliche Frage
#   fine              Strafe; to challenge: anfechten; to waive: verzichten
#   offer, change     Angebot, tauschen; to call for an end: das Ende verlangen
#  Pursuit of Happiness
#   meld              Reihe; to extend: verlängern; to activate: aktivieren; power: Stärke; position: Stelle
#   attack, defence, capture          Angriff, Abwehr, erbeuten; remnant: Rest
#   front, back       vorn, hinten
#  Medieval Mastery
#   family, junior family, commune    Familie, Juniorfamilie, Kommune
#   Royal family, Royal marriage      Königsfamilie, Königsehe
#   Religious commune Glaubenskommune; to lead a commune: anführen
#   reject            Verstoßene; to give up: verstoßen
#   nemesis           Nemesis
#   Ranks have names with the letter that is on the card, or have it in brackets: Königin (Q).

### All games

a-check-in-can-be-opened-when-round-round-is-ove-3d94e0 = Ein Check-in kann eröffnet werden, wenn Runde { $round } zu Ende ist.
a-deck-is-not-one-of-the-game-d8df6d = Eine Kartenfolge gehört nicht zum Spiel.
a-game-of-game-for-players-begins-to-points-in-d-8fcf8e = Eine Partie { $game } für { $players } beginnt: bis { $points }, höchstens { $deals }.
a-house-player-plays-on-your-seat-take-it-back-f-9ad18c = Auf deinem Platz spielt ein Hausspieler; nimm den Platz zuerst zurück.
a-house-player-house-goes-on-for-seat-5bbf87 = Ein Hausspieler ({ $house }) spielt weiter für { $seat }.
a-house-player-house-takes-seat-c054ef = Ein Hausspieler ({ $house }) übernimmt { $seat }.
a-parameter-of-the-path-the-query-or-the-headers-dde20f = Ein Parameter im Pfad, in der Abfrage oder in den Kopfzeilen ist ungültig.
a-player-enters-under-their-own-id-and-without-a-06e34c = { $entrant }: Eine Person meldet sich unter ihrer eigenen Id und ohne anderen Namen an.
a-player-has-one-seat-70b7e0 = Eine Person hat nur einen Platz.
a-ruling-has-measures-or-closes-tables-11cdb9 = Eine Entscheidung hat Maßnahmen oder schließt Tische.
a-setting-is-invalid-e81e68 = Eine Einstellung ist ungültig.
a-table-of-one-of-these-ids-belongs-to-the-tourn-65c4c5 = Ein Tisch mit einer dieser Ids gehört schon zum Turnier.
a-team-has-an-id-of-its-own-entrant-b5721a = { $entrant }: Ein Team hat eine eigene Id.
a-token-expires-in-the-future-and-no-later-than-e506f8 = Ein Token endet später als jetzt, aber nicht später als das Token, mit dem es erstellt wird.
all-agree-to-end-the-game-without-a-result-62b20e = Alle sind einverstanden, die Partie ohne Ergebnis zu beenden.
all-places-are-taken-aceedd = Alle Startplätze sind vergeben.
all-seats-are-taken-or-kept-for-somebody-3d8ddf = Alle Plätze sind besetzt oder für jemanden reserviert.
# { $entrant }: the id of a player or of a team
already-entered-entrant-188aa7 = Schon eingetragen: { $entrant }.
an-appeal-that-is-dismissed-leaves-the-measures-880345 = Ein abgewiesener Einspruch lässt die Maßnahmen der Entscheidung, wie sie sind.
an-option-of-the-game-is-invalid-d27ed1 = Eine Option der Partie ist ungültig.
appeals-that-have-not-been-decided-appeals-c3acad = { $appeals ->
    [one] Über einen Einspruch ist noch nicht entschieden.
   *[other] Über { $appeals } Einsprüche ist noch nicht entschieden.
    }
at-table-number-entrant-does-not-play-this-round-ec6941 = Tisch { $number }: { $entrant } spielt in dieser Runde nicht.
at-table-number-entrant-has-a-place-already-594c85 = Tisch { $number }: { $entrant } hat schon einen Platz.
at-table-number-entrant-is-no-entrant-d4d1de = Tisch { $number }: { $entrant } nimmt nicht teil.
number-of-appeals-appeals-9a4354 = { $appeals ->
    [one] Es gibt einen Einspruch.
   *[other] Es gibt { $appeals } Einsprüche.
    }
number-of-deals-deals-allowed-by-the-options-of-7061be = Runden im Resultat: { $deals }; nach den Optionen des Spiels höchstens: { $most }.
number-of-deals-deals-noted-of-this-table-noted-24ff4b = Runden im Resultat: { $deals }; notiert sind an diesem Tisch: { $noted }.
number-of-entrants-at-table-number-given-allowed-1bd245 = Tisch { $number } hat { $given } Teilnehmende; erlaubt sind: { $sizes }.
number-of-members-of-the-entrant-of-player-given-7eb716 = { $player }: { $given ->
    [one] ein Mitglied
   *[other] { $given } Mitglieder
    }; nötig: { $members }.
only-set-phrases-are-allowed-at-the-table-its-se-94e38f = An diesem Tisch gibt es nur feste Sätze (Einstellung `chat`).
at-this-table-no-move-is-taken-back-63ab8f = An diesem Tisch wird kein Zug zurückgenommen.
at-this-table-most-moves-have-been-taken-back-th-eb19a9 = { $most ->
    [one] An diesem Tisch wurde schon ein Zug zurückgenommen; das genügt.
   *[other] An diesem Tisch wurden schon { $most } Züge zurückgenommen; das genügt.
    }
at-version-version-the-game-had-not-begun-yet-006524 = Bei Version { $version } hatte die Partie noch nicht begonnen.
at-version-version-the-game-was-over-5d41fb = Bei Version { $version } war die Partie zu Ende.
# { $reason }: such as “as somebody is out”, with its own conjunction
deal-deal-ends-reason-scores-3c2b68 = Runde { $deal } endet, { $reason }: { $scores }.
deal-deal-dealer-deals-all-the-cards-ce882c = Runde { $deal }: { $dealer } gibt alle Karten aus.
good-game-952e7d = Schöne Partie!
good-luck-853d0a = Viel Glück!
goodbye-1cb7b2 = Tschüss!
have-fun-528154 = Viel Spaß!
hello-334d01 = Hallo!
house-players-need-no-substitutes-2e8ff3 = Hausspieler brauchen keinen Ersatz.
i-am-back-aea4cf = Ich bin wieder da.
it-has-been-noted-who-has-not-come-to-this-round-656aed = Es ist vermerkt, wer zu dieser Runde nicht gekommen ist.
it-is-not-possible-with-this-player-or-at-their-866335 = Mit dieser Person oder an ihren Tischen ist das nicht möglich.
it-takes-needed-different-ids-of-tables-9d431a = { $needed ->
    [one] Nötig ist eine Tisch-Id.
   *[other] Nötig sind { $needed } verschiedene Tisch-Ids.
    }
no-check-in-is-open-842061 = Es läuft kein Check-in.
no-problem-082cb1 = Kein Problem.
no-round-is-being-played-9cb3cd = Es läuft keine Runde.
no-round-is-drafted-363837 = Es ist keine Runde entworfen.
no-seal-of-the-log-that-is-shown-in-full-covers-999133 = Noch kein Siegel des vollständig gezeigten Protokolls umfasst die Aufzeichnung.
no-such-card-8ee602 = Diese Karte gibt es nicht.
no-such-game-c11034 = Dieses Spiel gibt es nicht.
no-such-type-of-move-131598 = Diese Art von Zug gibt es nicht.
no-38178a = Nein.
nobody-gives-this-right-to-themselves-0f5b9c = Dieses Recht kann sich niemand selbst geben.
nobody-is-expected-at-the-tables-of-round-round-2f4c82 = Niemand wird an den Tischen der Runde { $round } zu einer bestimmten Zeit erwartet.
nobody-may-join-with-round-round-391f2e = Zur Runde { $round } kann niemand dazukommen.
round-round-was-the-last-one-ef9792 = Runde { $round } war die letzte.
seats-that-are-still-free-free-of-seats-a21438 = Von { $seats } Plätzen { $free ->
    [one] ist noch einer frei
   *[other] sind noch { $free } frei
    }.
seats-that-play-together-have-the-same-points-in-9e0905 = Plätze, die zusammen spielen, haben in jeder Runde dieselben Punkte und gewinnen zusammen: { $seats }.
somebody-is-named-twice-player-94b0c7 = Doppelt genannt: { $player }.
the-check-in-for-round-round-has-been-opened-alr-c6e9d6 = Der Check-in zu Runde { $round } ist schon eröffnet worden.
the-last-round-of-the-tournament-is-round-rounds-07a509 = Das Turnier hat { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
    }.
the-points-of-a-seat-are-the-sum-of-its-points-i-1d3da4 = Die Punkte eines Platzes sind die Summe seiner Punkte in den Runden.
their-seat-is-absent-already-29bd44 = Der Platz gilt schon als abwesend.
they-have-withdrawn-and-can-return-entrant-dd727e = Zurückgezogen, kann aber zurückkommen: { $entrant }.
this-needs-a-reason-which-is-recorded-and-shown-17b71c = Das sieht niemand ohne einen Grund (`reason`). Er wird aufgezeichnet und den Spielenden gezeigt, wenn es um einen Tisch geht.
nobody-sits-on-seat-and-it-is-kept-for-nobody-451696 = { $seat } ist unbesetzt und für niemanden reserviert.
nobody-who-was-invited-comes-the-table-ends-27b88e = Niemand von den Eingeladenen kommt; der Tisch wird geschlossen.
nobody-with-this-id-has-entered-entrant-199ee1 = Unter dieser Id ist niemand eingetragen: { $entrant }.
nobody-with-this-id-plays-entrant-f3f36b = Unter dieser Id spielt niemand: { $entrant }.
not-all-have-answered-seat-in-time-the-move-stan-137645 = Nicht alle haben { $seat } rechtzeitig geantwortet; der Zug bleibt stehen.
one-moment-please-3b665e = Einen Moment, bitte.
only-a-tournament-gives-seats-away-and-only-at-i-4af358 = Nur ein Turnier vergibt Plätze, und nur an den eigenen Tischen.
only-at-a-table-of-a-tournament-may-somebody-see-4acc88 = Nur an einem Turniertisch darf jemand Karten sehen, ohne mitzuspielen.
only-the-operator-of-this-service-creates-player-0e5bd6 = Nur wer diesen Dienst betreibt, legt Konten an.
only-the-staff-of-the-tournament-may-do-that-rol-a152eb = Das darf nur die Turnierleitung: { $roles }.
only-the-table-s-creator-may-do-this-before-its-64ead7 = Das darf nur, wer den Tisch eröffnet hat, und nur vor der Partie.
only-those-who-have-played-may-play-again-093523 = Nur wer mitgespielt hat, darf noch einmal spielen.
only-those-who-play-take-moves-back-and-consent-da2841 = Nur wer mitspielt, nimmt Züge zurück und stimmt dem zu.
only-those-who-sit-here-and-the-table-s-creator-c33996 = Das darf nur, wer hier sitzt oder den Tisch eröffnet hat.
players-at-the-table-see-only-their-own-cards-d239b6 = Wer am Tisch spielt, sieht nur die eigenen Karten.
points-of-this-scoring-are-shares-from-to-most-3da77c = Punkte sind bei dieser Wertung Anteile, von 0 bis { $most }.
round-number-has-not-begun-fbad1c = Runde { $number } hat noch nicht begonnen.
round-round-has-no-table-table-368610 = Runde { $round } hat keinen Tisch { $table }.
round-round-is-not-over-d9f2d4 = Runde { $round } ist noch nicht zu Ende.
several-players-have-this-name-invite-one-of-the-a56226 = Mehrere Personen haben diesen Namen; lade eine davon mit ihrer Id ein, zum Beispiel aus `candidates`.
shall-we-play-again-39d304 = Spielen wir noch einmal?
sorry-9317a8 = Entschuldigung!
staff-who-play-in-the-tournament-rule-on-round-r-fb1ed9 = Wer zur Turnierleitung gehört und selbst mitspielt, entscheidet über Runde { $round } erst, wenn sie zu Ende ist.
table-number-is-over-or-was-closed-e592b7 = Tisch { $number } ist zu Ende oder wurde geschlossen.
# { $commitment }: a hash
table-number-of-round-round-of-a-tournament-is-o-5489e0 = Tisch { $number } der Turnierrunde { $round } ist offen, für { $game } mit { $seats ->
    [one] einem Platz
   *[other] { $seats } Plätzen
    }; das Mischen ist festgelegt durch { $commitment }.
table-table-has-been-played-most-times-again-1e0b84 = Tisch { $table } wurde schon { $most }-mal neu gespielt.
table-table-has-no-result-it-is-closed-if-somebo-650c74 = Tisch { $table } hat kein Ergebnis: Geschlossen wird er, wenn ihn jemand kampflos verliert oder wenn alle, die dort sitzen, eine andere Maßnahme als eine Strafe haben.
table-table-was-closed-by-a-ruling-114919 = Tisch { $table } wurde durch eine Entscheidung geschlossen.
take-your-time-71659e = Lass dir Zeit.
thank-you-3afdda = Danke!
the-account-may-not-do-this-65cff3 = Das Konto darf das nicht.
# { $outcome }: a code, as it is
the-appeal-was-outcome-4f9448 = Über den Einspruch ist entschieden: { $outcome }.
the-body-does-not-match-its-schema-2d24e6 = Der Inhalt passt nicht zu seinem Schema.
the-body-has-a-field-that-is-not-in-its-schema-57fafe = Der Inhalt hat ein Feld, das nicht in seinem Schema steht.
the-body-is-larger-than-kib-573c92 = Der Inhalt ist größer als 64 KiB.
the-body-is-not-json-7b9186 = Der Inhalt ist kein JSON.
the-body-is-compressed-or-has-another-content-ty-6e67e6 = Der Inhalt ist komprimiert, oder er hat nicht den `Content-Type`, den die Operation nimmt.
the-budget-for-such-requests-is-used-up-retry-af-fe54f6 = Das Kontingent für solche Anfragen ist aufgebraucht; versuche es nach `wait_seconds` wieder.
the-caller-has-no-decision-to-make-now-5d1cf7 = Für dich gibt es jetzt nichts zu entscheiden.
the-channel-of-the-chat-is-not-open-to-the-calle-60a90a = Dieser Kanal des Chats ist dir jetzt nicht offen.
the-check-in-is-open-close-it-before-ca0c9c = Der Check-in läuft; schließe ihn vorher.
the-decision-began-after-the-version-on-which-th-42efce = Die Entscheidung begann erst nach der Version, zu der der Zug gewählt wurde, oder diese Version gibt es noch nicht.
the-decision-that-the-move-is-for-is-over-ef54d4 = Die Entscheidung, für die der Zug gedacht ist, ist vorbei.
the-draft-has-changed-it-is-now-draft-draft-of-t-3110d9 = Der Entwurf wurde geändert: Es ist jetzt Entwurf { $draft } dieser Runde.
the-drafts-of-the-tournament-have-named-most-ent-9974a3 = Die Entwürfe des Turniers haben { $most } Teilnehmende genannt, mehr sind nicht möglich; du kannst es beenden.
the-game-ends-winners-share-the-win-with-points-621bcd = Die Partie ist zu Ende: { $winners } haben je { $points } und teilen sich den Sieg.
# { $winners }: exactly one seat
the-game-ends-winners-wins-with-points-0f4f87 = Die Partie ist zu Ende: { $winners } hat { $points } und gewinnt.
the-game-goes-on-e67817 = Die Partie geht weiter.
the-game-goes-on-only-those-who-play-may-end-it-e41ac2 = Die Partie läuft; nur wer mitspielt, darf sie beenden.
the-game-has-begun-its-seats-are-fixed-452d62 = Die Partie hat begonnen; die Plätze stehen fest.
the-game-has-not-begun-yet-d9aba6 = Die Partie hat noch nicht begonnen.
the-game-is-finished-f4c404 = Die Partie ist beendet.
the-idempotency-key-belongs-to-another-request-194a1d = Der Idempotenzschlüssel gehört zu einer anderen Anfrage.
# { $player }: who was invited
the-invitation-of-player-has-expired-50b535 = Die Einladung für { $player } ist abgelaufen.
the-lanes-of-the-seal-are-shown-when-the-games-w-74385d = Die Spuren des Siegels werden gezeigt, wenn die Partien mit vorgegebenen Kartenfolgen zu Ende sind, die es umfasst.
the-last-move-here-is-not-yours-or-no-person-has-6e5017 = Der letzte Zug hier ist nicht deiner, oder seither hat niemand selbst gezogen.
the-log-of-the-table-is-corrupt-only-the-operato-74b5dd = Das Protokoll des Tisches ist in sich nicht stimmig; nur wer den Dienst betreibt, kann sagen, was damit geschehen ist.
the-members-are-members-123573 = Die Mitglieder sind: { $members }.
the-move-does-not-match-its-schema-bc994a = Der Zug passt nicht zu seinem Schema.
the-move-has-told-somebody-what-was-hidden-or-st-49b10a = Der Zug hat jemandem Verdecktes gezeigt oder steht nach den Regeln fest.
the-name-is-invisible-or-looks-like-one-of-the-s-3e4907 = Der Name ist unsichtbar oder sieht aus wie einer des Dienstes.
# { $phase }, { $phases }: codes, as they are
the-phase-is-phase-this-move-belongs-to-phases-d394dd = Die Phase ist `{ $phase }`; dieser Zug gehört zu { $phases }.
the-pile-but-for-its-top-card-is-shuffled-to-a-n-5edc61 = Die Ablage bis auf ihre oberste Karte wird zum neuen Talon gemischt: { $size }.
the-player-blocks-the-maximum-number-of-others-b539ee = Du blockierst schon so viele, wie man darf.
the-player-has-the-maximum-number-of-valid-token-49d23f = Du hast schon so viele gültige Tokens, wie man haben darf; widerrufe welche.
the-player-has-the-maximum-number-of-waiting-see-32ca22 = Du hast schon so viele wartende Gesuche, wie man haben darf.
the-player-has-the-maximum-number-of-webhooks-de-31895f = Du hast schon so viele Webhooks, wie man haben darf; lösche welche.
the-player-mutes-the-maximum-number-of-others-8d8453 = Du hast schon so viele stummgeschaltet, wie man darf.
the-players-of-all-other-seats-are-there-or-have-563adc = Auf allen anderen Plätzen ist jemand da oder hat noch Zeit, zurückzukommen.
the-request-is-malformed-10447a = Die Anfrage ist fehlerhaft.
the-request-needs-the-bearer-token-of-a-player-650543 = Die Anfrage braucht das Bearer-Token eines Kontos.
the-resource-does-not-exist-or-not-for-this-acco-57a01b = Die Ressource gibt es nicht, oder nicht für dieses Konto.
the-resource-does-not-support-this-method-the-he-8fb4e5 = Die Ressource kennt diese Methode nicht; die Kopfzeile `Allow` nennt die Methoden.
the-resource-is-not-available-in-a-media-type-of-f7cd25 = Die Ressource gibt es in keinem Medientyp aus der Kopfzeile `Accept`.
the-rulebook-wants-silence-of-the-seats-now-805ad4 = Nach den Regeln herrscht am Tisch jetzt Stille.
the-rules-do-not-allow-it-code-is-the-rulebook-s-135e8e = Die Regeln erlauben das nicht; `code` ist der Code des Regelwerks für den Grund.
the-seats-are-to-last-c23e87 = Die Plätze sind 0 bis { $last }.
the-seek-has-found-a-table-851a14 = Das Gesuch hat einen Tisch gefunden.
the-service-cannot-answer-at-the-moment-try-agai-1581ec = Der Dienst kann gerade nicht antworten; versuche es noch einmal.
the-service-has-failed-the-cause-is-in-its-log-u-d5ce90 = Der Dienst hat versagt; die Ursache steht in seinem Protokoll unter dieser Anfrage-Id.
the-service-does-not-send-to-this-address-c68bd6 = An diese Adresse sendet der Dienst nichts.
the-staff-has-at-most-most-people-f4e4d9 = Die Turnierleitung hat höchstens { $most ->
    [one] eine Person
   *[other] { $most } Personen
    }.
the-staff-of-the-tournament-enters-all-who-play-f75793 = Die Turnierleitung trägt alle ein, die spielen.
the-staff-of-the-tournament-has-declined-f20edf = Die Turnierleitung hat abgelehnt.
the-staff-of-the-tournament-has-withdrawn-you-an-a8ad13 = Die Turnierleitung hat dich aus dem Turnier genommen und kann dich zurückkehren lassen.
the-table-belongs-to-a-tournament-which-does-thi-a555fc = Der Tisch gehört zu einem Turnier; das Turnier tut das selbst.
the-table-has-ended-e79012 = Der Tisch ist geschlossen.
the-table-has-no-chat-its-setting-chat-13e77b = Der Tisch hat keinen Chat (Einstellung `chat`).
the-table-has-no-invitation-link-2d5456 = Der Tisch hat keinen Einladungslink.
the-table-has-no-spectators-its-setting-spectato-296e1d = Der Tisch hat kein Publikum (Einstellung `spectators`): Sobald die Partie begonnen hat, sieht ihn nur, wer dort spielt.
the-table-has-seats-seats-each-has-its-points-an-37a67f = Der Tisch hat { $seats ->
    [one] einen Platz
   *[other] { $seats } Plätze
    }; jeder bekommt seine Punkte, und wer gewinnt, ist einer der Plätze.
the-table-is-for-those-who-are-invited-or-have-i-9f3332 = Der Tisch ist für Eingeladene und für alle, die seinen Einladungslink haben.
the-table-is-not-over-nothing-has-been-noted-of-3b2ea4 = Der Tisch ist noch nicht zu Ende; dazu ist nichts vermerkt.
the-table-is-over-it-has-a-result-has-stopped-or-632827 = Der Tisch ist zu Ende: Er hat ein Ergebnis, wurde abgebrochen oder durch eine Entscheidung geschlossen.
the-table-is-private-for-its-creator-for-those-w-ce1b36 = Der Tisch ist privat: Er ist für alle, die dort sitzen, die eingeladen sind oder seinen Link haben, und für die Person, die ihn eröffnet hat.
the-table-of-the-rematch-is-known-here-f8c16d = Der Tisch der Revanche ist hier bekannt.
the-table-waits-for-invited-players-who-are-invi-ae88d9 = { $invited ->
    [one] Der Tisch wartet auf eine eingeladene Person.
   *[other] Der Tisch wartet auf { $invited } eingeladene Personen.
    }
the-table-was-played-on-by-another-version-of-th-2892ec = An dem Tisch wurde mit einer anderen Version des Dienstes weitergespielt, deren Ereignisse diese nicht lesen kann.
the-table-s-creator-has-freed-your-seat-sit-down-c5d4b0 = Wer den Tisch eröffnet hat, hat deinen Platz freigegeben; setz dich wieder, sobald du eingeladen bist.
the-tables-of-round-round-are-not-being-opened-7c384e = Die Tische der Runde { $round } werden gerade nicht eröffnet.
the-text-has-a-link-or-characters-that-are-not-s-7c8a1e = Der Text enthält einen Link, oder man sieht ihn nicht, wie er ist.
the-time-for-appeals-against-this-ruling-is-over-4ddddd = Die Zeit für Einsprüche gegen diese Entscheidung ist vorbei.
the-time-for-corrections-of-round-number-is-over-93da9a = Die Zeit für Korrekturen an Runde { $number } ist vorbei.
the-time-of-seat-is-over-5d2988 = Die Zeit von { $seat } ist um.
the-time-to-come-to-the-tables-is-not-over-f31c90 = Die Zeit, an die Tische zu kommen, ist noch nicht vorbei.
the-token-has-been-revoked-85d11c = Das Token wurde widerrufen.
the-token-has-expired-63e4dc = Das Token ist abgelaufen.
the-token-lacks-the-scope-that-this-needs-the-he-cf634d = Dem Token fehlt die nötige Berechtigung; die Kopfzeile `WWW-Authenticate` nennt sie.
the-tournament-ends-the-table-without-a-result-603d36 = Das Turnier beendet den Tisch ohne Ergebnis.
the-tournament-has-most-events-the-most-it-may-h-8f442b = Das Turnier hat { $most } Ereignisse, mehr sind nicht möglich; du kannst es beenden.
# { $state }, { $states }: codes, as they are
the-tournament-is-in-state-this-belongs-to-state-882ab7 = Das Turnier ist im Zustand `{ $state }`; das gehört zu { $states }.
# { $state }: a code, as it is
the-tournament-is-state-c17f6d = Zustand des Turniers: { $state }.
the-webhook-is-disabled-enable-it-first-2b2f92 = Der Webhook ist abgeschaltet; schalte ihn zuerst ein.
there-has-been-no-check-in-for-round-number-4a7cb4 = Zur Runde { $number } gab es keinen Check-in.
there-has-to-be-one-table-at-least-8ac8fd = Es muss mindestens einen Tisch geben.
there-is-an-appeal-against-this-ruling-8229d4 = Gegen diese Entscheidung gibt es einen Einspruch.
there-is-no-check-in-for-later-rounds-check-in-e-b70e82 = Zu späteren Runden gibt es keinen Check-in: `check_in_each_round` ist false.
there-is-no-round-that-the-service-has-to-draft-05e732 = Es gibt jetzt keine Runde, die der Dienst zu entwerfen hat.
there-is-no-ruling-of-this-number-that-concerns-bfecf8 = Es gibt keine Entscheidung mit dieser Nummer, die dich betrifft.
the-recovery-code-does-not-exist-was-used-or-was-030cab = Diesen Wiederherstellungscode gibt es nicht, oder er wurde benutzt oder durch einen neueren ersetzt.
there-is-room-for-room-more-and-these-are-given-49422a = Noch frei: { $room ->
    [one] ein Startplatz
   *[other] { $room } Startplätze
    }; einzutragen sind { $given }.
they-are-declined-328fec = Diese Anmeldung ist abgelehnt.
they-are-not-out-17d40a = Diese Person oder dieses Team ist nicht ausgeschieden.
they-are-out-already-de88d2 = Diese Person oder dieses Team ist schon ausgeschieden.
they-are-the-only-director-appoint-another-one-b-98f75a = Das ist die einzige Person in der Rolle `director`; ernenne vorher eine andere.
# { $role }: a code, as it is
they-are-role-already-144ef6 = Diese Person hat schon die Rolle { $role }.
they-could-see-the-cards-of-this-table-so-they-c-a52466 = Diese Person konnte die Karten dieses Tisches sehen und kann deshalb hier nicht spielen.
they-do-not-wait-for-you-you-play-for-them-alrea-52f95d = Auf dich wird nicht gewartet: Du gehörst schon dazu.
they-have-checked-in-or-do-not-play-d8e5e2 = Diese Person oder dieses Team ist schon eingecheckt oder spielt nicht.
they-have-no-invitation-to-the-table-054b37 = Diese Person hat keine Einladung an den Tisch.
they-have-no-role-f012d5 = Diese Person hat keine Rolle.
they-have-no-table-in-the-round-entrant-f1998e = Kein Tisch in dieser Runde: { $entrant }.
they-have-not-entered-yet-others-do-not-know-of-a81dd6 = Diese Anmeldung steht noch nicht fest; andere wissen nichts davon.
they-have-seat-here-the-invitation-is-accepted-8a6bc2 = Diese Person hat hier schon { $seat }: Die Einladung ist angenommen.
they-have-seat-here-a-player-has-one-seat-bb9811 = Diese Person hat hier schon { $seat }; eine Person hat nur einen Platz.
they-may-see-no-hidden-cards-7061ba = Diese Person darf keine verdeckten Karten sehen.
they-may-see-these-cards-9835a3 = Diese Person darf diese Karten schon sehen.
they-need-no-approval-3edaeb = Diese Anmeldung braucht keine Zustimmung.
this-is-no-table-of-the-round-or-another-one-is-a1cb5d = Das ist kein Tisch der Runde, oder statt seiner wird ein anderer gespielt.
this-is-no-table-of-the-tournament-or-another-on-f698c1 = Das ist kein Tisch des Turniers, oder statt seiner wurde ein anderer gespielt.
this-is-not-the-code-of-the-tournament-971962 = Das ist nicht der Code des Turniers.
this-is-the-result-that-was-noted-7259df = Genau dieses Ergebnis ist vermerkt.
this-player-does-not-want-to-come-to-the-table-170041 = Diese Person möchte nicht an den Tisch kommen.
this-player-knows-of-the-table-212747 = Diese Person weiß von dem Tisch.
this-take-back-is-not-asked-for-any-more-8a4f34 = Um diese Rücknahme wird nicht mehr gebeten.
too-few-are-there-entered-it-takes-least-76fb8c = Da sind { $entered }; nötig sind { $least }.
too-many-have-registered-c0b808 = Zu viele haben sich angemeldet.
well-played-713b34 = Gut gespielt!
the-events-after-version-are-lost-for-example-by-822086 = Was nach `version` geschah, ist verloren, etwa weil eine Sicherung eingespielt wurde: Vergiss es und mach danach weiter.
yes-5f9a2b = Ja.
you-are-welcome-ea50b2 = Gern geschehen.
you-do-not-hold-card-fa8186 = Du hast { $card } nicht.
you-do-not-play-for-this-entrant-c47ce7 = Du spielst nicht für diese Person oder dieses Team.
you-do-not-sit-on-seat-only-its-player-and-the-c-b1ef58 = Du sitzt nicht auf { $seat }; freigeben darf den Platz nur, wer darauf sitzt oder den Tisch eröffnet hat.
you-have-asked-for-it-yourself-others-consent-edbea1 = Du hast selbst darum gebeten; zustimmen müssen andere.
you-have-asked-for-it-the-others-may-answer-dd62f9 = Du hast darum gebeten; antworten dürfen die anderen.
you-have-asked-for-this-move-before-it-stands-533f83 = Um diesen Zug hast du schon gebeten; er bleibt stehen.
you-have-consented-b2530a = Du hast schon zugestimmt.
you-have-had-most-substitutions-the-staff-can-ma-103e6e = Du hast schon { $most }-mal Ersatz bekommen; mehr kann die Turnierleitung machen.
you-have-no-seat-at-this-table-6037eb = Du hast keinen Platz an diesem Tisch.
you-have-no-seat-at-this-table-spectators-do-not-d1faac = Du hast keinen Platz an diesem Tisch; wer zuschaut, zieht nicht.
you-have-no-such-substitute-the-staff-can-let-an-5deb03 = Diesen Ersatz hast du nicht; die Turnierleitung kann eine andere Person dazukommen lassen.
you-have-registered-most-times-the-staff-can-ent-328da3 = Du hast dich schon { $most }-mal angemeldet; die Turnierleitung kann dich eintragen.
you-have-returned-most-times-the-staff-can-let-y-4cd503 = Du bist schon { $most }-mal zurückgekehrt; die Turnierleitung kann dich zurückkehren lassen.
you-have-seat-here-a-player-has-one-seat-fee8ee = Du hast hier schon { $seat }; eine Person hat nur einen Platz.
you-play-for-another-entrant-its-members-can-wit-787fcd = Du spielst schon für eine andere Anmeldung; deren Mitglieder können sie zurückziehen.
you-play-the-same-deck-at-another-table-or-might-70b2ec = Du spielst an einem anderen Tisch mit derselben Kartenfolge, oder könntest es ohne Token tun: Bis diese Partie zu Ende ist, siehst du hier nicht zu.
you-register-yourself-or-a-team-that-you-are-a-m-e90387 = Du meldest dich selbst an oder ein Team, zu dem du gehörst.
your-call-stands-so-already-cffa9e = Das hast du schon so erklärt.
teams-stays-as-it-was-noted-and-success-is-null-4c5659 = `teams` bleibt, wie es notiert war, und `success` ist null, wenn es das war.
a-house-player-plays-for-who-is-absent-fa174a = ein Hausspieler spielt für Abwesende
a-joker-as-the-rank-of-suit-92d17c = Joker als { $suit }-{ $rank }
aborted-a2d1c6 = abgebrochen
as-nobody-is-out-70b63d = weil niemand Schluss gemacht hat
as-somebody-is-out-26c3cb = weil jemand Schluss gemacht hat
book-book-3d156c = Buch { $book }
books-of-seat-3e9b3a = Bücher von { $seat }
card-of-seat-cf804d = Karte von { $seat }
chat-31e06f = Chat
clubs-4856d3 = Kreuz
deal-f96c94 = Runde
dealer-8e321a = Platz, der gibt
diamonds-d35a24 = Karo
discards-92e7b1 = Ablage
finished-05343e = beendet
hand-of-seat-bd4bf5 = Hand von { $seat }
hearts-c9b5fc = Herz
lapsed-decisions-until-a-seat-is-absent-1c00af = verpasste Entscheidungen, bis ein Platz als abwesend gilt
minus-amount-99f672 = minus { $amount }
most-deals-b6b254 = höchstens so viele Runden
moves-by-which-spectators-are-behind-e41d48 = Züge, die Zuschauende später sehen
moves-may-be-taken-back-if-all-consent-bc1988 = Züge dürfen zurückgenommen werden, wenn alle zustimmen
no-limit-b53557 = unbegrenzt
# Of the target score
none-140bed = keins
off-b4dc66 = aus
open-2348f9 = offen
pack-4862f4 = Talon
phrases-ff5ab1 = feste Sätze
pile-2eb827 = Ablage
# { $beginning }: the first characters of an id
player-beginning-8d31c1 = Konto { $beginning }
players-afc0d7 = Zahl der Plätze
playing-0db79e = läuft
points-of-seat-8e555b = Punkte von { $seat }
private-715dc8 = privat
public-efa1f3 = öffentlich
random-a441b1 = Zufall
reserve-of-time-of-each-seat-b79bfa = Zeitreserve je Platz
seat-number-ecad02 = Platz { $number }
seats-numbers-f6c279 = Plätze { $numbers }
spades-7fd0fe = Pik
spectators-may-watch-678a44 = Zuschauen ist erlaubt
start-when-the-last-seat-is-taken-b2a060 = Beginn, sobald der letzte Platz besetzt ist
stock-08c424 = Talon
target-score-a31f1a = Punkteziel
team-number-1772b9 = Team { $number }
text-982d9e = freier Text
the-ranks-of-suit-9f7346 = { $suit } { $ranks }
the-rank-of-suit-fcd45f = { $suit }-{ $rank }
time-for-a-decision-527d7f = Zeit für eine Entscheidung
trick-f39d51 = Stich
who-sees-the-table-ee407a = wer den Tisch sieht
by-frees-seat-d83a46 = { $by } gibt { $seat } frei.
by-invites-player-d91ad5 = { $by } lädt { $player } ein.
by-lets-player-see-no-more-hidden-cards-49c91b = { $by } nimmt { $player } das Recht, verdeckte Karten zu sehen.
by-lets-player-see-the-hidden-cards-of-seats-1d5b50 = { $by } gibt { $player } das Recht, verdeckte Karten zu sehen, und zwar für { $seats }.
by-makes-a-new-invitation-link-e27e66 = { $by } erstellt einen neuen Einladungslink.
by-no-longer-keeps-seat-for-player-7d2564 = { $by } reserviert { $seat } nicht mehr für { $player }.
by-revokes-the-invitation-link-fa160d = { $by } widerruft den Einladungslink.
by-withdraws-the-invitation-of-player-d9853c = { $by } zieht die Einladung für { $player } zurück.
dealer-deals-74acb7 = { $dealer } gibt.
first-and-last-1c0889 = { $first } und { $last }
first-next-33baca = { $first }, { $next }
first-next-a4c3e8 = { $first }; { $next }
leader-led-led-follow-suit-8182da = { $leader } hat { $led } ausgespielt: Bediene die Farbe.
leader-led-led-you-have-none-of-its-suit-so-play-142017 = { $leader } hat { $led } ausgespielt: Du kannst nicht bedienen und spielst eine beliebige Karte.
player-abandons-the-game-it-ends-without-a-resul-fbf7be = { $player } gibt die Partie auf: Sie endet ohne Ergebnis.
player-declines-the-invitation-584648 = { $player } lehnt die Einladung ab.
player-does-without-seat-eda248 = { $player } verzichtet auf { $seat }.
player-ends-the-game-without-a-result-seats-aban-f8171e = { $player } beendet die Partie ohne Ergebnis. Nicht zurückgekommen: { $seats }.
player-ends-the-table-as-operator-e7e897 = { $player } schließt den Tisch im Namen des Dienstes.
player-ends-the-table-before-the-first-move-e06377 = { $player } schließt den Tisch vor dem ersten Zug.
player-is-back-on-seat-4ef7aa = { $player } ist wieder da ({ $seat }).
player-is-there-on-seat-92149c = { $player } ist da ({ $seat }).
player-leaves-seat-b12ec4 = { $player } verlässt { $seat }.
# { $table }: an id; { $version }: the number of an entry of its log
player-opens-a-fork-of-table-table-for-game-with-54df50 = { $player } eröffnet eine Abzweigung von Tisch { $table }, für { $game } mit { $seats ->
    [one] einem Platz
   *[other] { $seats } Plätzen
    }: Weiter geht es ab Version { $version }.
# { $decks }: such as “one deck”; { $commitment }: a hash
player-opens-a-table-for-game-with-seats-seats-d-cc21e9 = { $player } eröffnet einen Tisch für { $game } mit { $seats ->
    [one] einem Platz
   *[other] { $seats } Plätzen
    }, vorgegeben: { $decks }; das Mischen ist festgelegt durch { $commitment }.
# { $commitment }: a hash
player-opens-a-table-for-game-with-seats-seats-i-611aa6 = { $player } eröffnet einen Tisch für { $game } mit { $seats ->
    [one] einem Platz
   *[other] { $seats } Plätzen
    }; das Mischen ist festgelegt durch { $commitment }.
player-takes-seat-and-adds-to-the-shuffles-c29bc7 = { $player } übernimmt { $seat } und trägt zum Mischen bei.
player-takes-seat-1ed63c = { $player } übernimmt { $seat }.
rank-joker-435f4c = { $rank } (Joker)
seat-asks-to-take-its-last-move-back-a1e468 = { $seat } bittet um Rücknahme des letzten Zugs.
seat-consents-9324fd = { $seat } stimmt zu.
seat-declines-the-move-stands-f6d827 = { $seat } lehnt ab; der Zug bleibt stehen.
seat-discards-card-4d4568 = { $seat } wirft { $card } ab.
seat-gets-count-005f18 = { $seat } bekommt { $count }.
seat-gets-count-cards-0294a0 = { $seat } bekommt { $count }: { $cards }.
seat-is-absent-67fd6d = { $seat } ist abwesend.
# { $free }: numbers of seats
seat-is-not-free-free-seats-free-628759 = { $seat } ist nicht frei; freie Plätze: { $free }.
seat-lets-its-move-stand-after-all-823f90 = { $seat } lässt den Zug doch stehen.
seat-must-act-now-6bc828 = { $seat } ist jetzt am Zug.
seat-scores-score-and-has-total-in-all-20a2e0 = { $seat } bekommt { $score } und hat insgesamt { $total }
seat-takes-its-last-move-back-the-game-goes-on-f-fc8a08 = { $seat } nimmt den letzten Zug zurück; die Partie geht von dort weiter.
seat-wants-to-end-the-game-without-a-result-e5b99d = { $seat } möchte die Partie ohne Ergebnis beenden.
seat-wants-to-go-on-after-all-90488e = { $seat } möchte doch weiterspielen.
seat-wants-to-play-again-at-another-table-8758b6 = { $seat } möchte noch einmal spielen, an einem anderen Tisch.

### What is counted

amount-card = { $number ->
    [0] keine Karten
    [one] eine Karte
   *[other] { $number } Karten
    }
amount-deal = { $number ->
    [0] keine Runden
    [one] eine Runde
   *[other] { $number } Runden
    }
amount-deck = { $number ->
    [0] keine Kartenfolgen
    [one] eine Kartenfolge
   *[other] { $number } Kartenfolgen
    }
# This is also the name of one joker, such as in “wirft Joker ab”.
amount-joker = { $number ->
    [0] keine Joker
    [one] Joker
   *[other] { $number } Joker
    }
amount-player = { $number ->
    [0] keine Personen
    [one] eine Person
   *[other] { $number } Personen
    }
# With a digit, as “einen Punkt” and “ein Punkt” would each be right only in some sentences.
amount-point = { $number ->
    [one] 1 Punkt
   *[other] { $number } Punkte
    }
amount-time = { $number ->
    [0] keinmal
    [one] einmal
   *[other] { $number }-mal
    }

### Friendlier Than Thou, Literature, Honors No. I, Honors No. II, Honors No. III, Honors No. IV and Pursuit of Happiness

four-04efaf = Vier
three-8b5b9d = Drei
two-3fc4cc = Zwei

### Honors No. I, Honors No. II, Honors No. III and Honors No. IV

book-a-a9893b = Buch A
book-b-81a6e0 = Buch B
book-c-07a8a4 = Buch C
book-d-fd7e92 = Buch D
book-e-1d04e4 = Buch E
book-f-723875 = Buch F
book-g-ea6865 = Buch G
book-h-3ffd01 = Buch H
book-i-6b395d = Buch I
book-j-a96372 = Buch J
book-k-9bdff3 = Buch K
book-l-0e0d74 = Buch L
one-7692c3 = Eins

### Friendlier Than Thou, Literature and Pursuit of Happiness

ace-2a0b62 = Ass
eight-c195d2 = Acht
five-222b0b = Fünf
nine-edcd8e = Neun
seven-3ba8d0 = Sieben
six-44778d = Sechs
ten-e4432b = Zehn

### Honors No. II, Honors No. IV and Pursuit of Happiness

discard-card-724c1f = { $card } abwerfen

### Friendlier Than Thou and Literature

jack-316111 = Bube
king-e81dfe = König
queen-a9c3c1 = Dame

### Friendlier Than Thou and Honors No. III

for-ever-2530dd = unbegrenzt

### Friendlier Than Thou and Medieval Mastery

lead-a-card-d53307 = Spiele eine Karte aus.
play-card-a8b6b8 = { $card } spielen
led-was-led-and-you-have-a-card-of-its-suit-f780c4 = { $led } wurde ausgespielt, und du hast eine Karte dieser Farbe.
seat-plays-card-c3903d = { $seat } spielt { $card }.

### Literature and Honors No. I

you-hold-card-yourself-2d1dc3 = Du hast { $card } selbst.
ask-target-for-card-91dea7 = { $target } nach { $card } fragen
target-is-out-of-cards-c4e702 = { $target } hat keine Karten mehr.

### Honors No. II and Honors No. IV

draw-a-card-from-the-pack-49113a = Ziehe eine Karte vom Talon.
draw-50f7be = Ziehen
draw-from-the-pack-a5294f = vom Talon ziehen
seat-draws-count-from-the-pack-030881 = { $seat } zieht { $count } vom Talon.
seat-draws-count-from-the-pack-cards-b8639f = { $seat } zieht { $count } vom Talon: { $cards }.
seat-takes-cards-from-the-pile-52208d = { $seat } nimmt { $cards } von der Ablage.

### Honors No. II and Pursuit of Happiness

lay-cards-c7d96a = { $cards } auslegen

### Honors No. II and Medieval Mastery

play-aba4cc = Spielen

### Honors No. III and Honors No. IV

opening-2b3fdf = Eröffnung
seat-opens-the-play-a5e2e3 = { $seat } eröffnet das Spiel.

### Pursuit of Happiness and Medieval Mastery

seat-draws-count-99bf67 = { $seat } zieht { $count }.
seat-draws-count-cards-995c44 = { $seat } zieht { $count }: { $cards }.

### Friendlier Than Thou

all-are-one-team-speak-into-the-silence-to-lead-ec72a4 = Alle sind ein Team: Wer ausspielen will, bricht die Stille, und gemeinsam sucht ihr Blätter im Gleichgewicht.
a-monthly-meeting-of-players-friends-begins-with-e9d73a = Eine Monatsversammlung mit { $players } Personen beginnt; Ausspiel: { $leading }.
friendlier-than-thou-99d6a3 = Friendlier Than Thou
friends-have-not-reached-unity-in-time-and-the-m-fbd1ee = Die Versammlung hat nicht rechtzeitig Einigkeit gefunden, und die Sache wird vertagt.
it-is-too-late-now-to-speak-at-once-bfdb41 = Für gleichzeitiges Sprechen ist es jetzt zu spät.
# { $count }: such as “one card”
lay-count-aside-for-the-care-committee-b064d3 = Lege { $count } für den Fürsorgeausschuss beiseite.
propose-who-is-to-receive-the-care-committee-s-c-b29792 = Schlage vor, wer die Karten des Fürsorgeausschusses bekommt.
the-meeting-s-score-is-score-the-next-yearly-mee-6edecf = Die Punktzahl der Versammlung ist { $score }: Die nächste Jahresversammlung findet in eurer Stadt statt.
the-meeting-s-score-is-score-you-are-placed-on-p-4da624 = Die Punktzahl der Versammlung ist { $score }: Die Jahresversammlung stellt euch auf Probe.
the-meeting-s-score-is-score-you-are-read-out-of-e7f9ba = Die Punktzahl der Versammlung ist { $score }: Ihr werdet aus der Jahresversammlung ausgeschlossen.
the-meeting-s-score-is-score-you-are-welcomed-in-94a5bc = Die Punktzahl der Versammlung ist { $score }: Ihr werdet in die Jahresversammlung aufgenommen.
the-meeting-s-score-is-score-your-meeting-become-ecaa4d = Die Punktzahl der Versammlung ist { $score }: Eure Versammlung wird zum ständigen Haus der Einkehr.
the-present-proposal-is-for-recipient-c0fa11 = Vorgeschlagen ist jetzt { $recipient }.
the-proposal-for-recipient-stands-25e3a0 = Der Vorschlag für { $recipient } steht noch.
the-silence-has-lasted-too-long-and-turn-must-le-f3a0a3 = Die Stille hat zu lange gedauert: { $turn } muss ausspielen.
the-trick-is-yours-choose-the-card-that-lies-fac-2ff170 = Der Stich ist deiner: Wähle die Karte, die offen liegt.
there-is-no-proposal-you-may-make-one-700ed5 = Es gibt keinen Vorschlag; du kannst einen machen.
wait-in-silence-or-say-so-moved-with-the-card-th-bcef6b = Warte in Stille, oder sage „Es bewegt mich“ mit der Karte, die du ausspielen willst. Eine ohne Wort ausgespielte Karte wird abgeworfen.
you-are-in-unity-with-the-proposal-for-recipient-1b322c = Du bist mit dem Vorschlag für { $recipient } einig; noch kannst du widersprechen.
you-are-in-unity-with-this-proposal-46d621 = Du bist mit diesem Vorschlag schon einig.
you-have-laid-aside-that-cannot-be-taken-back-1e705c = Du hast schon beiseitegelegt; das lässt sich nicht zurücknehmen.
you-have-said-so-moved-your-card-is-on-its-way-bb82a0 = Du hast „Es bewegt mich“ gesagt; deine Karte ist unterwegs.
you-hold-card-only-once-be4299 = Du hast { $card } nur einmal.
# { $due }, { $given }: numbers of cards
you-lay-aside-due-not-given-ae45cd = Du legst { $due ->
    [one] eine Karte
   *[other] { $due } Karten
    } beiseite, nicht { $given }.
card-of-seat-humble-4928f1 = Karte von { $seat }, demütig
cards-of-seat-69678f = Karten von { $seat }
cards-of-seat-out-of-balance-98ef51 = überzählige Karten von { $seat }
cards-that-count-for-seat-8a00a2 = Karten, die für { $seat } zählen
care-committee-06cede = Fürsorgeausschuss
care-committee-s-pile-86a1db = Karten des Fürsorgeausschusses
display-card-b37e02 = { $card } offen hinlegen
displaying-eb0443 = Stich hinlegen
face-up-card-of-the-trick-b0dc4c = offene Karte des Stichs
following-8d0288 = Bedienen
in-unity-seat-e137c8 = einig: { $seat }
lay-cards-aside-7f8ea1 = { $cards } beiseitelegen
lead-card-125823 = { $card } ausspielen
lead-card-as-a-humble-ace-5a3de9 = { $card } als demütiges Ass ausspielen
# The phase; in other sentences it is the noun.
leading-30adc6 = Ausspielen
longest-silence-74e32d = längste Stille
most-proposals-3c8edc = höchstens so viele Vorschläge
object-to-the-proposal-for-recipient-17aaaa = dem Vorschlag für { $recipient } widersprechen
play-card-as-a-humble-ace-14424f = { $card } als demütiges Ass spielen
# Of an option, and of the sentence that begins the game: “Ausspiel: programmiert”.
programmed-2de632 = programmiert
proposals-left-ce489e = Vorschläge übrig
propose-recipient-f9a61e = { $recipient } vorschlagen
proposed-to-receive-the-care-committee-s-cards-s-2c2a76 = vorgeschlagen für die Karten des Fürsorgeausschusses: { $seat }
proposer-seat-335c97 = Vorschlag von { $seat }
say-so-moved-to-lead-card-a3ec7d = „Es bewegt mich“ sagen, um { $card } auszuspielen
say-so-moved-to-lead-card-as-a-humble-ace-797785 = „Es bewegt mich“ sagen, um { $card } als demütiges Ass auszuspielen
silence-e6c18f = Stille
silent-5a9b9f = still
the-meeting-s-score-35a5b3 = Punkte der Versammlung
time-to-seek-unity-3c5c45 = Zeit, um Einigkeit zu finden
time-within-which-two-speeches-clash-eb2521 = Zeit, innerhalb derer sich zwei Ansagen überschneiden
trick-trick-of-seat-48c295 = Stich { $trick } von { $seat }
tricks-of-seat-973e6a = Stiche von { $seat }
unite-with-the-proposal-for-recipient-ca4308 = dem Vorschlag für { $recipient } zustimmen
unity-a5790b = Einigkeit
who-leads-16ae07 = wer ausspielt
# { $asked }: a whole sentence before this one
asked-an-ace-may-be-humble-then-it-ranks-below-t-ef30c5 = { $asked } Ein Ass darf demütig sein: Dann steht es unter der Zwei.
card-is-no-ace-only-an-ace-can-be-humble-5ac35b = { $card } ist kein Ass; nur ein Ass kann demütig sein.
card-is-not-one-of-the-cards-on-the-table-eaed8b = { $card } ist keine der Karten auf dem Tisch.
dealer-deals-the-whole-deck-344175 = { $dealer } gibt alle Karten aus.
proposer-proposes-that-recipient-receive-the-car-def4d5 = { $proposer } schlägt { $recipient } für die Karten des Fürsorgeausschusses vor: Stimme zu, oder widersprich.
seat-collects-the-trick-of-count-ef9510 = { $seat } bekommt den Stich: { $count }.
seat-displays-the-trick-with-card-face-up-ea7c22 = { $seat } legt den Stich hin, { $card } offen.
seat-lays-count-aside-a0d8cd = { $seat } legt { $count } beiseite.
seat-lays-count-aside-cards-3b20ba = { $seat } legt { $count } beiseite: { $cards }.
seat-leads-card-without-speaking-and-is-eldered-dae241 = { $seat } spielt ohne ein Wort { $card } aus, wird ermahnt und wirft die Karte ab.
seat-objects-and-the-proposal-for-recipient-fall-15b765 = { $seat } widerspricht; der Vorschlag für { $recipient } fällt.
seat-plays-card-as-a-humble-ace-below-the-two-851f51 = { $seat } spielt { $card } als demütiges Ass, unter der Zwei.
seat-proposes-that-recipient-receive-the-care-co-7b60f7 = { $seat } schlägt { $recipient } für die Karten des Fürsorgeausschusses vor.
seat-says-so-moved-meaning-to-lead-card-as-a-hum-f5b22e = { $seat } sagt „Es bewegt mich“ und will { $card } als demütiges Ass ausspielen, unter der Zwei.
seat-says-so-moved-meaning-to-lead-card-500129 = { $seat } sagt „Es bewegt mich“ und will { $card } ausspielen.
seat-says-so-moved-9dfb99 = { $seat } sagt „Es bewegt mich“.
seat-unites-with-the-proposal-for-recipient-714d45 = { $seat } stimmt dem Vorschlag für { $recipient } zu.
seat-was-not-alone-in-speaking-and-discards-card-f76db8 = { $seat } hat nicht allein gesprochen und wirft { $card } ab.
# { $speakers }: one seat or several
speakers-said-so-moved-wait-or-speak-too-and-all-a06f58 = „Es bewegt mich“ ist gesagt: { $speakers }. Warte, oder sprich auch: Dann werfen alle ab, die gesprochen haben.

### Literature

two-teams-of-three-ask-opponents-for-exact-cards-c26a10 = Zwei Teams zu dritt: Fragt im anderen Team nach bestimmten Karten, und sagt an, wer von euch einen ganzen Satz hält.
# { $first }, { $second }: the seats of a team
a-game-of-literature-begins-first-against-second-5edc19 = Eine Partie Literature beginnt: { $first } gegen { $second }.
ask-an-opponent-for-a-card-of-a-set-that-you-hav-ced25f = Frage jemanden im anderen Team nach einer Karte aus einem Satz, von dem du eine hast, oder sage einen Satz an.
at-this-table-nobody-tells-how-many-cards-they-h-9c0884 = An diesem Tisch nennt niemand die Zahl der eigenen Karten.
literature-51e49f = Literature
# { $high }, { $low }: points
the-game-ends-in-a-draw-high-to-low-cd1043 = Die Partie endet unentschieden, { $high } zu { $low }.
the-game-ends-winners-win-high-to-low-5a5926 = Die Partie ist zu Ende: { $winners } gewinnen { $high } zu { $low }.
the-hand-of-target-has-not-changed-since-its-las-be546c = Die Hand von { $target } hat sich seit der letzten Auskunft nicht verändert.
# { $sets }: codes, as they are
the-sets-are-sets-bccb04 = Die Sätze sind: { $sets }.
the-turn-goes-to-one-of-your-two-team-mates-c1c65a = Der Zug geht an einen der beiden anderen Plätze in deinem Team.
you-are-out-of-cards-hand-the-turn-to-a-team-mat-7907b3 = Du hast keine Karten mehr: Gib den Zug an jemanden in deinem Team.
you-can-count-your-own-cards-7dbf3d = Deine eigenen Karten kannst du selbst zählen.
# { $set }: a code, as it is
you-hold-no-card-of-set-25b7f0 = Du hast keine Karte aus `{ $set }`.
you-hold-whole-sets-only-declare-one-ab017a = Du hast nur ganze Sätze: Sage einen an.
you-may-ask-another-seat-how-many-cards-it-holds-d47972 = Du darfst einen anderen Platz fragen, wie viele Karten dort auf der Hand sind.
you-may-no-longer-ask-declare-a-set-c74f78 = Du darfst nicht mehr fragen: Sage einen Satz an.
you-may-no-longer-ask-you-must-declare-a-set-7be68e = Du darfst nicht mehr fragen; du musst einen Satz ansagen.
holders-names-exactly-the-six-cards-cards-660095 = `holders` nennt genau die sechs Karten { $cards }.
# { $set }: a code, as it is
set-has-been-declared-already-ab7391 = `{ $set }` ist schon angesagt worden.
# { $set }: a code, as it is
set-is-closed-its-cards-are-out-of-the-game-f695ec = `{ $set }` ist geschlossen; diese Karten sind aus dem Spiel.
announced-3cf46a = wird allen gesagt
ask-target-how-many-cards-it-holds-c38a55 = { $target } nach der Zahl der Karten fragen
asking-for-one-s-own-card-8b260f = Fragen nach der eigenen Karte
cards-that-seat-told-of-020fa2 = genannte Kartenzahl von { $seat }
# { $holders }: each card with its seat
declare-set-holders-cc5da5 = { $set } ansagen: { $holders }
false-declarations-3e75be = falsche Ansagen
first-turn-d4ac15 = wer beginnt
hand-the-turn-to-to-2ace61 = den Zug an { $to } geben
hands-are-counted-when-asked-949e73 = Kartenzahl wird auf Frage genannt
high-clubs-788615 = Kreuz hoch
high-diamonds-d7444a = Karo hoch
high-hearts-5bdbab = Herz hoch
high-spades-78c79f = Pik hoch
low-clubs-cbca11 = Kreuz niedrig
low-diamonds-c26dd5 = Karo niedrig
low-hearts-2e2aef = Herz niedrig
low-spades-51096d = Pik niedrig
most-moves-without-a-closed-set-bfae24 = höchstens so viele Züge ohne geschlossenen Satz
moves-left-without-a-closed-set-82467e = Züge übrig ohne geschlossenen Satz
passing-57777d = Zug weitergeben
points-of-team-2820c8 = Punkte von { $team }
refused-83c874 = wird abgelehnt
set-closes-589595 = Satz geschlossen
set-closes-turn-passes-3c0e88 = Satz geschlossen, Zug wechselt
set-stays-turn-passes-f9f045 = Satz bleibt offen, Zug wechselt
team-of-each-seat-9ddb37 = Team jedes Platzes
the-dealer-4876be = Platz, der gibt
card-with-seat-e8befb = { $card } bei { $seat }
seat-asks-target-for-the-number-of-their-cards-c-5e27ed = { $seat } fragt { $target } nach der Zahl der Karten: { $count }.
seat-asks-target-for-card-a-slip-the-asker-has-i-a245c8 = { $seat } fragt { $target } nach { $card }: ein Versehen, die Karte ist auf der eigenen Hand.
seat-asks-target-for-card-it-is-given-331aae = { $seat } fragt { $target } nach { $card } und bekommt die Karte.
seat-asks-target-for-card-not-held-d9a00d = { $seat } fragt { $target } nach { $card }: nicht vorhanden.
# { $said }, { $held }: each card with its seat
seat-declares-set-said-right-a-point-for-the-tea-6b489e = { $seat } sagt { $set } an ({ $said }): richtig, ein Punkt für das Team.
seat-declares-set-said-wrong-and-the-team-does-n-7247ff = { $seat } sagt { $set } an ({ $said }): falsch, und das Team hat nicht alle sechs, also ein Punkt weniger für das Team; der Satz bleibt offen.
seat-declares-set-said-wrong-and-the-team-does-n-21242b = { $seat } sagt { $set } an ({ $said }): falsch, und das Team hat nicht alle sechs, also ein Punkt weniger für das Team; richtig war: { $held }.
seat-declares-set-said-wrong-though-the-team-has-42f793 = { $seat } sagt { $set } an ({ $said }): falsch, aber das Team hat alle sechs, also keine Punkte; der Satz bleibt offen.
seat-declares-set-said-wrong-though-the-team-has-2b4de7 = { $seat } sagt { $set } an ({ $said }): falsch, aber das Team hat alle sechs, also keine Punkte; richtig war: { $held }.
seat-gets-their-cards-00a95a = { $seat } bekommt Karten.
seat-gets-their-cards-cards-bcaa64 = { $seat } bekommt die Karten: { $cards }.
seat-is-an-opponent-a-set-is-declared-in-your-ow-1b2881 = { $seat } gehört zum anderen Team; ein Satz wird im eigenen Team angesagt.
seat-is-out-of-cards-and-hands-the-turn-to-to-efaf62 = { $seat } hat keine Karten mehr und gibt den Zug an { $to }.
seat-cards-9db434 = { $seat }: { $cards }
set-lost-by-team-79dfa6 = { $set }, verloren: { $team }
set-void-by-team-888d93 = { $set }, ohne Punkte: { $team }
set-won-by-team-e19bf3 = { $set }, gewonnen: { $team }
target-is-of-your-own-team-you-may-ask-opponents-43e222 = { $target } gehört zu deinem Team; fragen darfst du nur das andere.

### Honors No. I

ask-the-others-for-cards-by-name-and-make-books-b66c11 = Frage die anderen nach bestimmten Karten, und sammle Bücher zu vier.
# { $targets }: several seats; { $books }: letters
ask-one-of-targets-for-a-card-of-a-book-that-you-8ea048 = Frage nach einer Karte aus einem Buch, von dem du eine hast ({ $books }). Fragen kannst du { $targets }.
ask-one-of-targets-for-a-card-of-any-book-that-i-e7bdef = Frage nach einer Karte aus einem Buch, das noch nicht beiseiteliegt. Fragen kannst du { $targets }.
# { $targets }: exactly one seat
ask-targets-for-a-card-of-a-book-that-you-have-b-f16129 = Frage { $targets } nach einer Karte aus einem Buch, von dem du eine hast: { $books }.
# { $targets }: exactly one seat
ask-targets-for-a-card-of-any-book-that-is-not-l-fe95bf = Frage { $targets } nach einer Karte aus einem Buch, das noch nicht beiseiteliegt.
book-book-has-been-laid-aside-d22f85 = Buch { $book } liegt schon beiseite.
deal-deal-dealer-deals-and-leaves-stock-in-the-c-a0d700 = Runde { $deal }: { $dealer } gibt; Rest in der Mitte: { $stock }.
honors-no-i-03f651 = Honors No. I
you-hold-no-card-of-book-book-2068f3 = Du hast keine Karte aus Buch { $book }.
you-may-only-ask-other-seats-2b6dff = Fragen kannst du nur einen anderen Platz.
a-lucky-draw-calls-again-d40519 = wer die erfragte Karte zieht, fragt weiter
all-books-8d5d0f = alle Bücher
any-card-ee411d = jede Karte
as-all-books-are-laid-aside-9b147d = weil alle Bücher beiseiteliegen
as-nobody-has-made-a-book-for-too-long-acfa0d = weil zu lange niemand ein Buch vollendet hat
ask-2f2fc7 = Fragen
centre-fa25ba = Mitte
end-of-a-deal-66da92 = Ende einer Runde
first-out-76f824 = erste leere Hand
held-book-f4d4f4 = nur Bücher auf der eigenen Hand
most-rounds-without-a-book-5b7f64 = höchstens so viele Umläufe ohne Buch
what-one-may-ask-for-198342 = wonach man fragen darf
wrong-calls-left-without-a-centre-537758 = vergebliche Fragen übrig, wenn die Mitte leer ist
seat-asks-target-for-card-and-gets-it-05cb22 = { $seat } fragt { $target } nach { $card } und bekommt die Karte.
seat-asks-target-for-card-in-vain-dc6e38 = { $seat } fragt { $target } vergeblich nach { $card }.
seat-draws-count-from-the-centre-fa6faf = { $seat } zieht { $count } aus der Mitte.
seat-draws-count-from-the-centre-cards-0371f8 = { $seat } zieht { $count } aus der Mitte: { $cards }.
seat-is-the-first-to-be-out-of-cards-6bba36 = { $seat } hat als Erstes keine Karten mehr.
seat-lays-book-book-aside-9396f1 = { $seat } legt Buch { $book } beiseite.
seat-shows-the-card-drawn-card-as-called-for-837c55 = { $seat } zeigt die gezogene Karte: { $card }, wie erfragt.

### Honors No. II

draw-lay-down-three-of-a-book-add-to-any-book-on-828cfa = Ziehe, lege drei Karten eines Buches aus, lege überall an, und sei als Erstes alle Karten los.
after-a-false-challenge-you-may-not-challenge-ag-ededbc = Wer zu Unrecht angefochten hat, darf es in derselben Runde nicht noch einmal tun.
beside-the-pack-card-is-laid-face-up-7c5fa9 = Neben dem Talon wird { $card } aufgedeckt.
# { $reason }: such as “as somebody is out”, with its own conjunction
deal-deal-ends-reason-scores-hands-17f055 = Runde { $deal } endet, { $reason }: { $scores }; { $hands }.
deal-deal-dealer-deals-and-leaves-a-pack-of-stoc-1d2fd8 = Runde { $deal }: { $dealer } gibt; Rest im Talon: { $stock }.
draw-a-card-from-the-pack-or-take-card-from-the-a9f862 = Ziehe eine Karte vom Talon, oder nimm { $card } von der Ablage, oder mehr.
draw-a-card-from-the-pack-or-take-card-from-the-93e777 = Ziehe eine Karte vom Talon, oder nimm { $card } von der Ablage.
give-seat-a-card-of-your-hand-as-the-fine-for-ca-c8a97b = Gib { $seat } zur Strafe für { $card } eine Karte aus deiner Hand.
honors-no-ii-3b28c2 = Honors No. II
lay-or-add-card-first-be2aac = Lege zuerst { $card } aus oder an.
lay-three-cards-of-a-book-or-add-to-one-on-the-t-318fc0 = Lege drei Karten eines Buches aus, oder lege an ein ausliegendes an, so oft du kannst (von mehreren gerade von der Ablage genommenen muss die unterste gespielt werden). Wirf dann eine Karte ab (eine gerade einzeln von der Ablage genommene nur, wenn sie deine letzte ist).
lay-three-cards-of-a-book-or-add-to-one-on-the-t-61ddc3 = Lege drei Karten eines Buches aus, oder lege an ein ausliegendes an, so oft du kannst. Wirf dann eine Karte ab (eine gerade einzeln von der Ablage genommene nur, wenn sie deine letzte ist).
no-discard-of-card-can-be-challenged-now-d0506e = Ein Abwurf von { $card } kann jetzt nicht angefochten werden.
nobody-has-challenged-the-discard-in-time-28926d = Niemand hat den Abwurf rechtzeitig angefochten.
nobody-has-laid-three-cards-of-book-book-67757e = Niemand hat drei Karten aus Buch { $book } ausgelegt.
the-discard-is-your-own-5da717 = Der Abwurf ist dein eigener.
the-pack-is-empty-and-no-new-one-can-be-made-of-8ec06a = Der Talon ist leer, und aus der Ablage lässt sich kein neuer bilden.
the-pack-is-empty-take-card-from-the-pile-or-mor-3cd1e6 = Der Talon ist leer: Nimm { $card } von der Ablage, oder mehr, oder passe und beende die Runde.
the-pack-is-empty-take-card-from-the-pile-or-pas-2c62e1 = Der Talon ist leer: Nimm { $card } von der Ablage, oder passe und beende die Runde.
the-pack-is-empty-take-card-from-the-pile-fee465 = Der Talon ist leer: Nimm { $card } von der Ablage.
the-pile-has-size-1b222e = Die Ablage hat { $size }.
the-three-cards-are-not-of-one-book-955b37 = Die drei Karten sind nicht aus einem Buch.
there-is-no-fine-to-be-given-a6775a = Es ist keine Strafe zu geben.
there-is-no-pile-draw-from-the-pack-aa1a8f = Es gibt keine Ablage; ziehe vom Talon.
you-cannot-play-card-at-once-675e1c = Du kannst { $card } nicht gleich spielen.
you-have-just-taken-card-from-the-pile-discard-a-794656 = Du hast { $card } gerade von der Ablage genommen; wirf eine andere Karte ab.
you-have-waived-your-right-to-challenge-this-dis-512c13 = Du hast darauf verzichtet, diesen Abwurf anzufechten.
you-must-draw-from-the-pack-or-take-from-the-pil-67cf91 = Du musst vom Talon ziehen oder von der Ablage nehmen.
add-card-to-its-book-360dc3 = { $card } an das Buch anlegen
as-nobody-has-laid-a-card-for-too-long-c2a427 = weil zu lange niemand eine Karte gelegt hat
as-pack-and-pile-are-empty-71c22a = weil Talon und Ablage leer sind
as-the-pack-is-empty-b44842 = weil der Talon leer ist
# Of the option “false challenges”: who has challenged falsely may not do it again in this deal.
barred-a7d8b2 = gesperrt
card-that-seat-gives-to-as-a-fine-9394d2 = Karte, die { $seat } zur Strafe gibt, für { $to }
challenge-2dd00b = Anfechten
challenge-the-discard-of-card-6578ba = den Abwurf von { $card } anfechten
draw-nothing-and-so-end-the-deal-069909 = nichts ziehen und so die Runde beenden
end-deal-730378 = Ende der Runde
false-challenges-bea002 = unberechtigtes Anfechten
fine-d14a58 = Strafe
first-to-count-78d83d = wer zuerst abrechnet
# Of the options “false challenges” and “taking several cards”
free-ad95d5 = frei
give-card-e311f3 = { $card } geben
highest-4d8fa8 = höchste Punktzahl
let-the-discard-of-card-stand-76e267 = den Abwurf von { $card } stehen lassen
most-rounds-without-a-play-bc52b0 = höchstens so viele Umläufe, ohne dass jemand legt
play-wished-8056d6 = unterste Karte muss gespielt werden
reshuffle-efac0a = neu mischen
take-count-from-the-pile-2fce9c = { $count } von der Ablage nehmen
taking-several-cards-57a149 = mehrere Karten nehmen
time-to-challenge-a-discard-dd4ee3 = Zeit, um einen Abwurf anzufechten
turns-left-without-a-play-fea1f6 = Züge übrig, ohne dass jemand legt
when-the-pack-is-empty-187297 = wenn der Talon leer ist
who-wins-909cbd = wer gewinnt
card-is-the-discard-itself-give-another-card-58721f = { $card } ist der Abwurf selbst; gib eine andere Karte.
seat-adds-cards-75c8be = { $seat } legt { $cards } an.
seat-challenges-the-discard-of-card-and-is-right-2ccf03 = { $seat } ficht den Abwurf von { $card } an, und zu Recht: Die Karte war spielbar.
seat-challenges-the-discard-of-card-and-is-wrong-56dfc5 = { $seat } ficht den Abwurf von { $card } an, aber zu Unrecht: Die Karte war nicht spielbar.
seat-does-not-challenge-the-discard-of-card-56f3a4 = { $seat } ficht den Abwurf von { $card } nicht an.
seat-gives-the-fine-2702fd = Die Strafe gibt { $seat }.
seat-gives-to-a-card-as-a-fine-1b3b0e = { $seat } gibt { $to } zur Strafe eine Karte.
seat-gives-to-card-as-a-fine-07c4b9 = { $seat } gibt { $to } zur Strafe { $card }.
seat-has-discarded-card-challenge-it-if-it-could-8463b1 = { $seat } hat { $card } abgeworfen: Ficht das an, wenn die Karte spielbar war, oder verzichte.
seat-is-left-with-hand-7418d2 = { $seat } behält { $hand }
seat-is-out-of-cards-259cd2 = { $seat } hat keine Karten mehr.
seat-lays-down-cards-957c99 = { $seat } legt { $cards } aus.
seat-passes-4bf379 = { $seat } passt.

### Honors No. III

all-exchange-cards-blind-and-at-the-same-time-un-2b9a55 = Alle tauschen gleichzeitig und verdeckt, bis jemand das letzte Buch ausgelegt hat.
# In these eight: { $offers } are numbers of offers, { $calls } how many have called, of { $players }, { $own } the number of an offer.
accept-offer-offers-offer-cards-to-change-call-f-ae9e5d = Nimm Angebot { $offers } an, biete Karten zum Tausch, verlange das Ende der Runde (bisher { $calls } von { $players }), oder warte.
accept-offer-offers-offer-cards-to-change-take-b-98f2e1 = Nimm Angebot { $offers } an, biete Karten zum Tausch, nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }), oder warte.
accept-offer-offers-wait-for-an-answer-to-your-o-171c84 = Nimm Angebot { $offers } an, warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder verlange das Ende der Runde (bisher { $calls } von { $players }).
accept-offer-offers-wait-for-an-answer-to-your-o-f8f750 = Nimm Angebot { $offers } an, warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }).
accept-one-of-the-offers-offers-offer-cards-to-c-253c47 = Nimm eines der Angebote { $offers } an, biete Karten zum Tausch, verlange das Ende der Runde (bisher { $calls } von { $players }), oder warte.
accept-one-of-the-offers-offers-offer-cards-to-c-170a52 = Nimm eines der Angebote { $offers } an, biete Karten zum Tausch, nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }), oder warte.
accept-one-of-the-offers-offers-wait-for-an-answ-8b3b0e = Nimm eines der Angebote { $offers } an, warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder verlange das Ende der Runde (bisher { $calls } von { $players }).
accept-one-of-the-offers-offers-wait-for-an-answ-6097da = Nimm eines der Angebote { $offers } an, warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }).
honors-no-iii-99357c = Honors No. III
# { $seat }: who made the offer
nobody-has-accepted-offer-offer-of-seat-in-time-c8145d = Angebot { $offer } von { $seat } hat niemand rechtzeitig angenommen.
nobody-has-exchanged-a-card-for-too-long-4c1426 = Zu lange hat niemand eine Karte getauscht.
offer-cards-to-change-call-for-an-end-of-the-dea-075063 = Biete Karten zum Tausch, verlange das Ende der Runde (bisher { $calls } von { $players }), oder warte.
offer-cards-to-change-take-back-your-call-for-an-07009f = Biete Karten zum Tausch, nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }), oder warte.
offer-number-is-not-open-781d72 = Angebot { $number } ist nicht offen.
open-the-play-offer-one-two-or-three-cards-to-ch-86c93f = Eröffne das Spiel: Biete eine, zwei oder drei Karten zum Tausch.
the-offer-is-another-seat-s-492763 = Das Angebot ist von einem anderen Platz.
the-offer-is-for-count-and-you-give-given-df4f13 = Das Angebot ist für { $count }, und du gibst { $given }.
the-offer-is-your-own-197002 = Das Angebot ist dein eigenes.
the-play-is-open-a675e2 = Das Spiel ist eröffnet.
the-time-for-this-deal-has-run-out-c972f4 = Die Zeit für diese Runde ist um.
wait-for-an-answer-to-your-offer-own-cancel-it-o-2ec013 = Warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder verlange das Ende der Runde (bisher { $calls } von { $players }).
wait-for-an-answer-to-your-offer-own-cancel-it-o-e82fc9 = Warte auf Antwort auf dein Angebot { $own }, zieh es zurück, oder nimm dein Verlangen nach dem Ende der Runde zurück (bisher { $calls } von { $players }).
you-have-an-open-offer-cancel-it-first-ddf3d8 = Du hast ein offenes Angebot; zieh es zuerst zurück.
you-have-made-no-call-to-end-the-deal-a6b201 = Du hast das Ende der Runde nicht verlangt.
your-call-to-end-the-deal-stands-already-c09228 = Du verlangst das Ende der Runde schon.
accept-offer-offer-with-cards-ab38db = Angebot { $offer } annehmen, mit { $cards }
as-all-have-called-it-off-ae50d6 = weil alle das Ende verlangt haben
call-the-deal-off-8b0f39 = das Ende der Runde verlangen
calls-to-end-the-deal-dd6839 = wie viele das Ende der Runde verlangen
how-long-an-offer-stands-c6ec0c = wie lange ein Angebot steht
longest-deal-fe8824 = längste Runde
longest-time-between-exchanges-6d5eeb = längste Zeit ohne Tausch
offer-cards-b1ab42 = { $cards } anbieten
offer-offer-db83f6 = Angebot { $offer }
take-offer-offer-back-598ceb = Angebot { $offer } zurückziehen
take-the-call-to-end-the-deal-back-703b50 = doch kein Ende der Runde verlangen
time-to-open-the-play-9ad0ec = Zeit, um das Spiel zu eröffnen
trading-0035e3 = Tauschen
seat-accepts-offer-offer-and-exchanges-count-wit-f250fd = { $seat } nimmt Angebot { $offer } an und tauscht { $count } mit { $offerer }.
# { $returned }, { $offered }: cards
seat-accepts-offer-offer-and-gives-offerer-retur-c1b88f = { $seat } nimmt Angebot { $offer } an und gibt { $offerer } { $returned } für { $offered }.
seat-calls-for-an-end-of-the-deal-9e9a07 = { $seat } verlangt das Ende der Runde.
seat-cancels-offer-offer-f389b8 = { $seat } zieht Angebot { $offer } zurück.
seat-is-out-and-calls-honors-0723e2 = { $seat } macht Schluss und ruft „Honors“.
seat-lays-down-book-book-46ea8e = { $seat } legt Buch { $book } aus.
# { $count }: one, two or three, in the words of this file
seat-says-change-count-offer-offer-meaning-cards-d25e2b = { $seat } sagt „Tausche { $count ->
    [Eins] eins
    [Zwei] zwei
    [Drei] drei
   *[other] { $count }
    }“ (Angebot { $offer }) und meint { $cards }.
# { $count }: one, two or three, in the words of this file
seat-says-change-count-offer-offer-41d8e5 = { $seat } sagt „Tausche { $count ->
    [Eins] eins
    [Zwei] zwei
    [Drei] drei
   *[other] { $count }
    }“ (Angebot { $offer }).
seat-wishes-to-play-on-140dfe = { $seat } möchte weiterspielen.
# This comes before the seat accepts the offer of another.
seat-withdraws-offer-offer-9789c6 = { $seat } zieht dafür Angebot { $offer } zurück.

### Honors No. IV

one-card-in-hand-draw-one-keep-one-until-two-of-42f2a2 = Eine Karte auf der Hand: Ziehe eine, behalte eine, bis zwei eines Buches aufeinander folgen.
deal-deal-begins-all-draw-opener-first-and-leave-9963e3 = Runde { $deal } beginnt: Alle ziehen, { $opener } zuerst; Rest im Talon: { $stock }.
draw-a-card-from-the-pack-or-take-cards-from-the-a9b137 = Ziehe eine Karte vom Talon, oder nimm { $cards } von der Ablage.
honors-no-iv-dbce2e = Honors No. IV
keep-one-card-and-discard-the-other-you-hold-car-da7189 = Behalte eine Karte und wirf die andere ab: Du hast { $cards }. Eine gerade von der Ablage genommene behältst du.
open-the-play-if-you-want-to-be-the-first-to-dra-8592e3 = Eröffne das Spiel, wenn du als Erstes ziehen willst.
there-is-no-pile-yet-draw-from-the-pack-58ccf4 = Es gibt noch keine Ablage; ziehe vom Talon.
you-have-just-taken-card-from-the-pile-discard-t-fd52f0 = Du hast { $card } gerade von der Ablage genommen; wirf die andere Karte ab.
# Of the option “opener of the first deal”
any-d6a7cd = wer will
as-nobody-goes-out-3afe57 = weil zu lange niemand Schluss macht
deals-to-win-e333ac = Runden bis zum Sieg
discard-109fa9 = Abwerfen
discards-left-in-this-deal-9d986e = Abwürfe übrig in dieser Runde
left-of-dealer-c43d5e = links vom gebenden Platz
most-rounds-in-a-deal-542231 = höchstens so viele Umläufe in einer Runde
open-the-play-3025dc = das Spiel eröffnen
opener-of-the-first-deal-764e12 = wer die erste Runde eröffnet
take-the-top-card-of-the-pile-295f60 = die oberste Karte der Ablage nehmen
seat-draws-count-to-begin-with-864954 = { $seat } zieht zu Beginn { $count }.
seat-draws-count-to-begin-with-cards-5d88c2 = { $seat } zieht zu Beginn { $count }: { $cards }.
seat-goes-out-with-cards-50da79 = { $seat } macht Schluss mit { $cards }.

### Pursuit of Happiness

lay-cards-in-rows-with-even-steps-hearts-bring-h-704e8b = Lege Reihen mit gleichen Schritten: Herz bringt Glück, Karo Karten, Pik greift an, Kreuz wehrt ab.
# { $times }: such as “one time”
a-game-of-pursuit-of-happiness-begins-with-playe-8928e2 = Eine Partie Pursuit of Happiness für { $players } Personen beginnt, { $times } durch die Karten.
a-meld-has-three-to-five-cards-not-count-aaeeb8 = Eine Reihe hat drei bis fünf Karten, nicht { $count }.
a-meld-is-of-one-suit-91ba8b = Eine Reihe hat nur eine Farbe.
add-a-card-at-the-front-at-the-back-or-at-both-e61ca5 = Lege vorn, hinten oder an beiden Enden eine Karte an.
it-is-the-final-turn-activate-melds-lay-and-exte-de3328 = Das ist der letzte Zug: Aktiviere Reihen, lege Reihen aus, verlängere sie, und beende ihn mit einem Abwurf.
it-is-the-final-turn-lay-and-extend-melds-or-dis-c0846a = Das ist der letzte Zug: Lege Reihen aus, verlängere sie, oder beende ihn mit einem Abwurf.
it-is-the-turn-of-seat-turn-number-78b6a9 = { $seat } ist am Zug, Zug { $number }.
it-is-your-turn-activate-melds-lay-and-extend-so-4cb4c1 = Du bist am Zug: Aktiviere Reihen, lege Reihen aus, verlängere sie, und beende ihn mit einem Abwurf.
it-is-your-turn-lay-and-extend-melds-or-discard-793a21 = Du bist am Zug: Lege Reihen aus, verlängere sie, oder beende ihn mit einem Abwurf.
keep-a-card-for-the-discard-that-ends-your-turn-5033a6 = Behalte eine Karte für den Abwurf, der deinen Zug beendet.
meld-meld-can-be-activated-only-once-in-an-attac-717a98 = Reihe { $meld } kann in einem Angriff nur einmal aktiviert werden.
meld-meld-does-not-have-card-or-not-at-that-posi-86d7f4 = Reihe { $meld } hat { $card } nicht, oder nicht an dieser Stelle.
meld-meld-has-been-activated-in-this-turn-1f7e55 = Reihe { $meld } ist in diesem Zug schon aktiviert worden.
meld-meld-is-not-one-of-suit-559462 = Reihe { $meld } ist nicht von der Farbe { $suit }.
meld-meld-is-that-of-seat-d74d4c = Reihe { $meld } gehört { $seat }.
meld-target-is-your-own-attack-a-meld-of-an-oppo-d139d9 = Reihe { $target } ist deine eigene; greife eine fremde Reihe an.
no-meld-on-the-table-has-the-number-meld-be5c14 = Auf dem Tisch liegt keine Reihe mit der Nummer { $meld }.
pursuit-of-happiness-9ccc26 = Pursuit of Happiness
say-which-card-the-joker-stands-for-as-in-jk-h-b2267b = Sage, für welche Karte der Joker steht, etwa JK=5H.
# { $most }: such as “three cards”; { $target }: the cards of the meld
take-up-to-most-from-the-ends-of-this-meld-of-de-cb343b = Nimm höchstens { $most } von den Enden dieser Reihe von { $defender }: { $target }.
the-discards-size-are-shuffled-to-stock-number-17fbb2 = Die Ablage ({ $size }) wird zu Talon { $number } gemischt.
the-step-from-each-card-to-the-next-is-not-the-s-3827b7 = Der Schritt von Karte zu Karte ist nicht immer gleich, oder er ist null.
the-stock-does-not-have-the-rest-take-at-least-l-fe697a = Im Talon ist nicht genug für den Rest; nimm mindestens { $least }.
the-time-of-seat-for-a-defence-has-run-out-d7672e = { $seat } hat keine Zeit mehr für eine Abwehr.
the-time-of-seat-for-the-capture-has-run-out-d93006 = { $seat } hat keine Zeit mehr, Karten zu erbeuten.
the-time-of-seat-for-the-turn-has-run-out-9d4f5d = { $seat } hat keine Zeit mehr für den Zug.
the-time-of-seat-to-order-what-is-left-has-run-o-48941f = { $seat } hat keine Zeit mehr, den Rest zu ordnen.
you-do-not-hold-card-that-many-times-ccc949 = So oft hast du { $card } nicht.
you-may-take-at-most-most-from-the-discard-pile-b95336 = Du darfst höchstens { $most } von der Ablage nehmen.
you-may-take-at-most-most-71265b = Du darfst höchstens { $most } nehmen.
# { $target }: the two cards
you-must-discard-target-which-are-left-of-your-m-810bfb = Du musst den Rest deiner Reihe abwerfen: { $target }. Sage, welche Karte zuerst.
activate-meld-meld-with-card-a6bae0 = Reihe { $meld } mit { $card } aktivieren
activate-meld-meld-with-card-at-position-positio-b35559 = Reihe { $meld } mit { $card } aktivieren, an Stelle { $position }
activation-b15526 = Aktivieren
attack-meld-target-from-meld-meld-with-card-e5160e = Reihe { $target } angreifen, aus Reihe { $meld } mit { $card }
attack-meld-target-from-meld-meld-with-card-at-p-6d7913 = Reihe { $target } angreifen, aus Reihe { $meld } mit { $card }, an Stelle { $position }
# Which of two cards: fills { $first } in “zuerst den Rest abwerfen: hinten”.
back-3c4823 = hinten
capture-460ee6 = Erbeuten
defence-16a7b8 = Abwehr
# { $cards }: each card with its meld
defend-with-cards-5260c0 = abwehren: { $cards }
# { $first }: “vorn” or “hinten”
discard-first-what-is-left-at-the-first-561ad4 = zuerst diesen Rest abwerfen: { $first }
discard-pile-f06618 = Ablage
discards-of-this-turn-3d35d6 = Abwürfe dieses Zugs
extend-meld-meld-back-behind-4536d7 = Reihe { $meld } verlängern: hinten { $back }
extend-meld-meld-front-in-front-de15fb = Reihe { $meld } verlängern: vorn { $front }
extend-meld-meld-front-in-front-back-behind-db92f9 = Reihe { $meld } verlängern: vorn { $front }, hinten { $back }
front-2d8d69 = vorn
joker-5fc6b6 = Joker
meld-of-suit-27fd40 = { $suit }-Reihe
meld-of-suit-activated-d5e9e4 = { $suit }-Reihe, aktiviert
meld-of-suit-attacked-3cb809 = { $suit }-Reihe, angegriffen
melding-94c26c = Auslegen
melds-of-seat-871624 = Reihen von { $seat }
number-of-the-meld-of-seat-that-is-attacked-21718a = Nummer der angegriffenen Reihe von { $seat }
power-of-the-attack-of-seat-28ff54 = Stärke des Angriffs von { $seat }
remnant-6ca391 = Rest
stocks-left-409ded = Talons übrig
take-from-discard-from-the-discard-pile-by-meld-3b48e5 = { $from_discard } von der Ablage nehmen, durch Reihe { $meld } mit { $card }
take-from-discard-from-the-discard-pile-by-meld-ee9af0 = { $from_discard } von der Ablage nehmen, durch Reihe { $meld } mit { $card }, an Stelle { $position }
take-back-from-the-back-7da36b = hinten { $back } nehmen
take-front-from-the-front-7f30f5 = vorn { $front } nehmen
take-no-cards-96cef1 = keine Karten nehmen
take-front-from-the-front-and-back-from-the-back-3c53fa = vorn { $front } nehmen, hinten { $back }
the-discard-pile-is-open-40b79b = die Ablage ist offen
time-for-a-move-498488 = Zeit für einen Zug
time-for-an-answer-fd0c50 = Zeit für eine Antwort
times-through-the-deck-81f904 = so oft durch die Karten
turn-9b4738 = Zug
what-is-left-of-the-attack-of-seat-dc7365 = Rest des Angriffs von { $seat }
# { $target }: the cards of the meld
attacker-attacks-target-with-card-power-power-de-ab7795 = { $attacker } greift { $target } mit { $card } an, Stärke { $power }: Wehre ab, oder lass es zu.
card-is-at-the-positions-places-say-at-which-fc6a31 = { $card } liegt an den Stellen { $places }; sage, an welcher.
card-on-meld-meld-429932 = { $card } auf Reihe { $meld }
card-on-meld-meld-at-position-position-cdb27d = { $card } auf Reihe { $meld }, an Stelle { $position }
# { $meld }: the cards of the meld
seat-activates-meld-with-card-power-power-and-ta-c7e6e3 = { $seat } aktiviert { $meld } mit { $card }, Stärke { $power }, und nimmt von der Ablage { $taken }.
seat-activates-meld-with-card-power-power-scores-9ad6e3 = { $seat } aktiviert { $meld } mit { $card }, Stärke { $power }, bekommt { $points } und hat insgesamt { $total }.
seat-activates-meld-with-card-power-power-2dcb4b = { $seat } aktiviert { $meld } mit { $card }, Stärke { $power }.
# { $cards }: the whole meld
seat-adds-added-to-a-meld-now-cards-636a00 = { $seat } legt { $added } an eine Reihe an; sie ist jetzt { $cards }.
seat-attacks-with-card-power-power-this-meld-of-4b7d97 = { $seat } greift mit { $card }, Stärke { $power }, diese Reihe von { $defender } an: { $target }.
seat-captures-nothing-from-defender-ac57dc = { $seat } erbeutet nichts von { $defender }.
seat-captures-cards-from-defender-78b3a7 = { $seat } erbeutet { $cards } von { $defender }.
# { $total }: the powers of all cards
seat-defends-with-cards-power-total-the-attack-h-7705e9 = { $seat } wehrt mit { $cards } ab, Stärke { $total }: Der Angriff hat keine Wirkung.
# { $net }: power
seat-defends-with-cards-power-total-net-is-left-7a0776 = { $seat } wehrt mit { $cards } ab, Stärke { $total }: Vom Angriff bleibt { $net }.
seat-does-not-defend-76da18 = { $seat } wehrt nicht ab.
seat-draws-count-the-last-of-the-stock-e983f6 = { $seat } zieht { $count } und damit den Rest des Talons.
seat-draws-count-the-last-of-the-stock-cards-327737 = { $seat } zieht { $count } und damit den Rest des Talons: { $cards }.
seat-has-no-melded-hearts-280cd4 = { $seat } hat keine Herz-Reihe.
seat-melds-cards-15d42f = { $seat } legt { $cards } aus.
seat-must-discard-what-is-left-of-the-meld-cards-e4e00d = { $seat } muss den Rest der Reihe abwerfen: { $cards }.
seat-scores-points-for-hearts-and-has-total-in-a-dd577b = { $seat } bekommt { $points } für Herz und hat insgesamt { $total }.

### Medieval Mastery

the-highest-rank-of-all-suits-wins-the-trick-lay-956ec2 = Der höchste Rang aller Farben gewinnt den Stich; lege daraus und aus deiner Hand Familien und Kommunen.
a-card-stands-twice-in-the-groups-and-rejects-0ac9ab = Eine Karte steht doppelt in den Gruppen und bei den Verstoßenen.
a-commune-begins-with-an-a-or-an-x-d52e11 = Eine Kommune beginnt mit einem A oder einem X.
a-family-begins-with-a-king-and-a-queen-or-with-82a758 = Eine Familie beginnt mit König (K) und Königin (Q) oder mit Junker (J) und Prinzessin (P).
a-match-of-medieval-mastery-for-players-begins-o-e12a5e = Eine Partie Medieval Mastery für { $players } beginnt, über { $deals }.
a-match-of-medieval-mastery-for-players-begins-t-b04d49 = Eine Partie Medieval Mastery für { $players } beginnt: bis { $points }, höchstens { $deals }.
# { $leader }: an A
after-leader-come-b-c-d-and-so-on-none-left-out-5a8b0c = Auf { $leader } folgen B, C, D und so weiter, ohne Lücke.
# { $leader }: an X
after-leader-come-cards-of-its-suit-only-f97bb0 = Auf { $leader } folgen nur Karten derselben Farbe.
an-x-may-only-lead-a-commune-b9f9c3 = Ein X darf nur eine Kommune anführen.
apothecary-82296c = Apotheker
blacksmith-b919e1 = Beschlagschmied
constable-b5d428 = Constabler
cups-078a80 = Kelch
# The letters in brackets are those on the card, where the word begins with another one.
dairyman-611d31 = Milchbauer (D)
deal-deal-ends-reason-and-goes-to-winners-scores-b930f3 = Runde { $deal } endet, { $reason }, und geht an { $winners }: { $scores }.
deal-deal-dealer-deals-and-leaves-a-stock-of-sto-b04366 = Runde { $deal }: { $dealer } gibt; Rest im Talon: { $stock }.
ecclesiastic-6e461b = Erzpriester
favourite-e39b24 = Favorit
goatherd-3bd0b2 = Geißhirt
huntsman-19092b = Hirschjäger
intelligencer-00deb1 = Informant
jack-b5fd03 = Junker
king-13166b = König
labourer-55dc67 = Landarbeiter
mason-9e0010 = Maurer
medieval-mastery-ec3321 = Medieval Mastery
members-of-the-family-of-one-and-other-are-of-th-da0593 = Mitglieder der Familie von { $one } und { $other } sind von deren Farben.
necromancer-896ae4 = Nekromant
oculist-bac324 = Okulist
pentacles-732f40 = Pentakel
princess-d0b5bd = Prinzessin
queen-153f6e = Königin (Q)
reeve-4b36ae = Rentmeister
religious-commune-3c3952 = Glaubenskommune
royal-family-43acfd = Königsfamilie
soothsayer-1ce51a = Seher
staffs-9b2039 = Stab
swords-5919dc = Schwert
troubadour-e3d241 = Troubadour
usurer-d8c184 = Wucherer (U)
vagrant-472b48 = Vagabund
wands-7edc4d = Zauberstab
witch-f28854 = Wetterhexe
xenocrat-f14a33 = Xenokrat
yeoman-fa9f1a = Yeoman
you-won-trick-build-with-them-and-your-hand-or-l-c655d0 = Du hast { $trick } gewonnen: Baue damit und mit deiner Hand, oder lege nichts Neues.
you-won-trick-build-with-them-and-your-hand-xeno-4eaf62 = Du hast { $trick } gewonnen: Baue damit und mit deiner Hand; { $xenocrats } führt eine Kommune an.
you-won-trick-build-with-them-and-your-hand-xeno-4a5260 = Du hast { $trick } gewonnen: Baue damit und mit deiner Hand; { $xenocrats } führen Kommunen an.
your-table-has-no-result-yet-somebody-of-the-sta-a8d045 = Dein Tisch hat noch kein Ergebnis: Die Runde kann beenden, wer zur Turnierleitung gehört und dort nicht sitzt.
zany-a3068a = Zanni
under-is-all-rejects-and-all-unused-cards-of-the-3fed66 = `under` enthält alle Verstoßenen und alle unbenutzten Karten des Stichs, jede einmal.
# The following five fill { $groups } in “{ $seat } builds …”, after one another.
a-religious-commune-of-cards-17c1ff = eine Glaubenskommune aus { $cards }
a-royal-family-of-cards-7e4a90 = eine Königsfamilie aus { $cards }
a-commune-of-cards-24efbe = eine Kommune aus { $cards }
a-family-of-cards-f27a28 = eine Familie aus { $cards }
a-junior-family-of-cards-4bb251 = eine Juniorfamilie aus { $cards }
as-a-hand-is-empty-d9bf45 = weil eine Hand leer ist
as-nobody-lays-any-more-0f434b = weil niemand mehr etwas legt
build-44575c = Bauen
commune-21d999 = Kommune
family-d34a56 = Familie
groups-of-seat-60b8f1 = Gruppen von { $seat }
junior-family-bc812e = Juniorfamilie
lay-communes-communes-20f043 = Kommunen legen: { $communes }
lay-communes-communes-rejects-rejects-91a7c1 = Kommunen legen: { $communes }; Verstoßene: { $rejects }
lay-communes-communes-rejects-rejects-under-the-cf0725 = Kommunen legen: { $communes }; Verstoßene: { $rejects }; unter den Talon: { $under }
lay-communes-communes-under-the-stock-under-e025a0 = Kommunen legen: { $communes }; unter den Talon: { $under }
lay-families-families-communes-communes-61b897 = Familien legen: { $families }; Kommunen: { $communes }
lay-families-families-communes-communes-under-th-c3f0ce = Familien legen: { $families }; Kommunen: { $communes }; unter den Talon: { $under }
lay-families-families-d7f0a8 = Familien legen: { $families }
lay-families-families-rejects-rejects-e9254b = Familien legen: { $families }; Verstoßene: { $rejects }
lay-families-families-rejects-rejects-under-the-fc96bf = Familien legen: { $families }; Verstoßene: { $rejects }; unter den Talon: { $under }
lay-families-families-under-the-stock-under-fd7867 = Familien legen: { $families }; unter den Talon: { $under }
lay-nothing-027673 = nichts legen
lay-nothing-under-the-stock-under-19e5d9 = nichts legen; unter den Talon: { $under }
lay-families-families-communes-communes-rejects-7a3e76 = Familien legen: { $families }; Kommunen: { $communes }; Verstoßene: { $rejects }
lay-families-families-communes-communes-rejects-f26c0f = Familien legen: { $families }; Kommunen: { $communes }; Verstoßene: { $rejects }; unter den Talon: { $under }
most-tricks-without-a-new-card-laid-6b64ec = höchstens so viele Stiche ohne neu gelegte Karte
points-of-ended-deals-of-seat-154328 = Punkte von { $seat } aus beendeten Runden
points-on-the-table-of-seat-4dde9a = Punkte von { $seat } auf dem Tisch
tricks-left-without-a-new-card-laid-61b13d = Stiche übrig ohne neu gelegte Karte
cards-7e1a38 = { $cards }
# { $suit }: a letter, as it stands in the code of the card
card-belongs-in-the-commune-of-x-suit-90d5da = { $card } gehört in die Kommune von X{ $suit }.
card-can-stay-on-the-table-in-one-of-your-groups-158cfe = { $card } kann auf dem Tisch bleiben: in einer deiner Gruppen oder in einer neuen.
card-has-no-reason-to-leave-the-table-5b18d6 = { $card } hat keinen Grund, den Tisch zu verlassen.
card-is-not-in-your-groups-nor-in-your-hand-or-t-89adba = { $card } ist weder in deinen Gruppen noch in deiner Hand oder im Stich.
card-lies-in-your-groups-name-it-in-a-group-or-a-6ba0b0 = { $card } liegt in deinen Gruppen: Nenne die Karte in einer Gruppe oder bei den Verstoßenen.
card-may-not-be-a-member-beside-one-and-other-38f78d = { $card } darf nicht neben { $one } und { $other } stehen.
card-may-only-lead-a-commune-6db539 = { $card } darf nur eine Kommune anführen.
card-was-in-the-trick-it-must-lead-a-commune-5bbc13 = { $card } war im Stich und muss eine Kommune anführen.
card-was-not-in-your-groups-so-it-cannot-be-a-re-0e3b01 = { $card } war nicht in deinen Gruppen und kann nicht verstoßen werden.
one-and-other-are-in-a-royal-marriage-7deff4 = { $one } und { $other } sind in einer Königsehe.
one-and-other-are-of-one-suit-they-may-not-marry-b3bdce = { $one } und { $other } sind von derselben Farbe: Sie dürfen nicht heiraten.
seat-builds-groups-and-now-has-points-3cd644 = { $seat } baut { $groups } und hat jetzt { $points }.
seat-builds-groups-gives-up-rejects-and-now-has-5934f6 = { $seat } baut { $groups }, verstößt { $rejects } und hat jetzt { $points }.
seat-lays-nothing-new-and-now-has-points-d4aa5d = { $seat } legt nichts Neues und hat jetzt { $points }.
seat-lays-nothing-new-gives-up-rejects-and-now-h-caf567 = { $seat } legt nichts Neues, verstößt { $rejects } und hat jetzt { $points }.
seat-wins-a-trick-of-xenocrats-with-card-the-fir-29d4f0 = { $seat } gewinnt einen Stich aus Xenokraten mit { $card }, dem ersten davon.
seat-wins-the-trick-with-card-nemesis-of-ruler-cf738d = { $seat } gewinnt den Stich mit { $card }, der Nemesis von { $ruler }.
seat-wins-the-trick-with-card-e5c230 = { $seat } gewinnt den Stich mit { $card }.
