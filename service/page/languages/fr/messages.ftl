# The messages of `GET /v1/messages` in French. A line that begins with a space goes on the line before.
#
# What fills a gap comes without an article: a seat is a name or « place 3 », a card is « 10♥ » or « dix de cœur », an
# amount is « une carte », « 3 cartes », « 0 point ». So neither « de » nor « que » stands before a seat, an amount or a
# card that may begin with a vowel, and nothing agrees with a seat: « main (Ada) », « pour Ada », « prend Ada ». Who
# reads is « vous », without an adjective or a participle that would tell a gender; a seat acts in the active voice.
# A narrow space that does not break (U+202F) stands before a semicolon, colon, “!” and “?”, and within « ».
#
# Glossary
#   game              partie (what is played at a table); jeu (which of the eight)
#   deal              donne; the dealer: qui donne; to deal: donner, distribuer
#   round (at a table), turn, move    tour, tour, coup
#   seat, table, team place, table, équipe
#   pack, stock       talon; in Honors No. I the centre: le centre
#   pile, discard pile, discards      défausse; to discard: défausser
#   hand              main
#   to draw           piocher
#   to lay down       poser; to add: ajouter; to lay aside: mettre de côté
#   to go out         finir
#   trick             pli; to lead: entamer; to follow suit: fournir; suit: couleur
#   to score          marquer; points
#   to take a move back               reprendre un coup
#   house player      joueur maison
#   deck that is given                paquet
#   creator of a table                la personne qui a ouvert la table
#   spectators        le public
#   seek, seal, log   recherche, sceau, journal
#  Tournaments
#   round             ronde
#   entrant           inscription; to register, to enter: inscrire; to withdraw: retirer; check-in: pointage
#   staff             direction du tournoi; to draft: préparer; substitute: remplaçant
#   ruling, measure, penalty, appeal  décision, mesure, pénalité, recours
#  Friendlier Than Thou
#   Monthly, Yearly Meeting           assemblée mensuelle, assemblée annuelle
#   leading           entame; silent: silencieuse; programmed: programmée
#   “So moved”        « L’Esprit me pousse »
#   eldered           les anciens interviennent
#   humble ace        as humble
#   care committee    comité d’entraide
#   unity             unité; to unite with: s’unir à; to object: s’opposer; laid over: remise à plus tard
#  Literature
#   set (half-suit)   groupe: « trèfle bas », « trèfle haut »; to declare: annoncer
#  Honors
#   book              livre
#   wrong call        demande vaine
#   fine              amende; to challenge: contester; to waive: renoncer
#   offer, change     offre, échanger; to call for an end: demander la fin
#  Pursuit of Happiness
#   meld              suite; to extend: prolonger; to activate: activer; power: puissance; position: position
#   attack, defence, capture          attaque, défense, prise; remnant: reste
#   front, back       devant, derrière
#  Medieval Mastery
#   family, junior family, commune    famille, famille cadette, commune
#   Royal family, Royal marriage      Famille royale, mariage royal
#   Religious commune Commune religieuse; to lead a commune: mener
#   reject            rejet; to give up: rejeter
#   nemesis           némésis
#   Ranks have names with the letter that is on the card, or have it in brackets: Reine (Q). The suit of swords is
#   Glaive, as Épée would need « d’ ».

### All games

a-check-in-can-be-opened-when-round-round-is-ove-3d94e0 = Un pointage peut s’ouvrir quand la ronde { $round } est finie.
a-deck-is-not-one-of-the-game-d8df6d = Un paquet n’appartient pas au jeu.
a-game-of-game-for-players-begins-to-points-in-d-8fcf8e = Une partie de { $game } commence, pour { $players } : jusqu’à { $points }, en { $deals } au plus.
a-house-player-plays-on-your-seat-take-it-back-f-9ad18c = Un joueur maison joue à votre place ; reprenez-la d’abord.
a-house-player-house-goes-on-for-seat-5bbf87 = Un joueur maison ({ $house }) continue pour { $seat }.
a-house-player-house-takes-seat-c054ef = Un joueur maison ({ $house }) prend { $seat }.
a-parameter-of-the-path-the-query-or-the-headers-dde20f = Un paramètre du chemin, de la requête ou des en-têtes n’est pas valide.
a-player-enters-under-their-own-id-and-without-a-06e34c = { $entrant } : une personne s’inscrit sous son propre identifiant, et sans autre nom.
a-player-has-one-seat-70b7e0 = Chacun n’a qu’une place.
a-ruling-has-measures-or-closes-tables-11cdb9 = Une décision a des mesures, ou ferme des tables.
a-setting-is-invalid-e81e68 = Un réglage n’est pas valide.
a-table-of-one-of-these-ids-belongs-to-the-tourn-65c4c5 = Une table qui a un de ces identifiants est déjà dans le tournoi.
a-team-has-an-id-of-its-own-entrant-b5721a = { $entrant } : une équipe a un identifiant à elle.
a-token-expires-in-the-future-and-no-later-than-e506f8 = Un jeton finit plus tard que maintenant, mais pas plus tard que le jeton qui le crée.
all-agree-to-end-the-game-without-a-result-62b20e = Tout le monde accepte d’arrêter la partie sans résultat.
all-places-are-taken-aceedd = Il n’y a plus de place au tournoi.
all-seats-are-taken-or-kept-for-somebody-3d8ddf = Toutes les places sont prises ou réservées.
# { $entrant }: the id of a player or of a team
already-entered-entrant-188aa7 = Déjà au tournoi : { $entrant }.
an-appeal-that-is-dismissed-leaves-the-measures-880345 = Un recours rejeté laisse les mesures de la décision comme elles sont.
an-option-of-the-game-is-invalid-d27ed1 = Une option du jeu n’est pas valide.
appeals-that-have-not-been-decided-appeals-c3acad = { $appeals ->
    [one] { $appeals } recours attend une décision.
   *[other] { $appeals } recours attendent une décision.
    }
at-table-number-entrant-does-not-play-this-round-ec6941 = Table { $number } : { $entrant } ne joue pas cette ronde.
at-table-number-entrant-has-a-place-already-594c85 = Table { $number } : { $entrant } a déjà une place.
at-table-number-entrant-is-no-entrant-d4d1de = Table { $number } : { $entrant } ne participe pas au tournoi.
number-of-appeals-appeals-9a4354 = Recours : { $appeals }.
number-of-deals-deals-allowed-by-the-options-of-7061be = Donnes du résultat : { $deals } ; au plus, selon les options du jeu : { $most }.
number-of-deals-deals-noted-of-this-table-noted-24ff4b = Donnes du résultat : { $deals } ; notées à cette table : { $noted }.
number-of-entrants-at-table-number-given-allowed-1bd245 = La table { $number } a { $given ->
    [one] { $given } inscription
   *[other] { $given } inscriptions
    } ; il en faut : { $sizes }.
number-of-members-of-the-entrant-of-player-given-7eb716 = { $player } : { $given ->
    [one] { $given } membre
   *[other] { $given } membres
    } ; il en faut : { $members }.
only-set-phrases-are-allowed-at-the-table-its-se-94e38f = À cette table, on ne dit que des phrases toutes faites (réglage `chat`).
at-this-table-no-move-is-taken-back-63ab8f = À cette table, on ne reprend aucun coup.
at-this-table-most-moves-have-been-taken-back-th-eb19a9 = { $most ->
    [one] À cette table, on a déjà repris { $most } coup ; cela suffit.
   *[other] À cette table, on a déjà repris { $most } coups ; cela suffit.
    }
at-version-version-the-game-had-not-begun-yet-006524 = À la version { $version }, la partie n’avait pas encore commencé.
at-version-version-the-game-was-over-5d41fb = À la version { $version }, la partie était finie.
# { $reason }: such as “as somebody is out”, with its own conjunction
deal-deal-ends-reason-scores-3c2b68 = La donne { $deal } finit, { $reason } : { $scores }.
deal-deal-dealer-deals-all-the-cards-ce882c = Donne { $deal } : { $dealer } distribue toutes les cartes.
good-game-952e7d = Belle partie !
good-luck-853d0a = Bonne chance !
goodbye-1cb7b2 = Au revoir !
have-fun-528154 = Amusez-vous bien !
hello-334d01 = Bonjour !
house-players-need-no-substitutes-2e8ff3 = Les joueurs maison n’ont pas besoin de remplaçants.
i-am-back-aea4cf = Me revoilà.
it-has-been-noted-who-has-not-come-to-this-round-656aed = Il est noté qui n’est pas venu à cette ronde.
it-is-not-possible-with-this-player-or-at-their-866335 = Ce n’est pas possible avec cette personne, ni à ses tables.
it-takes-needed-different-ids-of-tables-9d431a = { $needed ->
    [one] Il faut { $needed } identifiant de table.
   *[other] Il faut { $needed } identifiants de tables, tous différents.
    }
no-check-in-is-open-842061 = Aucun pointage n’est ouvert.
no-problem-082cb1 = Pas de problème.
no-round-is-being-played-9cb3cd = Aucune ronde n’est en cours.
no-round-is-drafted-363837 = Aucune ronde n’est préparée.
no-seal-of-the-log-that-is-shown-in-full-covers-999133 = Aucun sceau du journal montré en entier ne couvre encore l’enregistrement.
no-such-card-8ee602 = Cette carte n’existe pas.
no-such-game-c11034 = Ce jeu n’existe pas.
no-such-type-of-move-131598 = Cette sorte de coup n’existe pas.
no-38178a = Non.
nobody-gives-this-right-to-themselves-0f5b9c = Personne ne se donne ce droit à soi-même.
nobody-is-expected-at-the-tables-of-round-round-2f4c82 = Personne n’est attendu à une heure fixe aux tables de la ronde { $round }.
nobody-may-join-with-round-round-391f2e = Personne ne peut entrer à la ronde { $round }.
round-round-was-the-last-one-ef9792 = La ronde { $round } était la dernière.
seats-that-are-still-free-free-of-seats-a21438 = Places encore libres : { $free } sur { $seats }.
seats-that-play-together-have-the-same-points-in-9e0905 = Les places qui jouent ensemble ont les mêmes points à chaque donne et gagnent ensemble : { $seats }.
somebody-is-named-twice-player-94b0c7 = Quelqu’un est nommé deux fois : { $player }.
the-check-in-for-round-round-has-been-opened-alr-c6e9d6 = Le pointage de la ronde { $round } a déjà été ouvert.
the-last-round-of-the-tournament-is-round-rounds-07a509 = Le tournoi a { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
    }.
