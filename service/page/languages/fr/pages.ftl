# Textes de ce qui n’est chargé qu’à l’ouverture : tournois, joueurs, classements, relecture, preuve, réglages.

## Partout

game = Jeu
rank = Rang
player = Nom
points = Points
played = Parties
former = Ancien compte { $beginning }
more-of-them = En afficher plus
as-page = Sur une page à part
close = Fermer

## Tournois

tournament = Tournoi
no-tournaments = Il n’y a pas encore de tournoi.
tournament-how = Comment se déroule un tournoi
how-enter = Pour participer, ouvrez un tournoi dont les inscriptions sont ouvertes, et choisissez « { register } ». Au pointage, choisissez-y « { check-in } » : sans cela, vous ne jouez pas. Pour vous retirer, choisissez « { withdraw } ».
how-rounds = Un tournoi a des rondes. À chacune, tout le monde a une place à une table, qui s’ouvre d’elle-même ; « { to-my-table } » y mène. S’il n’y a pas de table pour vous, vous n’avez rien à faire pendant cette ronde : cela s’appelle une exemption.
how-standings = Les points de toutes les rondes font le classement. À points égaux, les colonnes à droite des points décident.
how-made = Les tournois sont annoncés et dirigés par des programmes.
how-made-guide = Comment faire (en anglais)
tournaments-running = En cours
tournaments-upcoming = Bientôt
tournaments-ended = Terminés
entrants-count = { $count ->
    [one] { $count } participant
   *[other] { $count } participants
    }
round-of = Ronde { $round } sur { $rounds }
state-announced = annoncé
state-registration = inscriptions ouvertes
state-check_in = pointage
state-playing = en cours
state-finished = terminé
state-cancelled = annulé
format = Appariement
format-swiss = système suisse
format-round-robin = toutes rondes
format-groups = groupes et finale
format-knockout = élimination directe
format-manual = par la direction
rounds = Rondes
entrants = Participants
entrant = Participant
entered-and-waiting = { $entered }, et { $waiting } en liste d’attente
cards = Cartes
cards-same = les mêmes à toutes les tables
cards-own = différentes à chaque table
director = Direction
standings = Classement
board = Afficher en grand, pour un écran au mur
show-all = Afficher les { $count }
round = Ronde { $number }
round-publishing = les tables s’ouvrent
round-playing = en cours
round-finished = terminée
table = Table { $number }
table-over = terminée
table-stopped = sans résultat
replay-of = Revoir la partie de la table { $number }
watch = Regarder
watch-of = Regarder la table { $number }
to-my-table = À ma table
watch-later = Les cartes sont montrées quand toutes les tables de la ronde ont fini.
byes = Sans table dans cette ronde :
house-entrant = Joueur maison { $number }
team = Équipe { $number }
nobody-yet = Personne ne s’est encore inscrit.
page-of = Page { $page } sur { $pages }
round-reached = Ronde atteinte
tie-wins = Victoires
tie-best-deals = Meilleures donnes
tie-buchholz = Buchholz
tie-buchholz-cut-1 = Buchholz sans le plus bas
tie-difference = Différence
tie-fewest-byes = Moins d’exemptions
tie-head-to-head = Confrontation directe
tie-sonneborn-berger = Sonneborn-Berger

## Participer

taking-part = Participer
register = Participer
register-signed-in = Les inscriptions sont ouvertes. Pour participer :
registration-code = Code d’inscription
by-approval = La direction décide qui participe.
you-are = Vous : { $state }
entrant-declined = inscription refusée
entrant-entered = inscription faite
entrant-invited = invitation reçue
entrant-pending = en attente d’accord
entrant-waiting = en liste d’attente
entrant-withdrawn = inscription retirée
checked-in = présence confirmée
check-in = Je suis là
withdraw = Me retirer du tournoi
come-back = Participer de nouveau
invited-to-team = { $team } vous invite à jouer dans son équipe.

## Joueurs

kind-person = une personne
kind-bot = un bot
kind-house = un joueur maison
kind-former = le compte a été supprimé
since = Ici depuis le { $day }
tables-now = À ces tables maintenant
statistics = Parties jouées
won = Gagnées
drawn = Nulles
lost = Perdues
rating = Cote
provisional = peu de parties
no-games-yet = Aucune partie publique n’est encore terminée.
shows-no-statistics = Les statistiques ne sont pas montrées.
no-such-game = Ce jeu n’existe pas ici.
my-page-shows = Ce que cette page montre aux autres
shows-since = Depuis quand je suis ici
shows-statistics = Mes statistiques et mes cotes
shows-tables = Les tables publiques où je joue

## Classements

of-whom = De qui
kind-person-many = Personnes
kind-bot-many = Bots
kind-house-many = Joueurs maison
newcomers = Nouveaux avec peu de parties
average-score = Moyenne des points communs
nobody-ranked = Il n’y a encore personne. Il faut { $games ->
    [one] { $games } partie
   *[other] { $games } parties
    }.
ratings-text = Une cote est le niveau que quelqu’un a presque certainement. Seules comptent les parties aux tables publiques, sans joueurs maison.

## Statistiques

