# Les textes de la page elle-même. Une ligne qui commence par une espace continue la précédente.

## Partout

navigation = Parties de la page
menu = Menu
tournaments = Tournois
leaderboards = Classements
guide = Pour les développeurs
settings = Réglages
sign-in = Connexion
sign-out = Se déconnecter et révoquer le jeton
account = Votre compte
loading = Un instant…
not-loaded = Cette partie de la page n’a pas pu être chargée.
load-again = Recharger la page
unreachable = Le service ne répond pas. La page réessaie.
no-answer = Le service n’a pas répondu. Réessayez.
no-such-page = Cette page n’existe pas.
not-open = Vous n’y avez pas accès.
keeps-nothing = Ce navigateur ne garde rien : votre compte disparaît avec cet onglet, sauf si vous notez son jeton.
signed-out = Le jeton de ce navigateur n’est plus valable. Connectez-vous de nouveau, ou recommencez.
too-fast = Trop de demandes à la fois. Réessayez dans { $seconds } s.
sure = Vraiment ?
sure-sign-out = Sans un autre jeton ou un code de récupération, personne ne revient à ce compte. Se déconnecter ?
turn-elsewhere = { $count ->
    [one] C’est à vous à une autre table
   *[other] C’est à vous à { $count } autres tables
    }
invited-elsewhere = { $count ->
    [one] { $count } invitation à une table
   *[other] { $count } invitations à une table
    }
yes = Oui
no = Non
none = aucun
cancel = Annuler
somebody = quelqu’un
semicolon = { "\u202F" };
colon = { "\u202F" }:
guest = Invité
seconds = secondes

## Qui joue

seat = Place { $seat }
house-player = Joueur maison { $seat }
former-player = Ancien joueur { $seat }
bot = bot
absent = loin de la table
house-plays = la maison joue
calls-abort = veut arrêter
has-won = a gagné
to-act = doit jouer
in-reserve = { $time } en réserve
# Ce que les noms de zones disent de leur propriétaire : omis là où son nom est écrit au-dessus.
of-owner = ({ $owner })
welcome = Jeux de cartes pour humains et programmes
welcome-text = Choisissez un nom et jouez. Ni adresse e-mail, ni mot de passe.
your-name = Votre nom
begin = Commencer
have-token = J’ai un jeton ou un code de récupération
token = Jeton ou code de récupération
revoke-others = Révoquer tous les autres jetons et se connecter
my-page = Ma page, et ce qu’elle montre aux autres
token-text = Votre compte est un jeton gardé par ce navigateur. Safari l’efface après une semaine sans visite. Notez-le, ou demandez un code de récupération, pour revenir d’ailleurs.
show-token = Montrer le jeton
hide-token = Cacher le jeton
recovery-code = Demander un code de récupération
recovery-text = Notez-le, il n’est montré qu’une fois :
save = Enregistrer

## Le salon

invitations = Invitations
my-tables = Mes tables
games = Jeux
open-tables = Tables avec des places libres
play-now = Jouer maintenant
find-opponents = Trouver des adversaires
waiting = { $count ->
    [one] { $count } joueur attend
   *[other] { $count } joueurs attendent
    }
seeking = Recherche d’adversaires… Après { $seconds } secondes, des joueurs maison prennent les places libres.
new-table = Entre amis…
how-games-went = Statistiques
for-players = { $most ->
    [one] { $players } joueur
   *[other] { $players } joueurs
    }
invited-by = { $name } vous invite
look = Voir la table
decline = Refuser

## Une nouvelle table

number-of-players = Nombre de joueurs
with-house = Avec des joueurs maison, des programmes : la partie commence aussitôt
with-friends = Entre amis, ou avec qui viendra : les autres places restent libres
private = Privée : seulement pour qui a le lien
options = Options
option-refused = Ce n’est pas possible avec les autres options.
open-table = Ouvrir la table
rulebook = Règles
keys = Touches
shut = Fermer

## Avant la partie

who-plays = Qui joue
begins-when-full = La partie commence d’elle-même quand toutes les places sont prises.
free-seat = La place { $seat } est libre
kept-for-you = La place { $seat } est gardée pour vous
kept-seat = La place { $seat } est gardée pour { $name }
sit-down = S’asseoir
sit-here = S’asseoir ici
seat-house = Placer un joueur maison
free-it = Libérer la place
leave-it = Quitter cette place
fill-with-house = Remplir avec des joueurs maison
start = Commencer la partie
invite-by-link = Inviter par un lien
link-for-friends = Lien pour vos amis
link-is-over = Ce lien n’est plus valable : la partie a commencé, la table est fermée, ou il y a un lien plus récent.
copy = Copier
copied = Copié
close-table = Fermer la table

## La table

watching = vous regardez
others = Les autres
middle = Le milieu de la table
your-turn = À vous de jouer
others-act = C’est aux autres de jouer.
chosen = Choisies : { $cards }
clear-choice = Annuler le choix
no-offer-fits = Aucun coup proposé n’a toutes ces cartes.
narrow = Moins de coups
more-offers = Et { $count } autres. Choisissez des cartes pour en voir moins.
by-hand = Composer un coup
kind-of-move = Coup
check-move = Est-il permis ?
is-legal = Il est permis.
make-move = Jouer ce coup
add-card = Ajouter une carte
use-chosen = Prendre les cartes choisies
add-group = Ajouter un groupe
remove-group = Enlever
no-cards = Aucune carte
card-count = { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
    }
face-down = { $count ->
    [one] { $count } carte cachée
   *[other] { $count } cartes cachées
    }
secret-count = des cartes cachées, dont le nombre est secret
stands-for = { $card } pour { $meant }
days-left = { $days ->
    [one] encore { $days } jour
   *[other] encore { $days } jours
    }
what-happened = Ce qui s’est passé
house-plays-for-you = Vous étiez loin de la table, et la maison joue pour vous.
take-seat-back = Reprendre ma place
end-without-result = Arrêter sans résultat…
play-on = Continuer quand même
claim-abandoned = Quelqu’un est parti : arrêter la partie
am-here = Je suis là
to-tournament = Au tournoi
ask-take-back = Reprendre mon coup
take-back-asked = Quelqu’un demande à reprendre un coup. D’accord ?
take-back-awaits = Un coup sera repris si tous sont d’accord. On attend encore : { $names }.
history-lost = Le service a perdu une partie de ce qui s’était passé ici. La partie continue à partir de ce qu’il sait encore.
rematch = Rejouer
to-rematch = À la partie suivante
replay = Revoir la partie
prove = Vérifier l’authenticité
field-card = carte
field-cards = cartes
field-target = à qui
field-to = à qui
field-recipient = pour qui
field-humble = humble
field-count = combien
field-meld = suite
field-position = position
field-offer = offre
field-on = oui ou non
field-set = groupe
field-holders = qui a quoi
field-front = devant
field-back = derrière
field-first = d’abord
field-from-discard = de la défausse
field-families = familles
field-communes = communes
field-rejects = rejets
field-under = sous le talon