the-points-of-a-seat-are-the-sum-of-its-points-i-1d3da4 = Les points d’une place sont la somme de ses points dans les donnes.
their-seat-is-absent-already-29bd44 = Cette place est déjà dite absente.
they-have-withdrawn-and-can-return-entrant-dd727e = A quitté le tournoi et peut revenir : { $entrant }.
this-needs-a-reason-which-is-recorded-and-shown-17b71c = Personne ne voit cela sans une raison (`reason`), qui est enregistrée et, si elle concerne une table, montrée à qui y joue.
nobody-sits-on-seat-and-it-is-kept-for-nobody-451696 = Place libre et réservée à personne : { $seat }.
nobody-who-was-invited-comes-the-table-ends-27b88e = Aucune personne invitée ne vient ; la table ferme.
nobody-with-this-id-has-entered-entrant-199ee1 = Personne au tournoi n’a cet identifiant : { $entrant }.
nobody-with-this-id-plays-entrant-f3f36b = Personne ne joue sous cet identifiant : { $entrant }.
not-all-have-answered-seat-in-time-the-move-stan-137645 = Tout le monde n’a pas répondu à temps à { $seat } ; le coup reste joué.
one-moment-please-3b665e = Un instant, s’il vous plaît.
only-a-tournament-gives-seats-away-and-only-at-i-4af358 = Seul un tournoi attribue des places, et seulement à ses propres tables.
only-at-a-table-of-a-tournament-may-somebody-see-4acc88 = C’est seulement à une table de tournoi que l’on peut voir des cartes sans jouer.
only-the-operator-of-this-service-creates-player-0e5bd6 = Seul l’exploitant de ce service crée des comptes.
only-the-staff-of-the-tournament-may-do-that-rol-a152eb = Seule la direction du tournoi peut le faire : { $roles }.
only-the-table-s-creator-may-do-this-before-its-64ead7 = Seule la personne qui a ouvert la table peut le faire, avant la partie.
only-those-who-have-played-may-play-again-093523 = Il faut avoir joué pour rejouer.
only-those-who-play-take-moves-back-and-consent-da2841 = Il faut jouer ici pour reprendre un coup ou y consentir.
only-those-who-sit-here-and-the-table-s-creator-c33996 = Il faut jouer ici, ou avoir ouvert la table, pour le faire.
players-at-the-table-see-only-their-own-cards-d239b6 = Qui joue à la table ne voit que ses propres cartes.
points-of-this-scoring-are-shares-from-to-most-3da77c = Dans ce barème, les points sont des parts, de 0 à { $most }.
round-number-has-not-begun-fbad1c = La ronde { $number } n’a pas commencé.
round-round-has-no-table-table-368610 = La ronde { $round } n’a pas de table { $table }.
round-round-is-not-over-d9f2d4 = La ronde { $round } n’est pas finie.
several-players-have-this-name-invite-one-of-the-a56226 = Plusieurs personnes ont ce nom ; invitez-en une par son identifiant, par exemple de `candidates`.
shall-we-play-again-39d304 = On rejoue ?
sorry-9317a8 = Pardon !
staff-who-play-in-the-tournament-rule-on-round-r-fb1ed9 = Qui dirige le tournoi et y joue ne décide de la ronde { $round } que lorsqu’elle est finie.
table-number-is-over-or-was-closed-e592b7 = La table { $number } est finie ou fermée.
# { $commitment }: a hash
table-number-of-round-round-of-a-tournament-is-o-5489e0 = La table { $number } de la ronde { $round } d’un tournoi est ouverte, pour { $game }, avec { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
    } ; ce qui fixe ses mélanges : { $commitment }.
table-table-has-been-played-most-times-again-1e0b84 = On a déjà rejoué { $most } fois la table { $table }.
table-table-has-no-result-it-is-closed-if-somebo-650c74 = La table { $table } n’a pas de résultat : on la ferme si quelqu’un y perd par forfait, ou si chacun y reçoit une autre mesure qu’une pénalité.
table-table-was-closed-by-a-ruling-114919 = Une décision a fermé la table { $table }.
take-your-time-71659e = Prenez votre temps.
thank-you-3afdda = Merci !
the-account-may-not-do-this-65cff3 = Ce compte n’en a pas le droit.
# { $outcome }: a code, as it is
the-appeal-was-outcome-4f9448 = Issue du recours : { $outcome }.
the-body-does-not-match-its-schema-2d24e6 = Le corps ne suit pas son schéma.
the-body-has-a-field-that-is-not-in-its-schema-57fafe = Le corps a un champ qui n’est pas dans son schéma.
the-body-is-larger-than-kib-573c92 = Le corps dépasse 64 Kio.
the-body-is-not-json-7b9186 = Le corps n’est pas du JSON.
the-body-is-compressed-or-has-another-content-ty-6e67e6 = Le corps est compressé, ou n’a pas le `Content-Type` que l’opération accepte.
the-budget-for-such-requests-is-used-up-retry-af-fe54f6 = Le budget pour ces requêtes est épuisé ; réessayez après `wait_seconds`.
the-caller-has-no-decision-to-make-now-5d1cf7 = Vous n’avez rien à décider maintenant.
the-channel-of-the-chat-is-not-open-to-the-calle-60a90a = Ce canal de la conversation ne vous est pas ouvert maintenant.
the-check-in-is-open-close-it-before-ca0c9c = Le pointage est ouvert ; fermez-le d’abord.
the-decision-began-after-the-version-on-which-th-42efce = La décision a commencé après la version pour laquelle le coup a été choisi, ou cette version n’existe pas encore.
the-decision-that-the-move-is-for-is-over-ef54d4 = La décision à laquelle ce coup répond est passée.
the-draft-has-changed-it-is-now-draft-draft-of-t-3110d9 = Le projet d’appariement a changé : c’est maintenant le projet nᵒ { $draft } de cette ronde.
the-drafts-of-the-tournament-have-named-most-ent-9974a3 = { $most ->
    [one] Les projets d’appariement du tournoi ont nommé { $most } inscription, le plus possible ; vous pouvez y mettre fin.
   *[other] Les projets d’appariement du tournoi ont nommé { $most } inscriptions, le plus possible ; vous pouvez y mettre fin.
    }
the-game-ends-winners-share-the-win-with-points-621bcd = Fin de la partie : { $winners } gagnent ensemble, avec { $points } par place.
# { $winners }: exactly one seat
the-game-ends-winners-wins-with-points-0f4f87 = Fin de la partie : { $winners } gagne avec { $points }.
the-game-goes-on-e67817 = La partie continue.
the-game-goes-on-only-those-who-play-may-end-it-e41ac2 = La partie continue ; seules les personnes qui y jouent peuvent l’arrêter.
the-game-has-begun-its-seats-are-fixed-452d62 = La partie a commencé ; les places ne changent plus.
the-game-has-not-begun-yet-d9aba6 = La partie n’a pas encore commencé.
the-game-is-finished-f4c404 = La partie est finie.
the-idempotency-key-belongs-to-another-request-194a1d = La clé d’idempotence est celle d’une autre requête.
# { $player }: who was invited
the-invitation-of-player-has-expired-50b535 = L’invitation pour { $player } a expiré.
the-lanes-of-the-seal-are-shown-when-the-games-w-74385d = On montre les pistes du sceau quand les parties à paquets fixés qu’il couvre sont finies.
the-last-move-here-is-not-yours-or-no-person-has-6e5017 = Le dernier coup n’est pas le vôtre, ou personne n’a joué depuis.
the-log-of-the-table-is-corrupt-only-the-operato-74b5dd = Le journal de la table se contredit ; seul l’exploitant du service peut dire ce qui lui est arrivé.
the-members-are-members-123573 = Les membres sont : { $members }.
the-move-does-not-match-its-schema-bc994a = Le coup ne suit pas son schéma.
the-move-has-told-somebody-what-was-hidden-or-st-49b10a = Le coup a montré à quelqu’un ce qui était caché, ou les règles le fixent.
the-name-is-invisible-or-looks-like-one-of-the-s-3e4907 = Le nom est invisible, ou ressemble à un nom du service.
# { $phase }, { $phases }: codes, as they are
the-phase-is-phase-this-move-belongs-to-phases-d394dd = La phase est `{ $phase }` ; ce coup est de { $phases }.
the-pile-but-for-its-top-card-is-shuffled-to-a-n-5edc61 = La défausse, sauf sa carte du dessus, est mélangée en un nouveau talon : { $size }.
the-player-blocks-the-maximum-number-of-others-b539ee = Vous bloquez déjà autant de personnes que l’on peut.
the-player-has-the-maximum-number-of-valid-token-49d23f = Vous avez déjà autant de jetons valables que l’on peut ; révoquez-en.
the-player-has-the-maximum-number-of-waiting-see-32ca22 = Vous avez déjà autant de recherches en attente que l’on peut.
the-player-has-the-maximum-number-of-webhooks-de-31895f = Vous avez déjà autant de webhooks que l’on peut ; supprimez-en.
the-player-mutes-the-maximum-number-of-others-8d8453 = Vous masquez déjà autant de personnes que l’on peut.
the-players-of-all-other-seats-are-there-or-have-563adc = À toutes les autres places, quelqu’un est là ou a encore le temps de revenir.
the-request-is-malformed-10447a = La requête est mal formée.
the-request-needs-the-bearer-token-of-a-player-650543 = La requête demande le jeton d’un compte (bearer).
the-resource-does-not-exist-or-not-for-this-acco-57a01b = La ressource n’existe pas, ou pas pour ce compte.
the-resource-does-not-support-this-method-the-he-8fb4e5 = La ressource n’accepte pas cette méthode ; l’en-tête `Allow` donne celles qui vont.
the-resource-is-not-available-in-a-media-type-of-f7cd25 = La ressource n’existe en aucun type de l’en-tête `Accept`.
the-rulebook-wants-silence-of-the-seats-now-805ad4 = Les règles veulent maintenant le silence à la table.
the-rules-do-not-allow-it-code-is-the-rulebook-s-135e8e = Les règles ne le permettent pas ; `code` en dit la raison.
the-seats-are-to-last-c23e87 = Les places vont de 0 à { $last }.
the-seek-has-found-a-table-851a14 = La recherche a trouvé une table.
the-service-cannot-answer-at-the-moment-try-agai-1581ec = Le service ne peut pas répondre en ce moment ; réessayez.
the-service-has-failed-the-cause-is-in-its-log-u-d5ce90 = Le service a échoué ; la cause est dans son journal, sous cet identifiant de requête.
the-service-does-not-send-to-this-address-c68bd6 = Le service n’envoie rien à cette adresse.
the-staff-has-at-most-most-people-f4e4d9 = La direction a au plus { $most ->
    [one] { $most } personne
   *[other] { $most } personnes
    }.
the-staff-of-the-tournament-enters-all-who-play-f75793 = La direction du tournoi inscrit elle-même.
the-staff-of-the-tournament-has-declined-f20edf = La direction du tournoi a refusé.
the-staff-of-the-tournament-has-withdrawn-you-an-a8ad13 = La direction du tournoi a retiré votre inscription, et peut vous laisser revenir.
the-table-belongs-to-a-tournament-which-does-thi-a555fc = La table est d’un tournoi, qui s’en charge lui-même.
the-table-has-ended-e79012 = La table est fermée.
the-table-has-no-chat-its-setting-chat-13e77b = La table n’a pas de conversation (réglage `chat`).
the-table-has-no-invitation-link-2d5456 = La table n’a pas de lien d’invitation.
the-table-has-no-spectators-its-setting-spectato-296e1d = La table n’a pas de public (réglage `spectators`) : dès que la partie a commencé, seuls ceux qui y jouent la voient.
the-table-has-seats-seats-each-has-its-points-an-37a67f = La table a { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
    } ; chacune a ses points, et ce sont des places qui gagnent.
the-table-is-for-those-who-are-invited-or-have-i-9f3332 = La table est pour les personnes invitées ou qui en ont le lien.
the-table-is-not-over-nothing-has-been-noted-of-3b2ea4 = La table n’est pas finie ; rien n’en est noté.
the-table-is-over-it-has-a-result-has-stopped-or-632827 = La table est finie : elle a un résultat, a été arrêtée, ou une décision l’a fermée.
the-table-is-private-for-its-creator-for-those-w-ce1b36 = La table est privée : elle est pour la personne qui l’a ouverte, pour celles qui y sont assises, qui sont invitées ou qui en ont le lien.
the-table-of-the-rematch-is-known-here-f8c16d = La table de la revanche est connue ici.
the-table-waits-for-invited-players-who-are-invi-ae88d9 = { $invited ->
    [one] La table attend { $invited } personne invitée.
   *[other] La table attend { $invited } personnes invitées.
    }
the-table-was-played-on-by-another-version-of-th-2892ec = Une autre version du service a fait continuer la table ; celle-ci ne peut pas en lire les événements.
the-table-s-creator-has-freed-your-seat-sit-down-c5d4b0 = La personne qui a ouvert la table a libéré votre place ; revenez quand vous avez une invitation.
the-tables-of-round-round-are-not-being-opened-7c384e = Les tables de la ronde { $round } ne s’ouvrent pas en ce moment.
the-text-has-a-link-or-characters-that-are-not-s-7c8a1e = Le texte a un lien, ou ne se voit pas comme il est.
the-time-for-appeals-against-this-ruling-is-over-4ddddd = Le temps des recours contre cette décision est passé.
the-time-for-corrections-of-round-number-is-over-93da9a = Le temps des corrections de la ronde { $number } est passé.
the-time-of-seat-is-over-5d2988 = Temps écoulé pour { $seat }.
the-time-to-come-to-the-tables-is-not-over-f31c90 = Le temps de venir aux tables n’est pas passé.
the-token-has-been-revoked-85d11c = Le jeton a été révoqué.
the-token-has-expired-63e4dc = Le jeton a expiré.
the-token-lacks-the-scope-that-this-needs-the-he-cf634d = Il manque au jeton le droit nécessaire ; l’en-tête `WWW-Authenticate` le nomme.
the-tournament-ends-the-table-without-a-result-603d36 = Le tournoi arrête la table sans résultat.
the-tournament-has-most-events-the-most-it-may-h-8f442b = { $most ->
    [one] Le tournoi a { $most } événement, le plus possible ; vous pouvez y mettre fin.
   *[other] Le tournoi a { $most } événements, le plus possible ; vous pouvez y mettre fin.
    }