first-won = Gagnées par qui commence
no-one-winner = Sans vainqueur unique
points-average = Points par place
length-of-game = Durée d’une partie
length-of-move = Durée d’un coup
broken-off = Interrompues
of-players = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
    }
went-sum = { $played ->
    [0] Aucune partie n’a été terminée
    [one] Une partie a été terminée
   *[other] { $played } parties ont été terminées
    }, et { $aborted ->
    [0] aucune n’a été interrompue
    [one] une a été interrompue
   *[other] { $aborted } ont été interrompues
    }.
moves-sum = { $moves ->
    [0] Aucun coup n’a été joué
    [one] Un coup a été joué
   *[other] { $moves } coups ont été joués
    } ; { $late } d’entre eux sont arrivés trop tard et ont été joués par l’horloge.
went-by-players = Selon le nombre de joueurs
went-by-options = Selon les options inhabituelles
went-text = Les parties que tout le monde peut lire et dont personne n’a choisi les cartes ; parmi les options, les 50 les plus jouées. Les moyennes sont celles des parties terminées.
best-players = Les meilleurs
latest-games = Dernières parties
no-games-of-it = Aucune partie publique n’a encore été terminée.

## Relecture

to-beginning = Au début
to-end = À la fin
one-back = Un événement en arrière
one-on = Un événement en avant
previous-decision = Décision précédente
next-decision = Décision suivante
play = Lire
pause = Pause
moment = Moment de la partie
speed = Vitesse
seen-from = Point de vue
own-view = Ma propre vue
all-hands = Toutes les mains

## Preuve

proof = Cet enregistrement est-il authentique ?
proof-text = Un enregistrement contient chaque événement d’une partie avec son empreinte, la signature du service et le secret des donnes. Ce navigateur les vérifie. Il ne rejoue pas les règles : « parlour verify » le fait.
proof-needs-https = Votre navigateur ne vérifie de signatures que sur des pages en https ou de cette machine. Enregistrez la page de vérification et ouvrez-la comme fichier.
record-true = L’enregistrement est authentique.
record-true-text = { $events ->
    [one] { $events } événement suit le précédent, la signature est juste, et la donne a suivi ce qui était fixé.
   *[other] { $events } événements se suivent, la signature est juste, et la donne a suivi ce qui était fixé.
    }
record-not-true = L’enregistrement n’est pas authentique.
key-was = Vérifié avec la clé publique
save-record = Enregistrer la partie
save-verifier = Enregistrer une page de vérification
save-verifier-text = La page enregistrée contient la clé d’aujourd’hui et marche sans réseau. Personne n’a donc à se fier à qui servira cette page plus tard.
other-record = Vérifier un autre enregistrement, depuis un fichier

## Compte

tokens = Vos connexions, et les applications qui agissent pour vous
this-browser = ce navigateur
token-of-app = pour une application
token-without-name = Jeton sans nom
token-made = créé : { $day }
token-used = dernier usage : { $day }
revoke = Révoquer
revoke-all = Révoquer tous les autres
sure-revoke-all = Tous les autres navigateurs, applications et programmes sont déconnectés. Le code de récupération est supprimé, et les webhooks sont désactivés. Révoquer ?
all-revoked = Tous les autres sont révoqués. Demandez un nouveau code de récupération.
recovery-made = Un code de récupération a été demandé : { $day }
blocks = Personnes que vous bloquez
block = Bloquer
unblock = Ne plus bloquer
is-blocked = Vous bloquez cette personne.
delete-account = Supprimer mon compte…
sure-delete-account = Votre nom, vos jetons et vos messages seront supprimés pour toujours. Les parties jouées restent, sans votre nom. Supprimer le compte ?
sure-block = Cette personne ne pourra plus vous inviter ni s’asseoir à vos tables, et vous ne lirez plus ce qu’elle dit. La bloquer ?

## Réglages

language = Langue
theme = Apparence
theme-auto = Comme sur l’appareil
theme-light = Claire
theme-dark = Sombre
suit-colours = Couleurs des enseignes
colours-two = Deux
colours-four = Quatre
sound = Un son quand c’est à moi
shortcuts = Raccourcis par chiffres, lettres et ?
key-arrows = ← → Début Fin
key-arrows-does = de carte en carte dans une main ou une pile ; Tab en sort
key-space = Espace
key-space-does = choisir une carte ou appuyer sur un bouton
key-numbers = 1 … 9
key-numbers-does = jouer un des coups proposés
key-enter = Entrée
key-enter-does = jouer le coup des cartes choisies
key-escape = Échap
key-escape-does = ne rien choisir
key-letters = A … Z
key-letters-does = jouer le coup de ce genre, ou ne montrer que ceux-là
key-question = ?
key-question-does = montrer toutes les touches

## Conversation

chat = Conversation
say-something = Dire quelque chose
send = Envoyer
send-phrase = Envoyer la phrase
send-report = Envoyer le signalement
set-phrases = Phrases toutes faites…
was-removed = (supprimé)
is-muted = (masqué)
more-about = Plus sur ce que dit { $name }
remove-said = Supprimer
mute = Masquer
hear-again = Afficher de nouveau
report = Signaler…
reason-abuse = Insultes
reason-cheating = Triche
reason-spam = Spam
reason-other = Autre chose
was-reported = Signalé aux exploitants.
