# Les textes des pages où quelqu’un laisse une application agir pour lui. Elles n’ont pas de scripts : un texte a des vides, et rien d’autre de Fluent.

## Partout

at-place = sur { $place }
done = C’est fait
not-possible = Ce n’est pas possible
too-much-tried = Trop d’essais sont venus d’ici. Attendez un peu, puis réessayez.

## Connexion

sign-in = Connexion
app-asks = Une application qui se présente comme { $app } souhaite agir pour vous. Dites d’abord qui vous êtes.
device-asks = Un appareil vous montre un code à saisir ici. Dites d’abord qui vous êtes.
with-token = Avec un de vos jetons
your-token = Votre jeton
compare-address = Voici le service sur { $place }. Comparez cela avec l’adresse que montre votre navigateur avant de donner votre jeton. Votre connexion dure ici une semaine, et aucune application ne voit votre jeton.
as-new-player = Avec un nouveau compte
your-name = Votre nom, tel que les autres le verront
become-player = Créer un compte
no-new-players = Sur ce service, c’est l’exploitant qui crée les comptes.
did-not-work = Cela n’a pas marché.
token-unknown = Ce jeton n’existe pas, ou n’est plus valable.
token-not-whole = Il faut un de vos propres jetons, qui permet tout ce qu’un joueur peut faire. Celui d’une application ne suffit pas.
bad-name = Un nom a de 1 à 40 caractères visibles, dont une lettre, un chiffre ou un symbole, et ne ressemble pas à celui du service ou d’un joueur maison.
keep-token = Conservez votre jeton
new-token = Bienvenue, { $name }. Voici votre jeton, qui n’est montré que maintenant. Conservez-le comme un mot de passe : qui l’a se fait passer pour vous.
token-kept = Je l’ai conservé : continuer

## Ce qu’une application peut faire

may-app-act = Cette application peut-elle agir pour vous ?
signed-in-as = Votre connexion est au nom de { $player }.
app-wants = Une application qui se présente comme { $app } souhaite agir pour vous.
made-itself = Elle s’est enregistrée elle-même, et personne n’a vérifié de qui elle vient.
made-operator = L’exploitant de ce service l’a admise sous ce nom.
made-built-in = C’est la ligne de commande de Parlour.
answer-goes-to = La réponse est envoyée à { $place }.
place-device = l’application { $scheme } sur cet appareil
place-computer = un programme sur cet ordinateur
what-it-may = Ce qu’elle peut faire
may-watch = Voir ce que vous voyez : vos tables, vos mains, les tournois, les enregistrements et les joueurs.
may-play = Jouer pour vous : ouvrir des tables, prendre place, jouer des coups et diriger vos tournois.
may-account = Changer votre compte : votre nom, vos jetons, qui vous bloquez. Elle pourrait aussi le supprimer.
may-read-history = Lire ce qui concerne les parties finies : l’historique, les résultats, les statistiques et les preuves.
may-operate = Faire ce que font exploitants et analystes : voir les tables privées, et ce que les joueurs ne voient pas.
may-not = Votre compte ne peut pas le lui permettre.
how-long = Pour combien de temps
days-1 = Un jour
days-30 = 30 jours
days-365 = Un an
agree = La laisser agir pour moi
refuse = Non
nothing-ticked = Choisissez au moins une chose qu’elle peut faire, ou dites Non.
end-it = Vous pouvez y mettre fin à tout moment : votre compte sur ce service montre le jeton de l’application.
not-you = Vous n’êtes pas { $player } ?
sign-out = Se déconnecter

## Sur un appareil

on-device = Connexion sur un appareil
code-shown = Le code que montre votre appareil
go-on = Continuer
type-no-code = Ne saisissez aucun code que quelqu’un d’autre vous a dit ou envoyé.
which-device = Elle est sur l’appareil qui montre le code { $code }. Est-ce un de vos appareils, et venez-vous de commencer cela vous-même ?
say-no = Si quelqu’un vous a envoyé ici, ou vous a dit le code, dites Non : cette personne jouerait à votre place.
no-such-code = Aucun appareil n’attend avec ce code. Un code dure dix minutes.
device-goes-on = C’est tout. Retournez à votre appareil : il continue dans quelques secondes.
device-refused = L’appareil ne peut pas agir pour vous.

## Ce qui ne va pas

no-such-app = Cette application n’existe pas ici : son « client_id » manque ou est inconnu.
address-unknown = L’application n’a pas enregistré l’adresse où irait la réponse (« redirect_uri »).
app-is-wrong = La demande de l’application est incorrecte.
tell-app = Le dire à l’application : { $place }
app-gone = L’application, ou le compte, n’existe plus.
account-gone = Ce compte n’existe plus.
most-tokens = Vous avez autant de jetons valables qu’un joueur peut en avoir : révoquez-en d’abord quelques-uns.
signed-out = Votre connexion est terminée. Recommencez.
form-unreadable = Le formulaire est illisible.
form-not-shown = Ce formulaire n’est pas celui qui vous a été montré. Retournez à l’application, et recommencez.
form-not-ours = Ce formulaire ne vient pas d’une page de ce service.