# { $state }, { $states }: codes, as they are
the-tournament-is-in-state-this-belongs-to-state-882ab7 = L’état du tournoi est `{ $state }` ; ceci est de { $states }.
# { $state }: a code, as it is
the-tournament-is-state-c17f6d = État du tournoi : { $state }.
the-webhook-is-disabled-enable-it-first-2b2f92 = Le webhook est désactivé ; activez-le d’abord.
there-has-been-no-check-in-for-round-number-4a7cb4 = Il n’y a pas eu de pointage pour la ronde { $number }.
there-has-to-be-one-table-at-least-8ac8fd = Il faut au moins une table.
there-is-an-appeal-against-this-ruling-8229d4 = Il y a un recours contre cette décision.
there-is-no-check-in-for-later-rounds-check-in-e-b70e82 = Pas de pointage pour les rondes suivantes : `check_in_each_round` est false.
there-is-no-round-that-the-service-has-to-draft-05e732 = Le service n’a maintenant aucune ronde à préparer.
there-is-no-ruling-of-this-number-that-concerns-bfecf8 = Aucune décision de ce numéro ne vous concerne.
the-recovery-code-does-not-exist-was-used-or-was-030cab = Ce code de récupération n’existe pas, ou a servi, ou un plus récent l’a remplacé.
there-is-room-for-room-more-and-these-are-given-49422a = { $room ->
    [one] Il reste { $room } inscription, et en voici { $given }.
   *[other] Il reste { $room } inscriptions, et en voici { $given }.
    }
they-are-declined-328fec = Cette inscription est refusée.
they-are-not-out-17d40a = Cette inscription n’est pas retirée du jeu.
they-are-out-already-de88d2 = Cette inscription est déjà retirée du jeu.
they-are-the-only-director-appoint-another-one-b-98f75a = Personne d’autre n’a le rôle `director` ; donnez-le d’abord à quelqu’un.
# { $role }: a code, as it is
they-are-role-already-144ef6 = Cette personne a déjà le rôle { $role }.
they-could-see-the-cards-of-this-table-so-they-c-a52466 = Cette personne pouvait voir les cartes de la table et ne peut donc pas y jouer.
they-do-not-wait-for-you-you-play-for-them-alrea-52f95d = On ne vous attend pas : vous jouez déjà pour cette inscription.
they-have-checked-in-or-do-not-play-d8e5e2 = Cette inscription a déjà pointé, ou ne joue pas.
they-have-no-invitation-to-the-table-054b37 = Cette personne n’a pas d’invitation à la table.
they-have-no-role-f012d5 = Cette personne n’a pas de rôle.
they-have-no-table-in-the-round-entrant-f1998e = Pas de table dans cette ronde : { $entrant }.
they-have-not-entered-yet-others-do-not-know-of-a81dd6 = Cette inscription n’est pas encore faite ; les autres n’en savent rien.
they-have-seat-here-the-invitation-is-accepted-8a6bc2 = Cette personne a déjà { $seat } ici : l’invitation est acceptée.
they-have-seat-here-a-player-has-one-seat-bb9811 = Cette personne a déjà { $seat } ici ; chacun n’a qu’une place.
they-may-see-no-hidden-cards-7061ba = Cette personne ne peut voir aucune carte cachée.
they-may-see-these-cards-9835a3 = Cette personne peut déjà voir ces cartes.
they-need-no-approval-3edaeb = Cette inscription n’a pas besoin d’accord.
this-is-no-table-of-the-round-or-another-one-is-a1cb5d = Ce n’est pas une table de la ronde, ou une autre se joue à sa place.
this-is-no-table-of-the-tournament-or-another-on-f698c1 = Ce n’est pas une table du tournoi, ou une autre s’est jouée à sa place.
this-is-not-the-code-of-the-tournament-971962 = Ce n’est pas le code du tournoi.
this-is-the-result-that-was-noted-7259df = C’est bien le résultat noté.
this-player-does-not-want-to-come-to-the-table-170041 = Cette personne ne veut pas venir à la table.
this-player-knows-of-the-table-212747 = Cette personne connaît la table.
this-take-back-is-not-asked-for-any-more-8a4f34 = On ne demande plus de reprendre ce coup.
too-few-are-there-entered-it-takes-least-76fb8c = Présences : { $entered } ; il en faut : { $least }.
too-many-have-registered-c0b808 = Il y a trop d’inscriptions.
well-played-713b34 = Bien joué !
the-events-after-version-are-lost-for-example-by-822086 = Ce qui a suivi `version` est perdu, par exemple parce qu’une sauvegarde a été remise : oubliez-le et reprenez de là.
yes-5f9a2b = Oui.
you-are-welcome-ea50b2 = De rien.
you-do-not-hold-card-fa8186 = Vous n’avez pas { $card }.
you-do-not-play-for-this-entrant-c47ce7 = Vous ne jouez pas pour cette inscription.
you-do-not-sit-on-seat-only-its-player-and-the-c-b1ef58 = Vous n’avez pas { $seat } ; seule la personne qui y joue ou qui a ouvert la table peut libérer cette place.
you-have-asked-for-it-yourself-others-consent-edbea1 = Vous l’avez demandé ; aux autres d’y consentir.
you-have-asked-for-it-the-others-may-answer-dd62f9 = Vous l’avez demandé ; aux autres de répondre.
you-have-asked-for-this-move-before-it-stands-533f83 = Vous l’avez déjà demandé pour ce coup ; il reste joué.
you-have-consented-b2530a = Vous avez déjà consenti.
you-have-had-most-substitutions-the-staff-can-ma-103e6e = { $most ->
    [one] Vous avez eu { $most } remplacement ; la direction peut en faire d’autres.
   *[other] Vous avez eu { $most } remplacements ; la direction peut en faire d’autres.
    }
you-have-no-seat-at-this-table-6037eb = Vous n’avez pas de place à cette table.
you-have-no-seat-at-this-table-spectators-do-not-d1faac = Vous n’avez pas de place à cette table ; le public ne joue pas.
you-have-no-such-substitute-the-staff-can-let-an-5deb03 = Vous n’avez pas ce remplaçant ; la direction peut faire entrer quelqu’un d’autre.
you-have-registered-most-times-the-staff-can-ent-328da3 = Vous avez demandé { $most } fois à entrer ; la direction peut vous inscrire.
you-have-returned-most-times-the-staff-can-let-y-4cd503 = { $most ->
    [one] Vous avez fait { $most } retour ; la direction peut vous laisser revenir.
   *[other] Vous avez fait { $most } retours ; la direction peut vous laisser revenir.
    }
you-have-seat-here-a-player-has-one-seat-fee8ee = Vous avez déjà { $seat } ici ; chacun n’a qu’une place.
you-play-for-another-entrant-its-members-can-wit-787fcd = Vous jouez déjà pour une autre inscription ; ses membres peuvent la retirer.
you-play-the-same-deck-at-another-table-or-might-70b2ec = Vous jouez le même paquet à une autre table, ou le pourriez, sans jeton : jusqu’à la fin de cette partie, vous ne regardez pas celle-ci.
you-register-yourself-or-a-team-that-you-are-a-m-e90387 = On n’inscrit que soi-même, ou une équipe dont on est membre.
your-call-stands-so-already-cffa9e = Vous l’avez déjà dit.
teams-stays-as-it-was-noted-and-success-is-null-4c5659 = `teams` reste tel qu’il a été noté, et `success` est null s’il l’était.
a-house-player-plays-for-who-is-absent-fa174a = un joueur maison joue pour qui est loin de la table
a-joker-as-the-rank-of-suit-92d17c = joker comme { $rank } de { $suit }
aborted-a2d1c6 = arrêtée
as-nobody-is-out-70b63d = car personne n’a fini
as-somebody-is-out-26c3cb = car quelqu’un a fini
book-book-3d156c = livre { $book }
books-of-seat-3e9b3a = livres ({ $seat })
card-of-seat-cf804d = carte ({ $seat })
chat-31e06f = conversation
clubs-4856d3 = trèfle
deal-f96c94 = donne
dealer-8e321a = qui donne
diamonds-d35a24 = carreau
discards-92e7b1 = défausse
finished-05343e = finie
hand-of-seat-bd4bf5 = main ({ $seat })
hearts-c9b5fc = cœur
lapsed-decisions-until-a-seat-is-absent-1c00af = décisions manquées avant qu’une place soit dite absente
minus-amount-99f672 = moins { $amount }
most-deals-b6b254 = nombre maximal de donnes
moves-by-which-spectators-are-behind-e41d48 = coups de retard pour le public
moves-may-be-taken-back-if-all-consent-bc1988 = on peut reprendre un coup si chacun y consent
no-limit-b53557 = sans limite
# Of the target score
none-140bed = aucun
off-b4dc66 = aucune
open-2348f9 = ouverte
pack-4862f4 = talon
phrases-ff5ab1 = phrases toutes faites
pile-2eb827 = défausse
# { $beginning }: the first characters of an id
player-beginning-8d31c1 = compte { $beginning }
players-afc0d7 = nombre de places
playing-0db79e = en cours
points-of-seat-8e555b = points ({ $seat })
private-715dc8 = privée
public-efa1f3 = publique
random-a441b1 = hasard
reserve-of-time-of-each-seat-b79bfa = réserve de temps de chaque place
seat-number-ecad02 = place { $number }
seats-numbers-f6c279 = places { $numbers }
spades-7fd0fe = pique
spectators-may-watch-678a44 = le public peut regarder
start-when-the-last-seat-is-taken-b2a060 = commencer dès que la dernière place est prise
stock-08c424 = talon
target-score-a31f1a = points à atteindre
team-number-1772b9 = équipe { $number }
text-982d9e = texte libre
the-ranks-of-suit-9f7346 = { $ranks } de { $suit }
the-rank-of-suit-fcd45f = { $rank } de { $suit }
time-for-a-decision-527d7f = temps pour une décision
trick-f39d51 = pli
who-sees-the-table-ee407a = qui voit la table
by-frees-seat-d83a46 = { $by } libère { $seat }.
by-invites-player-d91ad5 = { $by } invite { $player }.
by-lets-player-see-no-more-hidden-cards-49c91b = { $by } ne laisse plus { $player } voir les cartes cachées.
by-lets-player-see-the-hidden-cards-of-seats-1d5b50 = { $by } laisse { $player } voir les cartes cachées ({ $seats }).
by-makes-a-new-invitation-link-e27e66 = { $by } crée un nouveau lien d’invitation.
by-no-longer-keeps-seat-for-player-7d2564 = { $by } ne réserve plus { $seat } pour { $player }.
by-revokes-the-invitation-link-fa160d = { $by } révoque le lien d’invitation.
by-withdraws-the-invitation-of-player-d9853c = { $by } retire l’invitation pour { $player }.
dealer-deals-74acb7 = { $dealer } donne.
first-and-last-1c0889 = { $first } et { $last }
first-next-33baca = { $first }, { $next }
first-next-a4c3e8 = { $first } ; { $next }
leader-led-led-follow-suit-8182da = { $leader } a entamé avec { $led } : fournissez la couleur.
leader-led-led-you-have-none-of-its-suit-so-play-142017 = { $leader } a entamé avec { $led } : vous n’avez pas la couleur, jouez n’importe quelle carte.
player-abandons-the-game-it-ends-without-a-resul-fbf7be = { $player } abandonne la partie : elle finit sans résultat.
player-declines-the-invitation-584648 = { $player } décline l’invitation.
player-does-without-seat-eda248 = { $player } renonce à { $seat }.
player-ends-the-game-without-a-result-seats-aban-f8171e = { $player } arrête la partie sans résultat, pour abandon ({ $seats }).
player-ends-the-table-as-operator-e7e897 = { $player } arrête la table au nom du service.
player-ends-the-table-before-the-first-move-e06377 = { $player } arrête la table avant le premier coup.
player-is-back-on-seat-4ef7aa = { $player } retrouve { $seat }.
player-is-there-on-seat-92149c = { $player } est là ({ $seat }).
player-leaves-seat-b12ec4 = { $player } quitte { $seat }.
# { $table }: an id; { $version }: the number of an entry of its log
player-opens-a-fork-of-table-table-for-game-with-54df50 = { $player } ouvre une variante de la table { $table }, pour { $game }, avec { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
    } : elle reprend à la version { $version }.
# { $decks }: such as “one deck”; { $commitment }: a hash
player-opens-a-table-for-game-with-seats-seats-d-cc21e9 = { $player } ouvre une table pour { $game }, avec { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
    }, et fixe d’avance { $decks } ; ce qui fixe ses mélanges : { $commitment }.
# { $commitment }: a hash
player-opens-a-table-for-game-with-seats-seats-i-611aa6 = { $player } ouvre une table pour { $game }, avec { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
    } ; ce qui fixe ses mélanges : { $commitment }.
player-takes-seat-and-adds-to-the-shuffles-c29bc7 = { $player } prend { $seat } et contribue au mélange.
player-takes-seat-1ed63c = { $player } prend { $seat }.
rank-joker-435f4c = { $rank } (joker)
seat-asks-to-take-its-last-move-back-a1e468 = { $seat } demande à reprendre son dernier coup.
seat-consents-9324fd = { $seat } consent.
seat-declines-the-move-stands-f6d827 = { $seat } refuse ; le coup reste joué.
seat-discards-card-4d4568 = { $seat } défausse { $card }.
seat-gets-count-005f18 = { $seat } reçoit { $count }.
seat-gets-count-cards-0294a0 = { $seat } reçoit { $count } : { $cards }.
seat-is-absent-67fd6d = { $seat } est loin de la table.
# { $free }: numbers of seats
seat-is-not-free-free-seats-free-628759 = Place déjà prise : { $seat } ; places libres : { $free }.
seat-lets-its-move-stand-after-all-823f90 = { $seat } maintient finalement son coup.
seat-must-act-now-6bc828 = À { $seat } d’agir maintenant.
seat-scores-score-and-has-total-in-all-20a2e0 = { $seat } marque { $score }, { $total } en tout
seat-takes-its-last-move-back-the-game-goes-on-f-fc8a08 = { $seat } reprend son dernier coup ; la partie continue d’avant ce coup.
seat-wants-to-end-the-game-without-a-result-e5b99d = { $seat } veut arrêter la partie sans résultat.
seat-wants-to-go-on-after-all-90488e = { $seat } veut finalement continuer.
seat-wants-to-play-again-at-another-table-8758b6 = { $seat } veut rejouer, à une autre table.

### What is counted

amount-card = { $number ->
    [0] aucune carte
    [one] une carte
   *[other] { $number } cartes
    }
amount-deal = { $number ->
    [0] aucune donne
    [one] une donne
   *[other] { $number } donnes
    }
amount-deck = { $number ->
    [0] aucun paquet
    [one] un paquet
   *[other] { $number } paquets
    }
# This is also the name of one joker, such as in “défausse joker”.
amount-joker = { $number ->
    [0] aucun joker
    [one] joker
   *[other] { $number } jokers
    }
amount-player = { $number ->
    [0] aucun joueur
    [one] un joueur
   *[other] { $number } joueurs
    }
# With a digit for 0, too: “0 point”.
amount-point = { $number ->
    [one] { $number } point
   *[other] { $number } points
    }
amount-time = { $number ->
    [0] aucune fois
    [one] une fois
   *[other] { $number } fois
    }

### Friendlier Than Thou, Literature, Honors No. I, Honors No. II, Honors No. III, Honors No. IV and Pursuit of Happiness

four-04efaf = quatre
three-8b5b9d = trois
two-3fc4cc = deux

### Honors No. I, Honors No. II, Honors No. III and Honors No. IV

book-a-a9893b = livre A
book-b-81a6e0 = livre B
book-c-07a8a4 = livre C
book-d-fd7e92 = livre D
book-e-1d04e4 = livre E
book-f-723875 = livre F
book-g-ea6865 = livre G
book-h-3ffd01 = livre H
book-i-6b395d = livre I
book-j-a96372 = livre J
book-k-9bdff3 = livre K
book-l-0e0d74 = livre L
one-7692c3 = un

### Friendlier Than Thou, Literature and Pursuit of Happiness

ace-2a0b62 = as
eight-c195d2 = huit
five-222b0b = cinq
nine-edcd8e = neuf
seven-3ba8d0 = sept
six-44778d = six
ten-e4432b = dix

### Honors No. II, Honors No. IV and Pursuit of Happiness

discard-card-724c1f = défausser { $card }

### Friendlier Than Thou and Literature

jack-316111 = valet
king-e81dfe = roi
queen-a9c3c1 = dame

### Friendlier Than Thou and Honors No. III

for-ever-2530dd = sans limite

### Friendlier Than Thou and Medieval Mastery

lead-a-card-d53307 = Entamez avec une carte.
play-card-a8b6b8 = jouer { $card }
led-was-led-and-you-have-a-card-of-its-suit-f780c4 = L’entame est { $led }, et vous avez une carte de sa couleur.
seat-plays-card-c3903d = { $seat } joue { $card }.

### Literature and Honors No. I

you-hold-card-yourself-2d1dc3 = Vous avez vous-même { $card }.
ask-target-for-card-91dea7 = demander { $card } à { $target }
target-is-out-of-cards-c4e702 = { $target } n’a plus de cartes.

### Honors No. II and Honors No. IV

draw-a-card-from-the-pack-49113a = Piochez une carte au talon.
draw-50f7be = pioche
draw-from-the-pack-a5294f = piocher au talon
seat-draws-count-from-the-pack-030881 = { $seat } pioche { $count } au talon.
seat-draws-count-from-the-pack-cards-b8639f = { $seat } pioche { $count } au talon : { $cards }.
seat-takes-cards-from-the-pile-52208d = { $seat } prend { $cards } à la défausse.

### Honors No. II and Pursuit of Happiness

lay-cards-c7d96a = poser { $cards }

### Honors No. II and Medieval Mastery

play-aba4cc = jeu

### Honors No. III and Honors No. IV

opening-2b3fdf = ouverture
seat-opens-the-play-a5e2e3 = { $seat } ouvre le jeu.

### Pursuit of Happiness and Medieval Mastery

seat-draws-count-99bf67 = { $seat } pioche { $count }.
seat-draws-count-cards-995c44 = { $seat } pioche { $count } : { $cards }.

### Friendlier Than Thou

all-are-one-team-speak-into-the-silence-to-lead-ec72a4 = Vous formez une seule équipe : rompez le silence pour entamer, et cherchez ensemble des mains équilibrées.
a-monthly-meeting-of-players-friends-begins-with-e9d73a = Une assemblée mensuelle de { $players } personnes commence ; entame : { $leading }.
friendlier-than-thou-99d6a3 = Friendlier Than Thou
friends-have-not-reached-unity-in-time-and-the-m-fbd1ee = L’unité n’est pas venue à temps, et l’affaire est remise à plus tard.
it-is-too-late-now-to-speak-at-once-bfdb41 = Il est trop tard pour parler en même temps.
# { $count }: such as “one card”
lay-count-aside-for-the-care-committee-b064d3 = Mettez de côté pour le comité d’entraide : { $count }.
propose-who-is-to-receive-the-care-committee-s-c-b29792 = Proposez qui recevra les cartes du comité d’entraide.
the-meeting-s-score-is-score-the-next-yearly-mee-6edecf = L’assemblée a { $score } : la prochaine assemblée annuelle se tient dans votre ville.
the-meeting-s-score-is-score-you-are-placed-on-p-4da624 = L’assemblée a { $score } : l’assemblée annuelle vous met à l’épreuve.
the-meeting-s-score-is-score-you-are-read-out-of-e7f9ba = L’assemblée a { $score } : l’assemblée annuelle vous exclut.
the-meeting-s-score-is-score-you-are-welcomed-in-94a5bc = L’assemblée a { $score } : l’assemblée annuelle vous accueille.
the-meeting-s-score-is-score-your-meeting-become-ecaa4d = L’assemblée a { $score } : elle devient pour toujours un lieu de retraite.
the-present-proposal-is-for-recipient-c0fa11 = La proposition est maintenant pour { $recipient }.
the-proposal-for-recipient-stands-25e3a0 = La proposition pour { $recipient } est maintenue.
the-silence-has-lasted-too-long-and-turn-must-le-f3a0a3 = Le silence a trop duré : à { $turn } d’entamer.
the-trick-is-yours-choose-the-card-that-lies-fac-2ff170 = Le pli est à vous : choisissez la carte qui reste visible.
there-is-no-proposal-you-may-make-one-700ed5 = Il n’y a pas de proposition ; vous pouvez en faire une.
wait-in-silence-or-say-so-moved-with-the-card-th-bcef6b = Attendez en silence, ou dites « L’Esprit me pousse » avec la carte de votre entame ; une entame sans un mot va à la défausse.
you-are-in-unity-with-the-proposal-for-recipient-1b322c = Vous vous unissez à la proposition pour { $recipient } ; vous pouvez encore vous y opposer.
you-are-in-unity-with-this-proposal-46d621 = Vous vous unissez déjà à cette proposition.
you-have-laid-aside-that-cannot-be-taken-back-1e705c = Vous avez mis de côté ; cela ne se reprend pas.
you-have-said-so-moved-your-card-is-on-its-way-bb82a0 = Vous avez dit « L’Esprit me pousse » ; votre carte est en route.
you-hold-card-only-once-be4299 = Vous n’avez qu’une fois { $card }.
# { $due }, { $given }: numbers of cards
you-lay-aside-due-not-given-ae45cd = Cartes à mettre de côté : { $due }, non { $given }.
card-of-seat-humble-4928f1 = carte ({ $seat }), humble
cards-of-seat-69678f = cartes ({ $seat })
cards-of-seat-out-of-balance-98ef51 = cartes sans équilibre ({ $seat })
cards-that-count-for-seat-8a00a2 = cartes qui comptent ({ $seat })
care-committee-06cede = comité d’entraide
care-committee-s-pile-86a1db = cartes du comité d’entraide
display-card-b37e02 = laisser visible { $card }
displaying-eb0443 = pli à montrer
face-up-card-of-the-trick-b0dc4c = carte visible du pli
following-8d0288 = fournir
in-unity-seat-e137c8 = dans l’unité : { $seat }
lay-cards-aside-7f8ea1 = mettre de côté { $cards }
lead-card-125823 = entamer avec { $card }
lead-card-as-a-humble-ace-5a3de9 = entamer avec { $card }, as humble
# The phase; in other sentences it is the noun.
leading-30adc6 = entame
longest-silence-74e32d = plus long silence
most-proposals-3c8edc = nombre maximal de propositions
object-to-the-proposal-for-recipient-17aaaa = s’opposer à la proposition pour { $recipient }
play-card-as-a-humble-ace-14424f = jouer { $card }, as humble
# Of an option, and of the sentence that begins the game: “entame : programmée”.
programmed-2de632 = programmée
proposals-left-ce489e = propositions restantes
propose-recipient-f9a61e = proposer { $recipient }
proposed-to-receive-the-care-committee-s-cards-s-2c2a76 = proposition de remettre les cartes du comité d’entraide à { $seat }
proposer-seat-335c97 = proposition faite par { $seat }
say-so-moved-to-lead-card-a3ec7d = dire « L’Esprit me pousse » pour entamer avec { $card }
say-so-moved-to-lead-card-as-a-humble-ace-797785 = dire « L’Esprit me pousse » pour entamer avec { $card }, as humble
silence-e6c18f = silence
silent-5a9b9f = silencieuse
the-meeting-s-score-35a5b3 = points de l’assemblée
time-to-seek-unity-3c5c45 = temps pour trouver l’unité
time-within-which-two-speeches-clash-eb2521 = délai dans lequel deux paroles se heurtent
trick-trick-of-seat-48c295 = pli { $trick } ({ $seat })
tricks-of-seat-973e6a = plis ({ $seat })
unite-with-the-proposal-for-recipient-ca4308 = s’unir à la proposition pour { $recipient }
unity-a5790b = unité
who-leads-16ae07 = qui entame
# { $asked }: a whole sentence before this one
asked-an-ace-may-be-humble-then-it-ranks-below-t-ef30c5 = { $asked } Un as peut être humble : il passe alors après le deux.
card-is-no-ace-only-an-ace-can-be-humble-5ac35b = { $card } n’est pas un as ; seul un as peut être humble.
card-is-not-one-of-the-cards-on-the-table-eaed8b = { $card } n’est pas sur la table.
dealer-deals-the-whole-deck-344175 = { $dealer } distribue tout le jeu.
proposer-proposes-that-recipient-receive-the-car-def4d5 = { $proposer } propose { $recipient } pour les cartes du comité d’entraide : vous unissez-vous à cette proposition, ou vous y opposez-vous ?
seat-collects-the-trick-of-count-ef9510 = { $seat } ramasse le pli ({ $count }).
seat-displays-the-trick-with-card-face-up-ea7c22 = { $seat } montre le pli et laisse visible { $card }.
seat-lays-count-aside-a0d8cd = { $seat } met de côté { $count }.
seat-lays-count-aside-cards-3b20ba = { $seat } met de côté { $count } : { $cards }.
seat-leads-card-without-speaking-and-is-eldered-dae241 = { $seat } entame sans un mot avec { $card } ; les anciens interviennent, et la carte va à la défausse.
seat-objects-and-the-proposal-for-recipient-fall-15b765 = { $seat } s’oppose, et la proposition pour { $recipient } tombe.
seat-plays-card-as-a-humble-ace-below-the-two-851f51 = { $seat } joue { $card }, as humble, après le deux.
seat-proposes-that-recipient-receive-the-care-co-7b60f7 = { $seat } propose { $recipient } pour les cartes du comité d’entraide.
seat-says-so-moved-meaning-to-lead-card-as-a-hum-f5b22e = { $seat } dit « L’Esprit me pousse », pour entamer avec { $card }, as humble, après le deux.
seat-says-so-moved-meaning-to-lead-card-500129 = { $seat } dit « L’Esprit me pousse », pour entamer avec { $card }.
seat-says-so-moved-9dfb99 = { $seat } dit « L’Esprit me pousse ».
seat-unites-with-the-proposal-for-recipient-714d45 = { $seat } s’unit à la proposition pour { $recipient }.
seat-was-not-alone-in-speaking-and-discards-card-f76db8 = { $seat } a parlé en même temps que d’autres et défausse { $card }.
# { $speakers }: one seat or several
speakers-said-so-moved-wait-or-speak-too-and-all-a06f58 = « L’Esprit me pousse », par { $speakers } : attendez, ou parlez aussi, et quiconque a parlé défausse.

### Literature

two-teams-of-three-ask-opponents-for-exact-cards-c26a10 = Deux équipes de trois : demandez des cartes précises à l’autre équipe, puis annoncez qui de la vôtre tient un groupe entier.
# { $first }, { $second }: the seats of a team
a-game-of-literature-begins-first-against-second-5edc19 = Une partie de Literature commence, { $first } contre { $second }.
ask-an-opponent-for-a-card-of-a-set-that-you-hav-ced25f = Demandez à un adversaire une carte d’un groupe que vous avez commencé, ou annoncez un groupe.
at-this-table-nobody-tells-how-many-cards-they-h-9c0884 = À cette table, personne ne dit combien de cartes il lui reste.
literature-51e49f = Literature
# { $high }, { $low }: points
the-game-ends-in-a-draw-high-to-low-cd1043 = La partie finit sans vainqueur, { $high } à { $low }.
the-game-ends-winners-win-high-to-low-5a5926 = Fin de la partie : { $winners } gagnent, { $high } à { $low }.
the-hand-of-target-has-not-changed-since-its-las-be546c = La main n’a pas changé depuis la dernière réponse ({ $target }).
# { $sets }: codes, as they are
the-sets-are-sets-bccb04 = Les groupes sont : { $sets }.
the-turn-goes-to-one-of-your-two-team-mates-c1c65a = Le tour passe à l’un de vos deux partenaires.
you-are-out-of-cards-hand-the-turn-to-a-team-mat-7907b3 = Vous n’avez plus de cartes : passez le tour à un partenaire.
you-can-count-your-own-cards-7dbf3d = Vous pouvez compter vos propres cartes.
# { $set }: a code, as it is
you-hold-no-card-of-set-25b7f0 = Vous n’avez aucune carte de `{ $set }`.
you-hold-whole-sets-only-declare-one-ab017a = Vous n’avez que des groupes entiers : annoncez-en un.
you-may-ask-another-seat-how-many-cards-it-holds-d47972 = Vous pouvez demander à une autre place combien de cartes elle a.
you-may-no-longer-ask-declare-a-set-c74f78 = Vous ne pouvez plus demander : annoncez un groupe.
you-may-no-longer-ask-you-must-declare-a-set-7be68e = Vous ne pouvez plus demander ; vous devez annoncer un groupe.
holders-names-exactly-the-six-cards-cards-660095 = `holders` nomme exactement les six cartes { $cards }.
# { $set }: a code, as it is
set-has-been-declared-already-ab7391 = `{ $set }` est déjà annoncé.
# { $set }: a code, as it is
set-is-closed-its-cards-are-out-of-the-game-f695ec = `{ $set }` est fermé ; ses cartes sont hors du jeu.
announced-3cf46a = dit à tous
ask-target-how-many-cards-it-holds-c38a55 = demander à { $target } le nombre de ses cartes
asking-for-one-s-own-card-8b260f = demander sa propre carte
cards-that-seat-told-of-020fa2 = nombre de cartes annoncé ({ $seat })
# { $holders }: each card with its seat
declare-set-holders-cc5da5 = annoncer { $set } : { $holders }
false-declarations-3e75be = annonces fausses
first-turn-d4ac15 = qui commence
hand-the-turn-to-to-2ace61 = passer le tour à { $to }
hands-are-counted-when-asked-949e73 = on dit sur demande combien de cartes on a
high-clubs-788615 = trèfle haut
high-diamonds-d7444a = carreau haut
high-hearts-5bdbab = cœur haut
high-spades-78c79f = pique haut
low-clubs-cbca11 = trèfle bas
low-diamonds-c26dd5 = carreau bas
low-hearts-2e2aef = cœur bas
low-spades-51096d = pique bas
most-moves-without-a-closed-set-bfae24 = nombre maximal de coups sans groupe fermé
moves-left-without-a-closed-set-82467e = coups restants sans groupe fermé
passing-57777d = passage du tour
points-of-team-2820c8 = points ({ $team })
refused-83c874 = refusé
set-closes-589595 = groupe fermé
set-closes-turn-passes-3c0e88 = groupe fermé, le tour passe
set-stays-turn-passes-f9f045 = groupe ouvert, le tour passe
team-of-each-seat-9ddb37 = équipe de chaque place
the-dealer-4876be = qui donne
card-with-seat-e8befb = { $card } chez { $seat }
seat-asks-target-for-the-number-of-their-cards-c-5e27ed = { $seat } demande à { $target } le nombre de ses cartes : { $count }.
seat-asks-target-for-card-a-slip-the-asker-has-i-a245c8 = { $seat } demande { $card } à { $target } par erreur, car c’est sa propre carte.
seat-asks-target-for-card-it-is-given-331aae = { $seat } demande { $card } à { $target } : la voici.
seat-asks-target-for-card-not-held-d9a00d = { $seat } demande { $card } à { $target } : pas là.
# { $said }, { $held }: each card with its seat
seat-declares-set-said-right-a-point-for-the-tea-6b489e = { $seat } annonce { $set } ({ $said }) : c’est juste, un point pour l’équipe.
seat-declares-set-said-wrong-and-the-team-does-n-7247ff = { $seat } annonce { $set } ({ $said }) : c’est faux, et l’équipe n’a pas les six cartes, donc elle perd un point ; le groupe reste ouvert.
seat-declares-set-said-wrong-and-the-team-does-n-21242b = { $seat } annonce { $set } ({ $said }) : c’est faux, et l’équipe n’a pas les six cartes, donc elle perd un point ; en vérité : { $held }.
seat-declares-set-said-wrong-though-the-team-has-42f793 = { $seat } annonce { $set } ({ $said }) : c’est faux, mais l’équipe a les six cartes, donc aucun point ; le groupe reste ouvert.
seat-declares-set-said-wrong-though-the-team-has-2b4de7 = { $seat } annonce { $set } ({ $said }) : c’est faux, mais l’équipe a les six cartes, donc aucun point ; en vérité : { $held }.
seat-gets-their-cards-00a95a = { $seat } reçoit ses cartes.
seat-gets-their-cards-cards-bcaa64 = { $seat } reçoit ses cartes : { $cards }.
seat-is-an-opponent-a-set-is-declared-in-your-ow-1b2881 = { $seat } est un adversaire ; on annonce un groupe dans sa propre équipe.
seat-is-out-of-cards-and-hands-the-turn-to-to-efaf62 = { $seat } n’a plus de cartes et passe le tour à { $to }.
seat-cards-9db434 = { $seat } : { $cards }
set-lost-by-team-79dfa6 = { $set }, perdu : { $team }
set-void-by-team-888d93 = { $set }, sans point : { $team }
set-won-by-team-e19bf3 = { $set }, gagné : { $team }
target-is-of-your-own-team-you-may-ask-opponents-43e222 = { $target } est de votre équipe ; on ne demande qu’à un adversaire.

### Honors No. I

ask-the-others-for-cards-by-name-and-make-books-b66c11 = Demandez aux autres des cartes précises, et formez des livres de quatre.
# { $targets }: several seats; { $books }: letters
ask-one-of-targets-for-a-card-of-a-book-that-you-8ea048 = Demandez une carte d’un livre que vous avez commencé ({ $books }). À qui la demander : { $targets }.
ask-one-of-targets-for-a-card-of-any-book-that-i-e7bdef = Demandez une carte d’un livre qui n’est pas encore de côté. À qui la demander : { $targets }.
# { $targets }: exactly one seat
ask-targets-for-a-card-of-a-book-that-you-have-b-f16129 = Demandez à { $targets } une carte d’un livre que vous avez commencé : { $books }.
# { $targets }: exactly one seat
ask-targets-for-a-card-of-any-book-that-is-not-l-fe95bf = Demandez à { $targets } une carte d’un livre qui n’est pas encore de côté.
book-book-has-been-laid-aside-d22f85 = Le livre { $book } est déjà de côté.
deal-deal-dealer-deals-and-leaves-stock-in-the-c-a0d700 = Donne { $deal } : { $dealer } distribue ; reste au centre : { $stock }.
honors-no-i-03f651 = Honors No. I
you-hold-no-card-of-book-book-2068f3 = Vous n’avez aucune carte du livre { $book }.
you-may-only-ask-other-seats-2b6dff = On ne peut demander qu’à une autre place que la sienne.
a-lucky-draw-calls-again-d40519 = qui pioche la carte demandée redemande
all-books-8d5d0f = tous les livres
any-card-ee411d = n’importe quelle carte
as-all-books-are-laid-aside-9b147d = car tous les livres sont de côté
as-nobody-has-made-a-book-for-too-long-acfa0d = car personne n’a fait de livre depuis trop longtemps
ask-2f2fc7 = demande
centre-fa25ba = centre
end-of-a-deal-66da92 = fin d’une donne
first-out-76f824 = première main vide
held-book-f4d4f4 = seulement d’un livre que l’on a en main
most-rounds-without-a-book-5b7f64 = nombre maximal de tours sans livre
what-one-may-ask-for-198342 = ce que l’on peut demander
wrong-calls-left-without-a-centre-537758 = demandes vaines restantes quand le centre est vide
seat-asks-target-for-card-and-gets-it-05cb22 = { $seat } demande { $card } à { $target } et reçoit la carte.
seat-asks-target-for-card-in-vain-dc6e38 = { $seat } demande en vain { $card } à { $target }.
seat-draws-count-from-the-centre-fa6faf = { $seat } pioche { $count } au centre.
seat-draws-count-from-the-centre-cards-0371f8 = { $seat } pioche { $count } au centre : { $cards }.
seat-is-the-first-to-be-out-of-cards-6bba36 = Première main vide : { $seat }.
seat-lays-book-book-aside-9396f1 = { $seat } met de côté le livre { $book }.
seat-shows-the-card-drawn-card-as-called-for-837c55 = { $seat } montre la carte piochée : { $card }, comme demandé.

### Honors No. II

draw-lay-down-three-of-a-book-add-to-any-book-on-828cfa = Piochez, posez trois cartes d’un livre, complétez tous les livres de la table, et soyez sans cartes avant les autres.
after-a-false-challenge-you-may-not-challenge-ag-ededbc = Qui a contesté à tort ne peut plus contester dans la même donne.
beside-the-pack-card-is-laid-face-up-7c5fa9 = À côté du talon, une carte visible : { $card }.
# { $reason }: such as “as somebody is out”, with its own conjunction
deal-deal-ends-reason-scores-hands-17f055 = La donne { $deal } finit, { $reason } : { $scores } ; { $hands }.
deal-deal-dealer-deals-and-leaves-a-pack-of-stoc-1d2fd8 = Donne { $deal } : { $dealer } distribue ; reste au talon : { $stock }.
draw-a-card-from-the-pack-or-take-card-from-the-a9f862 = Piochez une carte au talon, ou prenez { $card } à la défausse, ou davantage.
draw-a-card-from-the-pack-or-take-card-from-the-93e777 = Piochez une carte au talon, ou prenez { $card } à la défausse.
give-seat-a-card-of-your-hand-as-the-fine-for-ca-c8a97b = Donnez à { $seat } une carte de votre main comme amende pour { $card }.
honors-no-ii-3b28c2 = Honors No. II
lay-or-add-card-first-be2aac = Posez ou ajoutez d’abord { $card }.
lay-three-cards-of-a-book-or-add-to-one-on-the-t-318fc0 = Posez trois cartes d’un livre ou ajoutez à un livre posé, autant de fois que possible (la plus profonde de plusieurs cartes prises à la défausse doit être jouée) ; puis défaussez une carte (celle que vous venez d’y prendre seule, uniquement si c’est votre dernière).
lay-three-cards-of-a-book-or-add-to-one-on-the-t-61ddc3 = Posez trois cartes d’un livre ou ajoutez à un livre posé, autant de fois que possible ; puis défaussez une carte (celle que vous venez de prendre seule à la défausse, uniquement si c’est votre dernière).
no-discard-of-card-can-be-challenged-now-d0506e = Aucune défausse à contester maintenant : { $card }.
nobody-has-challenged-the-discard-in-time-28926d = Personne n’a contesté la défausse à temps.
nobody-has-laid-three-cards-of-book-book-67757e = Personne n’a posé trois cartes du livre { $book }.
the-discard-is-your-own-5da717 = La défausse est la vôtre.
the-pack-is-empty-and-no-new-one-can-be-made-of-8ec06a = Le talon est vide, et la défausse ne peut pas en refaire un.
the-pack-is-empty-take-card-from-the-pile-or-mor-3cd1e6 = Le talon est vide : prenez { $card } à la défausse, ou davantage, ou passez et finissez la donne.
the-pack-is-empty-take-card-from-the-pile-or-pas-2c62e1 = Le talon est vide : prenez { $card } à la défausse, ou passez et finissez la donne.
the-pack-is-empty-take-card-from-the-pile-fee465 = Le talon est vide : prenez { $card } à la défausse.
the-pile-has-size-1b222e = La défausse a { $size }.
the-three-cards-are-not-of-one-book-955b37 = Les trois cartes ne sont pas d’un même livre.
there-is-no-fine-to-be-given-a6775a = Il n’y a pas d’amende à donner.
there-is-no-pile-draw-from-the-pack-aa1a8f = Il n’y a pas de défausse ; piochez au talon.
you-cannot-play-card-at-once-675e1c = Vous ne pouvez pas jouer { $card } tout de suite.
you-have-just-taken-card-from-the-pile-discard-a-794656 = Vous venez de prendre { $card } à la défausse ; défaussez une autre carte.
you-have-waived-your-right-to-challenge-this-dis-512c13 = Vous avez renoncé à contester cette défausse.
you-must-draw-from-the-pack-or-take-from-the-pil-67cf91 = Il faut piocher au talon ou prendre à la défausse.
add-card-to-its-book-360dc3 = ajouter { $card } à son livre
as-nobody-has-laid-a-card-for-too-long-c2a427 = car personne n’a posé de carte depuis trop longtemps
as-pack-and-pile-are-empty-71c22a = car talon et défausse sont vides
as-the-pack-is-empty-b44842 = car le talon est vide
# Of the option “false challenges”: who has challenged falsely may not do it again in this deal.
barred-a7d8b2 = une seule fois par donne
card-that-seat-gives-to-as-a-fine-9394d2 = amende : carte donnée par { $seat } à { $to }
challenge-2dd00b = contestation
challenge-the-discard-of-card-6578ba = contester la défausse ({ $card })
draw-nothing-and-so-end-the-deal-069909 = ne rien piocher, et finir ainsi la donne
end-deal-730378 = fin de la donne
false-challenges-bea002 = contester à tort
fine-d14a58 = amende
first-to-count-78d83d = qui compte en premier
# Of the options “false challenges” and “taking several cards”
free-ad95d5 = libre
give-card-e311f3 = donner { $card }
highest-4d8fa8 = le plus de points
let-the-discard-of-card-stand-76e267 = laisser passer la défausse ({ $card })
most-rounds-without-a-play-bc52b0 = nombre maximal de tours sans carte posée
play-wished-8056d6 = la plus profonde doit être jouée
reshuffle-efac0a = remélanger
take-count-from-the-pile-2fce9c = prendre { $count } à la défausse
taking-several-cards-57a149 = prendre plusieurs cartes
time-to-challenge-a-discard-dd4ee3 = temps pour contester une défausse
turns-left-without-a-play-fea1f6 = tours restants sans carte posée
when-the-pack-is-empty-187297 = quand le talon est vide
who-wins-909cbd = qui gagne
card-is-the-discard-itself-give-another-card-58721f = { $card } est la défausse elle-même ; donnez une autre carte.
seat-adds-cards-75c8be = { $seat } ajoute { $cards }.
seat-challenges-the-discard-of-card-and-is-right-2ccf03 = { $seat } conteste la défausse ({ $card }) à raison : la carte pouvait être jouée.
seat-challenges-the-discard-of-card-and-is-wrong-56dfc5 = { $seat } conteste la défausse ({ $card }) à tort : la carte ne pouvait pas être jouée.
seat-does-not-challenge-the-discard-of-card-56f3a4 = { $seat } ne conteste pas la défausse ({ $card }).
seat-gives-the-fine-2702fd = { $seat } donne l’amende.
seat-gives-to-a-card-as-a-fine-1b3b0e = { $seat } donne à { $to } une carte comme amende.
seat-gives-to-card-as-a-fine-07c4b9 = { $seat } donne à { $to } { $card } comme amende.
seat-has-discarded-card-challenge-it-if-it-could-8463b1 = { $seat } a défaussé { $card } : contestez si la carte pouvait être jouée, ou renoncez.
seat-is-left-with-hand-7418d2 = { $seat } garde en main { $hand }
seat-is-out-of-cards-259cd2 = { $seat } n’a plus de cartes.
seat-lays-down-cards-957c99 = { $seat } pose { $cards }.
seat-passes-4bf379 = { $seat } passe.

### Honors No. III

all-exchange-cards-blind-and-at-the-same-time-un-2b9a55 = Tous échangent des cartes à l’aveugle et en même temps, jusqu’à ce que quelqu’un pose son dernier livre.
# In these eight: { $offers } are numbers of offers, { $calls } how many have called, of { $players }, { $own } the number of an offer.
accept-offer-offers-offer-cards-to-change-call-f-ae9e5d = Acceptez l’offre { $offers }, offrez des cartes à échanger, demandez la fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
accept-offer-offers-offer-cards-to-change-take-b-98f2e1 = Acceptez l’offre { $offers }, offrez des cartes à échanger, retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
accept-offer-offers-wait-for-an-answer-to-your-o-171c84 = Acceptez l’offre { $offers }, attendez une réponse à votre offre { $own }, retirez-la, ou demandez la fin de la donne (pour l’instant { $calls } sur { $players }).
accept-offer-offers-wait-for-an-answer-to-your-o-f8f750 = Acceptez l’offre { $offers }, attendez une réponse à votre offre { $own }, retirez-la, ou retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }).
accept-one-of-the-offers-offers-offer-cards-to-c-253c47 = Acceptez une des offres { $offers }, offrez des cartes à échanger, demandez la fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
accept-one-of-the-offers-offers-offer-cards-to-c-170a52 = Acceptez une des offres { $offers }, offrez des cartes à échanger, retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
accept-one-of-the-offers-offers-wait-for-an-answ-8b3b0e = Acceptez une des offres { $offers }, attendez une réponse à votre offre { $own }, retirez-la, ou demandez la fin de la donne (pour l’instant { $calls } sur { $players }).
accept-one-of-the-offers-offers-wait-for-an-answ-6097da = Acceptez une des offres { $offers }, attendez une réponse à votre offre { $own }, retirez-la, ou retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }).
honors-no-iii-99357c = Honors No. III
# { $seat }: who made the offer
nobody-has-accepted-offer-offer-of-seat-in-time-c8145d = Personne n’a accepté à temps l’offre { $offer }, faite par { $seat }.
nobody-has-exchanged-a-card-for-too-long-4c1426 = Personne n’a échangé de carte depuis trop longtemps.
offer-cards-to-change-call-for-an-end-of-the-dea-075063 = Offrez des cartes à échanger, demandez la fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
offer-cards-to-change-take-back-your-call-for-an-07009f = Offrez des cartes à échanger, retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }), ou attendez.
offer-number-is-not-open-781d72 = L’offre { $number } n’est pas ouverte.
open-the-play-offer-one-two-or-three-cards-to-ch-86c93f = Ouvrez le jeu : offrez une, deux ou trois cartes à échanger.
the-offer-is-another-seat-s-492763 = L’offre est celle d’une autre place.
the-offer-is-for-count-and-you-give-given-df4f13 = L’offre demande { $count }, et vous donnez { $given }.
the-offer-is-your-own-197002 = L’offre est la vôtre.
the-play-is-open-a675e2 = Le jeu est ouvert.
the-time-for-this-deal-has-run-out-c972f4 = Le temps de cette donne est écoulé.
wait-for-an-answer-to-your-offer-own-cancel-it-o-2ec013 = Attendez une réponse à votre offre { $own }, retirez-la, ou demandez la fin de la donne (pour l’instant { $calls } sur { $players }).
wait-for-an-answer-to-your-offer-own-cancel-it-o-e82fc9 = Attendez une réponse à votre offre { $own }, retirez-la, ou retirez votre demande de fin de la donne (pour l’instant { $calls } sur { $players }).
you-have-an-open-offer-cancel-it-first-ddf3d8 = Vous avez une offre ouverte ; retirez-la d’abord.
you-have-made-no-call-to-end-the-deal-a6b201 = Vous n’avez pas demandé la fin de la donne.
your-call-to-end-the-deal-stands-already-c09228 = Vous avez déjà demandé la fin de la donne.
accept-offer-offer-with-cards-ab38db = accepter l’offre { $offer } avec { $cards }
as-all-have-called-it-off-ae50d6 = car tout le monde en a demandé la fin
call-the-deal-off-8b0f39 = demander la fin de la donne
calls-to-end-the-deal-dd6839 = demandes de fin de la donne
how-long-an-offer-stands-c6ec0c = durée d’une offre
longest-deal-fe8824 = plus longue donne
longest-time-between-exchanges-6d5eeb = plus long temps entre deux échanges
offer-cards-b1ab42 = offrir { $cards }
offer-offer-db83f6 = offre { $offer }
take-offer-offer-back-598ceb = retirer l’offre { $offer }
take-the-call-to-end-the-deal-back-703b50 = retirer la demande de fin de la donne
time-to-open-the-play-9ad0ec = temps pour ouvrir le jeu
trading-0035e3 = échange
seat-accepts-offer-offer-and-exchanges-count-wit-f250fd = { $seat } accepte l’offre { $offer } ; échange avec { $offerer } : { $count }.
# { $returned }, { $offered }: cards
seat-accepts-offer-offer-and-gives-offerer-retur-c1b88f = { $seat } accepte l’offre { $offer } et donne à { $offerer } { $returned } contre { $offered }.
seat-calls-for-an-end-of-the-deal-9e9a07 = { $seat } demande la fin de la donne.
seat-cancels-offer-offer-f389b8 = { $seat } retire l’offre { $offer }.
seat-is-out-and-calls-honors-0723e2 = { $seat } finit et dit « Honors ».
seat-lays-down-book-book-46ea8e = { $seat } pose le livre { $book }.
# { $count }: one, two or three, in the words of this file
seat-says-change-count-offer-offer-meaning-cards-d25e2b = { $seat } dit « Échange : { $count ->
    [un] une
   *[other] { $count }
    } » (offre { $offer }), à savoir { $cards }.
# { $count }: one, two or three, in the words of this file
seat-says-change-count-offer-offer-41d8e5 = { $seat } dit « Échange : { $count ->
    [un] une
   *[other] { $count }
    } » (offre { $offer }).
seat-wishes-to-play-on-140dfe = { $seat } veut continuer à jouer.
# This comes before the seat accepts the offer of another.
seat-withdraws-offer-offer-9789c6 = { $seat } retire sa propre offre { $offer }.

### Honors No. IV

one-card-in-hand-draw-one-keep-one-until-two-of-42f2a2 = Une carte en main : piochez-en une, gardez-en une, jusqu’à ce que deux cartes d’un livre se suivent.
deal-deal-begins-all-draw-opener-first-and-leave-9963e3 = La donne { $deal } commence : tout le monde pioche, d’abord { $opener } ; reste au talon : { $stock }.
draw-a-card-from-the-pack-or-take-cards-from-the-a9b137 = Piochez une carte au talon, ou prenez { $cards } à la défausse.
honors-no-iv-dbce2e = Honors No. IV
keep-one-card-and-discard-the-other-you-hold-car-da7189 = Gardez une carte et défaussez l’autre : vous avez { $cards }. Celle qui vient de la défausse se garde.
open-the-play-if-you-want-to-be-the-first-to-dra-8592e3 = Ouvrez le jeu si vous voulez piocher avant les autres.
there-is-no-pile-yet-draw-from-the-pack-58ccf4 = Il n’y a pas encore de défausse ; piochez au talon.
you-have-just-taken-card-from-the-pile-discard-t-fd52f0 = Vous venez de prendre { $card } à la défausse ; défaussez l’autre carte.
# Of the option “opener of the first deal”
any-d6a7cd = qui veut
as-nobody-goes-out-3afe57 = car personne ne finit
deals-to-win-e333ac = donnes pour gagner
discard-109fa9 = défausse
discards-left-in-this-deal-9d986e = défausses restantes dans cette donne
left-of-dealer-c43d5e = à gauche de qui donne
most-rounds-in-a-deal-542231 = nombre maximal de tours dans une donne
open-the-play-3025dc = ouvrir le jeu
opener-of-the-first-deal-764e12 = qui ouvre la première donne
take-the-top-card-of-the-pile-295f60 = prendre la carte du dessus de la défausse
seat-draws-count-to-begin-with-864954 = { $seat } pioche { $count } pour commencer.
seat-draws-count-to-begin-with-cards-5d88c2 = { $seat } pioche { $count } pour commencer : { $cards }.
seat-goes-out-with-cards-50da79 = { $seat } finit avec { $cards }.

### Pursuit of Happiness

lay-cards-in-rows-with-even-steps-hearts-bring-h-704e8b = Posez des suites à pas égal : le cœur apporte le bonheur, le carreau des cartes ; le pique attaque, le trèfle défend.
# { $times }: such as “one time”
a-game-of-pursuit-of-happiness-begins-with-playe-8928e2 = Une partie de Pursuit of Happiness commence, avec { $players } joueurs, { $times } à travers les cartes.
a-meld-has-three-to-five-cards-not-count-aaeeb8 = Une suite a de trois à cinq cartes, non { $count }.
a-meld-is-of-one-suit-91ba8b = Une suite n’a qu’une couleur.
add-a-card-at-the-front-at-the-back-or-at-both-e61ca5 = Ajoutez une carte devant, derrière, ou des deux côtés.
it-is-the-final-turn-activate-melds-lay-and-exte-de3328 = C’est le dernier tour : activez des suites, posez-en et prolongez-en, et finissez par défausser une carte.
it-is-the-final-turn-lay-and-extend-melds-or-dis-c0846a = C’est le dernier tour : posez et prolongez des suites, ou finissez par défausser une carte.
it-is-the-turn-of-seat-turn-number-78b6a9 = C’est à { $seat } de jouer, tour { $number }.
it-is-your-turn-activate-melds-lay-and-extend-so-4cb4c1 = C’est à vous : activez des suites, posez-en et prolongez-en, et finissez le tour par défausser une carte.
it-is-your-turn-lay-and-extend-melds-or-discard-793a21 = C’est à vous : posez et prolongez des suites, ou finissez le tour par défausser une carte.
keep-a-card-for-the-discard-that-ends-your-turn-5033a6 = Gardez une carte à défausser pour finir votre tour.
meld-meld-can-be-activated-only-once-in-an-attac-717a98 = La suite { $meld } ne s’active qu’une fois par attaque.
meld-meld-does-not-have-card-or-not-at-that-posi-86d7f4 = La suite { $meld } n’a pas { $card }, ou pas à cette position.
meld-meld-has-been-activated-in-this-turn-1f7e55 = La suite { $meld } est déjà activée dans ce tour.
meld-meld-is-not-one-of-suit-559462 = La suite { $meld } n’est pas une suite de { $suit }.
meld-meld-is-that-of-seat-d74d4c = La suite { $meld } appartient à { $seat }.
meld-target-is-your-own-attack-a-meld-of-an-oppo-d139d9 = La suite { $target } est la vôtre ; attaquez celle d’un adversaire.
no-meld-on-the-table-has-the-number-meld-be5c14 = Aucune suite sur la table n’a le numéro { $meld }.
pursuit-of-happiness-9ccc26 = Pursuit of Happiness
say-which-card-the-joker-stands-for-as-in-jk-h-b2267b = Dites quelle carte le joker remplace, comme JK=5H.
# { $most }: such as “three cards”; { $target }: the cards of the meld
take-up-to-most-from-the-ends-of-this-meld-of-de-cb343b = Prenez au plus { $most } aux bouts de cette suite ({ $defender }) : { $target }.
the-discards-size-are-shuffled-to-stock-number-17fbb2 = La défausse ({ $size }) est mélangée : voici le talon { $number }.
the-step-from-each-card-to-the-next-is-not-the-s-3827b7 = Le pas d’une carte à la suivante n’est pas toujours le même, ou il est nul.
the-stock-does-not-have-the-rest-take-at-least-l-fe697a = Le talon n’a pas le reste ; prenez au moins { $least }.
the-time-of-seat-for-a-defence-has-run-out-d7672e = Temps de défense écoulé pour { $seat }.
the-time-of-seat-for-the-capture-has-run-out-d93006 = Temps de prise écoulé pour { $seat }.
the-time-of-seat-for-the-turn-has-run-out-9d4f5d = Temps du tour écoulé pour { $seat }.
the-time-of-seat-to-order-what-is-left-has-run-o-48941f = Temps écoulé pour { $seat }, qui devait ordonner le reste.
you-do-not-hold-card-that-many-times-ccc949 = Vous n’avez pas autant de fois { $card }.
you-may-take-at-most-most-from-the-discard-pile-b95336 = Vous pouvez prendre au plus { $most } à la défausse.
you-may-take-at-most-most-71265b = Vous pouvez prendre au plus { $most }.
# { $target }: the two cards
you-must-discard-target-which-are-left-of-your-m-810bfb = Vous devez défausser { $target }, le reste de votre suite : dites laquelle part d’abord.
activate-meld-meld-with-card-a6bae0 = activer la suite { $meld } avec { $card }
activate-meld-meld-with-card-at-position-positio-b35559 = activer la suite { $meld } avec { $card }, en position { $position }
activation-b15526 = activation
attack-meld-target-from-meld-meld-with-card-e5160e = attaquer la suite { $target } avec { $card } de la suite { $meld }
attack-meld-target-from-meld-meld-with-card-at-p-6d7913 = attaquer la suite { $target } avec { $card } de la suite { $meld }, en position { $position }
# Which of two cards: fills { $first } in “défausser d’abord le reste derrière”.
back-3c4823 = derrière
capture-460ee6 = prise
defence-16a7b8 = défense
# { $cards }: each card with its meld
defend-with-cards-5260c0 = se défendre avec { $cards }
# { $first }: “devant” or “derrière”
discard-first-what-is-left-at-the-first-561ad4 = défausser d’abord le reste { $first }
discard-pile-f06618 = défausse
discards-of-this-turn-3d35d6 = défausses de ce tour
extend-meld-meld-back-behind-4536d7 = prolonger la suite { $meld } : { $back } derrière
extend-meld-meld-front-in-front-de15fb = prolonger la suite { $meld } : { $front } devant
extend-meld-meld-front-in-front-back-behind-db92f9 = prolonger la suite { $meld } : { $front } devant, { $back } derrière
front-2d8d69 = devant
joker-5fc6b6 = joker
meld-of-suit-27fd40 = suite de { $suit }
meld-of-suit-activated-d5e9e4 = suite de { $suit }, activée
meld-of-suit-attacked-3cb809 = suite de { $suit }, attaquée
melding-94c26c = pose
melds-of-seat-871624 = suites ({ $seat })
number-of-the-meld-of-seat-that-is-attacked-21718a = numéro de la suite attaquée ({ $seat })
power-of-the-attack-of-seat-28ff54 = puissance de l’attaque ({ $seat })
remnant-6ca391 = reste
stocks-left-409ded = talons restants
take-from-discard-from-the-discard-pile-by-meld-3b48e5 = prendre { $from_discard } à la défausse par la suite { $meld } avec { $card }
take-from-discard-from-the-discard-pile-by-meld-ee9af0 = prendre { $from_discard } à la défausse par la suite { $meld } avec { $card }, en position { $position }
take-back-from-the-back-7da36b = prendre { $back } derrière
take-front-from-the-front-7f30f5 = prendre { $front } devant
take-no-cards-96cef1 = ne prendre aucune carte
take-front-from-the-front-and-back-from-the-back-3c53fa = prendre { $front } devant et { $back } derrière
the-discard-pile-is-open-40b79b = la défausse est visible
time-for-a-move-498488 = temps pour un coup
time-for-an-answer-fd0c50 = temps pour une réponse
times-through-the-deck-81f904 = passages à travers les cartes
turn-9b4738 = tour
what-is-left-of-the-attack-of-seat-dc7365 = reste de l’attaque ({ $seat })
# { $target }: the cards of the meld
attacker-attacks-target-with-card-power-power-de-ab7795 = { $attacker } attaque { $target } avec { $card }, puissance { $power } : défendez-vous, ou laissez faire.
card-is-at-the-positions-places-say-at-which-fc6a31 = { $card } est aux positions { $places } ; dites à laquelle.
card-on-meld-meld-429932 = { $card } sur la suite { $meld }
card-on-meld-meld-at-position-position-cdb27d = { $card } sur la suite { $meld }, en position { $position }
# { $meld }: the cards of the meld
seat-activates-meld-with-card-power-power-and-ta-c7e6e3 = { $seat } active { $meld } avec { $card }, puissance { $power }, et prend { $taken } à la défausse.
seat-activates-meld-with-card-power-power-scores-9ad6e3 = { $seat } active { $meld } avec { $card }, puissance { $power }, marque { $points } et a { $total } en tout.
seat-activates-meld-with-card-power-power-2dcb4b = { $seat } active { $meld } avec { $card }, puissance { $power }.
# { $cards }: the whole meld
seat-adds-added-to-a-meld-now-cards-636a00 = { $seat } ajoute { $added } à une suite, maintenant { $cards }.
seat-attacks-with-card-power-power-this-meld-of-4b7d97 = { $seat } attaque avec { $card }, puissance { $power }, cette suite ({ $defender }) : { $target }.
seat-captures-nothing-from-defender-ac57dc = { $seat } ne prend rien à { $defender }.
seat-captures-cards-from-defender-78b3a7 = { $seat } prend { $cards } à { $defender }.
# { $total }: the powers of all cards
seat-defends-with-cards-power-total-the-attack-h-7705e9 = { $seat } se défend avec { $cards }, puissance { $total } : l’attaque reste sans effet.
# { $net }: power
seat-defends-with-cards-power-total-net-is-left-7a0776 = { $seat } se défend avec { $cards }, puissance { $total } : il reste { $net } à l’attaque.
seat-does-not-defend-76da18 = { $seat } ne se défend pas.
seat-draws-count-the-last-of-the-stock-e983f6 = { $seat } pioche { $count }, la fin du talon.
seat-draws-count-the-last-of-the-stock-cards-327737 = { $seat } pioche { $count }, la fin du talon : { $cards }.
seat-has-no-melded-hearts-280cd4 = { $seat } n’a aucun cœur posé.
seat-melds-cards-15d42f = { $seat } pose { $cards }.
seat-must-discard-what-is-left-of-the-meld-cards-e4e00d = { $seat } doit défausser ce qui reste de la suite : { $cards }.
seat-scores-points-for-hearts-and-has-total-in-a-dd577b = { $seat } marque { $points } pour les cœurs et a { $total } en tout.

### Medieval Mastery

the-highest-rank-of-all-suits-wins-the-trick-lay-956ec2 = Le plus haut rang, toutes couleurs confondues, gagne le pli ; posez des familles et des communes avec ses cartes et votre main.
a-card-stands-twice-in-the-groups-and-rejects-0ac9ab = Une carte est deux fois dans les groupes et les rejets.
a-commune-begins-with-an-a-or-an-x-d52e11 = Une commune commence par un A ou un X.
a-family-begins-with-a-king-and-a-queen-or-with-82a758 = Une famille commence par le Roi (K) et la Reine (Q), ou par le Valet (J) et la Princesse (P).
a-match-of-medieval-mastery-for-players-begins-o-e12a5e = Une partie de Medieval Mastery commence, pour { $players }, en { $deals }.
a-match-of-medieval-mastery-for-players-begins-t-b04d49 = Une partie de Medieval Mastery commence, pour { $players } : jusqu’à { $points }, en { $deals } au plus.
# { $leader }: an A
after-leader-come-b-c-d-and-so-on-none-left-out-5a8b0c = Après { $leader } viennent B, C, D et ainsi de suite, sans trou.
# { $leader }: an X
after-leader-come-cards-of-its-suit-only-f97bb0 = Après { $leader } ne viennent que des cartes de sa couleur.
an-x-may-only-lead-a-commune-b9f9c3 = Un X ne peut que mener une commune.
apothecary-82296c = Apothicaire
blacksmith-b919e1 = Forgeron (B)
constable-b5d428 = Connétable
cups-078a80 = Coupe
# The letters in brackets are those on the card, where the word begins with another one.
dairyman-611d31 = Laitier (D)
deal-deal-ends-reason-and-goes-to-winners-scores-b930f3 = La donne { $deal } finit, { $reason }, et revient à { $winners } : { $scores }.
deal-deal-dealer-deals-and-leaves-a-stock-of-sto-b04366 = Donne { $deal } : { $dealer } distribue ; reste au talon : { $stock }.
ecclesiastic-6e461b = Ecclésiastique
favourite-e39b24 = Favori
goatherd-3bd0b2 = Chevrier (G)
huntsman-19092b = Chasseur (H)
intelligencer-00deb1 = Informateur
jack-b5fd03 = Valet (J)
king-13166b = Roi (K)
labourer-55dc67 = Laboureur
mason-9e0010 = Maçon
medieval-mastery-ec3321 = Medieval Mastery
members-of-the-family-of-one-and-other-are-of-th-da0593 = Dans la famille menée par { $one } et { $other }, les membres sont de leurs couleurs.
necromancer-896ae4 = Nécromancien
oculist-bac324 = Oculiste
pentacles-732f40 = Denier
princess-d0b5bd = Princesse
queen-153f6e = Reine (Q)
reeve-4b36ae = Régisseur
religious-commune-3c3952 = Commune religieuse
royal-family-43acfd = Famille royale
soothsayer-1ce51a = Devin (S)
staffs-9b2039 = Bâton
swords-5919dc = Glaive
troubadour-e3d241 = Troubadour
usurer-d8c184 = Usurier
vagrant-472b48 = Vagabond
wands-7edc4d = Baguette
witch-f28854 = Sorcière (W)
xenocrat-f14a33 = Xénocrate
yeoman-fa9f1a = Yeoman
you-won-trick-build-with-them-and-your-hand-or-l-c655d0 = Vous avez gagné { $trick } : construisez avec ces cartes et votre main, ou ne posez rien de nouveau.
you-won-trick-build-with-them-and-your-hand-xeno-4eaf62 = Vous avez gagné { $trick } : construisez avec ces cartes et votre main ; { $xenocrats } mène une commune.
you-won-trick-build-with-them-and-your-hand-xeno-4a5260 = Vous avez gagné { $trick } : construisez avec ces cartes et votre main ; { $xenocrats } mènent des communes.
your-table-has-no-result-yet-somebody-of-the-sta-a8d045 = Votre table n’a pas encore de résultat : une personne de la direction qui ne joue pas à cette table peut terminer la ronde.
zany-a3068a = Zanni
under-is-all-rejects-and-all-unused-cards-of-the-3fed66 = `under` a tous les rejets et toutes les cartes du pli sans emploi, chacune une fois.
# The following five fill { $groups } in “{ $seat } builds …”, after one another.
a-religious-commune-of-cards-17c1ff = une Commune religieuse ({ $cards })
a-royal-family-of-cards-7e4a90 = une Famille royale ({ $cards })
a-commune-of-cards-24efbe = une commune ({ $cards })
a-family-of-cards-f27a28 = une famille ({ $cards })
a-junior-family-of-cards-4bb251 = une famille cadette ({ $cards })
as-a-hand-is-empty-d9bf45 = car une main est vide
as-nobody-lays-any-more-0f434b = car personne ne pose plus rien
build-44575c = construction
commune-21d999 = commune
family-d34a56 = famille
groups-of-seat-60b8f1 = groupes ({ $seat })
junior-family-bc812e = famille cadette
lay-communes-communes-20f043 = poser communes : { $communes }
lay-communes-communes-rejects-rejects-91a7c1 = poser communes : { $communes } ; rejets : { $rejects }
lay-communes-communes-rejects-rejects-under-the-cf0725 = poser communes : { $communes } ; rejets : { $rejects } ; sous le talon : { $under }
lay-communes-communes-under-the-stock-under-e025a0 = poser communes : { $communes } ; sous le talon : { $under }
lay-families-families-communes-communes-61b897 = poser familles : { $families } ; communes : { $communes }
lay-families-families-communes-communes-under-th-c3f0ce = poser familles : { $families } ; communes : { $communes } ; sous le talon : { $under }
lay-families-families-d7f0a8 = poser familles : { $families }
lay-families-families-rejects-rejects-e9254b = poser familles : { $families } ; rejets : { $rejects }
lay-families-families-rejects-rejects-under-the-fc96bf = poser familles : { $families } ; rejets : { $rejects } ; sous le talon : { $under }
lay-families-families-under-the-stock-under-fd7867 = poser familles : { $families } ; sous le talon : { $under }
lay-nothing-027673 = ne rien poser
lay-nothing-under-the-stock-under-19e5d9 = ne rien poser ; sous le talon : { $under }
lay-families-families-communes-communes-rejects-7a3e76 = poser familles : { $families } ; communes : { $communes } ; rejets : { $rejects }
lay-families-families-communes-communes-rejects-f26c0f = poser familles : { $families } ; communes : { $communes } ; rejets : { $rejects } ; sous le talon : { $under }
most-tricks-without-a-new-card-laid-6b64ec = nombre maximal de plis sans nouvelle carte posée
points-of-ended-deals-of-seat-154328 = points des donnes finies ({ $seat })
points-on-the-table-of-seat-4dde9a = points sur la table ({ $seat })
tricks-left-without-a-new-card-laid-61b13d = plis restants sans nouvelle carte posée
cards-7e1a38 = { $cards }
# { $suit }: a letter, as it stands in the code of the card
card-belongs-in-the-commune-of-x-suit-90d5da = { $card } a sa place dans la commune de X{ $suit }.
card-can-stay-on-the-table-in-one-of-your-groups-158cfe = { $card } peut rester sur la table : dans un de vos groupes, ou dans un nouveau.
card-has-no-reason-to-leave-the-table-5b18d6 = { $card } n’a pas de raison de quitter la table.
card-is-not-in-your-groups-nor-in-your-hand-or-t-89adba = { $card } n’est ni dans vos groupes, ni dans votre main, ni dans le pli.
card-lies-in-your-groups-name-it-in-a-group-or-a-6ba0b0 = { $card } est dans vos groupes : nommez cette carte dans un groupe ou parmi les rejets.
card-may-not-be-a-member-beside-one-and-other-38f78d = { $card } ne peut pas être membre à côté de { $one } et { $other }.
card-may-only-lead-a-commune-6db539 = { $card } ne peut que mener une commune.
card-was-in-the-trick-it-must-lead-a-commune-5bbc13 = { $card } était dans le pli et doit mener une commune.
card-was-not-in-your-groups-so-it-cannot-be-a-re-0e3b01 = { $card } n’était pas dans vos groupes et ne peut donc pas être un rejet.
one-and-other-are-in-a-royal-marriage-7deff4 = { $one } et { $other } forment un mariage royal.
one-and-other-are-of-one-suit-they-may-not-marry-b3bdce = { $one } et { $other } sont de la même couleur et ne peuvent pas se marier.
seat-builds-groups-and-now-has-points-3cd644 = { $seat } construit { $groups } et a maintenant { $points }.
seat-builds-groups-gives-up-rejects-and-now-has-5934f6 = { $seat } construit { $groups }, rejette { $rejects } et a maintenant { $points }.
seat-lays-nothing-new-and-now-has-points-d4aa5d = { $seat } ne pose rien de nouveau et a maintenant { $points }.
seat-lays-nothing-new-gives-up-rejects-and-now-h-caf567 = { $seat } ne pose rien de nouveau, rejette { $rejects } et a maintenant { $points }.
seat-wins-a-trick-of-xenocrats-with-card-the-fir-29d4f0 = { $seat } gagne un pli de Xénocrates avec { $card }, le premier joué.
seat-wins-the-trick-with-card-nemesis-of-ruler-cf738d = { $seat } gagne le pli avec { $card }, némésis de { $ruler }.
seat-wins-the-trick-with-card-e5c230 = { $seat } gagne le pli avec { $card }.
