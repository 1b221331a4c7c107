import type { en } from "./en.ts";
import { leagueWordsFr } from "./fr-leagues.ts";
import { matchDayWordsFr, operatorWordsFr } from "./fr-operator.ts";
import { untilWords } from "./suspension-end.ts";

type Data = Readonly<Record<string, string | number>>;

const LINE_NAMES: Readonly<Record<string, string>> = {
	DEF: "une défenseuse",
	MID: "une milieu",
	RUC: "une ruck",
	FWD: "une avant",
};
const lineName = (line: string | number | undefined): string => LINE_NAMES[String(line)] ?? "une joueuse";
const dollars = (amount: string | number | undefined): string => `${Number(amount).toLocaleString("fr-FR")} $`;

/** Words for every refusal of the API in French, by its code; `data` is what the refusal names. */
export const fr = {
	"not-found": "Il n’y a rien à cette adresse",
	"invalid-field": ({ field, reason }: Data) => `${field} : ${reason}`,
	"malformed-body": "Le corps n’est pas du JSON valable",
	"malformed-request": "Cette requête n’est pas du HTTP valable",
	"malformed-address": "Cette adresse contient des caractères illisibles",
	"address-too-long": "Cette adresse est trop longue",
	"headers-too-large": "Les en-têtes de cette requête sont trop volumineux",
	"request-too-slow": "Votre envoi a mis trop de temps à nous parvenir. Vérifiez votre connexion et réessayez",
	"unholdable-text": "Un champ contient un caractère qui ne peut être conservé",
	"wrong-content-type": "Envoyez le corps en application/json",
	"body-too-large": "C’est plus que cet appel n’accepte",
	"picture-type": "Envoyez l’image en PNG, JPEG ou WebP",
	"picture-too-heavy": "Une image pèse au plus 5 Mo",
	"picture-too-large": ({ most }: Data) => `Une image compte au plus ${most} millions de pixels`,
	"picture-broken": "Cette image est illisible. Enregistrez-la de nouveau et réessayez",
	"picture-not-plain":
		"Ce fichier contient plus qu’une image. Enregistrez-la de nouveau en PNG, JPEG ou WebP et réessayez",
	"too-many-requests": ({ seconds }: Data) =>
		Number(seconds) > 90
			? `Trop d’essais. Réessayez dans ${Math.ceil(Number(seconds) / 60)} minutes`
			: `Trop d’essais. Réessayez dans ${seconds} secondes`,
	"mails-throttled": "Cette adresse a reçu tous ses e-mails du jour. Réessayez demain",
	"too-many-streams": "Trop de pages sont ouvertes à votre adresse pour les prévenir toutes aussitôt",
	"unknown-host":
		"Ce serveur ne répond pas à ce nom d’hôte. Son opérateur peut changer PUBLIC_URL ou ajouter ce nom à ALLOWED_HOSTS",
	"foreign-origin": "Cet appel ne peut pas venir d’un autre site",
	"server-error": "Quelque chose a mal tourné chez nous. Veuillez réessayer",
	"database-down": "Le jeu n’est pas disponible. Veuillez réessayer dans un instant",
	"storage-full":
		"Rien ne peut être enregistré pour le moment : le serveur n’a plus d’espace de stockage. Votre modification n’a pas été enregistrée. Veuillez réessayer plus tard",
	busy: "Trop de choses se passent à la fois. Veuillez réessayer",

	"push-address": "Ce n’est pas l’adresse d’un service de notifications",
	"push-keys": "Cet abonnement est illisible. Désactivez puis réactivez les notifications",
	"push-device-unknown": "Ce navigateur ne reçoit plus de notifications",
	"push-device-gone": "Ce navigateur n’accepte plus de notifications. Réactivez-les sur cet appareil",
	"push-refused": "Le service de notifications du navigateur a refusé le message. Veuillez réessayer plus tard",
	"not-signed-in": "Veuillez d’abord vous connecter",
	"not-active": "Ce compte n’est pas actif. Récupérez votre équipe pour continuer",
	"already-active": "Votre compte est actif. Il n’y a rien à récupérer",
	"not-operator": "Seuls les opérateurs peuvent le faire",
	"second-factor-needed": "Donnez d’abord le code de votre authentificateur",
	"second-factor-missing": "Le second facteur n’est pas encore en place",
	"second-factor-there": "Le second facteur est déjà en place. `fb operator reset-totp` recommence",
	"setup-code-wrong":
		"Ce code de mise en place est faux, ou a plus d’un jour. `fb operator reset-totp` en imprime un nouveau",
	"code-wrong": "Ce code est faux, ou a déjà servi. Attendez le suivant",
	"code-wait": ({ seconds }: Data) => `Trop de codes faux. Réessayez dans ${seconds} secondes`,
	"no-season": "Aucune saison n’est en cours",
	"demo-only": "Ceci n’existe que dans la démo",
	"clock-refused": ({ reason }: Data) => String(reason),
	"demo-off": "La connexion de démonstration est fermée à cette adresse",

	"account-suspended": ({ reason, until }: Data) =>
		`Votre compte est suspendu ${untilWords("fr", Number(until))}. Motif : ${reason}`,
	"demo-over": "Ce compte appartenait à la démo, qui est terminée",
	"demo-account":
		"Tout le monde partage le compte de la démo : ceci ne peut pas y être changé. Inscrivez-vous pour avoir le vôtre",
	"wrong-credentials": "L’adresse e-mail ou le mot de passe est faux",
	"code-refused": "La connexion n’a pas marché : le code du service a été refusé. Veuillez vous reconnecter",
	"provider-down": "Le service de connexion ne répond pas. Veuillez réessayer dans un instant",
	"not-registered": "Cette identité n’a pas encore d’équipe. Veuillez terminer l’inscription",
	"already-registered": "Vous avez déjà une équipe. Veuillez vous connecter",
	"token-refused":
		"La connexion n’a pas marché : la réponse du service n’est pas digne de confiance. Veuillez vous reconnecter",
	"wrong-password": "Ce n’est pas votre mot de passe actuel",
	"local-login-closed": "Les mots de passe ne servent pas ici. Passez par le service de connexion",
	"no-password": "Un autre service vous connecte : adresse et mot de passe s’y changent",
	"link-refused": "Ce lien a expiré ou a déjà servi. Demandez-en un nouveau",
	"email-unchanged": "C’est déjà votre adresse",
	"unknown-country": "Ce pays n’existe pas",
	"device-unknown": "Votre compte n’est pas ouvert sur cet appareil",
	"preview-refused": "Ce n’est pas le mot de passe",
	"email-taken": "Il existe un compte à cette adresse e-mail. Veuillez vous connecter",
	"team-name-taken": "Ce nom d’équipe est pris",
	"team-name-not-allowed": "Ce nom d’équipe n’est pas permis",
	"team-name-rejected": "Les opérateurs ont retiré ce nom à votre équipe. Choisissez-en un autre",
	"team-name-length": ({ least, most }: Data) => `Un nom d’équipe compte de ${least} à ${most} caractères`,
	"unlikely-birthday": "Vérifiez l’année de votre date de naissance",
	"too-young": ({ age }: Data) => `Il faut avoir au moins ${age} ans pour jouer`,
	"state-outside-australia": "Un État ne va qu’avec l’Australie",
	"unknown-squad": "Ce club n’existe pas cette saison",
	"password-too-short": ({ least }: Data) => `Un mot de passe compte au moins ${least} caractères`,
	"password-too-common": "Ce mot de passe est trop courant. Choisissez-en un autre",

	"stale-version": "Votre équipe a été modifiée ailleurs entre-temps. Regardez-la telle qu’elle est, puis réessayez",
	"autopick-running": "Votre équipe est déjà en cours de remplissage. Un instant",
	"autopick-busy": ({ seconds }: Data) =>
		`Le remplissage automatique est très demandé. Réessayez dans ${seconds} secondes`,
	"autopick-too-slow": "Aucune équipe n’a été trouvée à temps. Remplissez quelques places et réessayez",
	"team-unknown": "Cette équipe n’existe pas",
	"round-unknown": "Cette journée n’existe pas",
	"round-scheduled": ({ round }: Data) => `Les autres équipes se voient une fois la journée ${round} commencée`,
	"team-not-in-round": ({ round }: Data) => `Cette équipe n’était pas de la journée ${round}`,
	"receipt-unknown": "Votre équipe n’a pas de tel reçu",
	"unknown-player": ({ name }: Data) => `${name} n’est pas de cette saison`,
	"duplicate-player": ({ name }: Data) => `${name} est à plus d’une place`,
	"empty-slot": ({ line }: Data) => `Il manque ${lineName(line)}`,
	"wrong-shape": ({ line, area, expected }: Data) => `${area} ${line} : ${expected} places, ni plus ni moins`,
	"wrong-position": ({ name, line }: Data) => `${name} n’est pas ${lineName(line)}`,
	"over-salary-cap": ({ by }: Data) => `L’équipe dépasse le plafond salarial de ${dollars(by)}`,
	"captain-not-on-field": "La capitaine est sur le terrain",
	"vice-captain-not-on-field": "La vice-capitaine est sur le terrain",
	"captain-is-vice-captain": "Capitaine et vice-capitaine sont deux joueuses",
	"emergency-not-on-bench": ({ name }: Data) => `${name} n’est pas sur le banc et ne peut pas être réserviste`,
	"too-many-emergencies": ({ limit }: Data) => `Une équipe nomme au plus ${limit} réservistes`,
	locked: ({ name }: Data) => `${name} est verrouillée`,
	"not-in-team": ({ name }: Data) => `${name} n’est pas dans l’équipe`,
	"already-in-team": ({ name }: Data) => `${name} est déjà dans l’équipe`,
	"no-place": ({ name }: Data) => `Il n’y a pas de place pour ${name}`,
	"no-line-up": "L’équipe n’a pas encore de composition",
	"swap-with-herself": ({ name }: Data) => `${name} ne peut pas permuter avec elle-même`,
	"no-trades-left": ({ limit, left }: Data) =>
		left === 0
			? `Les ${limit} échanges sont utilisés`
			: `C’est plus d’échanges qu’il n’en reste : ${left} sur ${limit}`,
	"no-trade-pairs": "Nommez au moins un échange",
	"came-in-this-round": ({ name }: Data) => `${name} est arrivée à cette journée : annulez plutôt cet échange`,
	"trade-locked": "Cet échange est verrouillé",
	"trade-unknown": "Cet échange n’existe pas",
	"no-trades-to-share": "Il n’y a pas d’échange de cette journée à partager",
	"trade-final": "Cet échange est définitif",
	"trade-not-last": ({ name }: Data) => `${name} a été échangée plus tard : annulez d’abord cet échange-là`,
	"nothing-to-roll-back": "Rien n’a changé dans cette journée",
	"not-enough-salary-to-fill": "Il ne reste pas assez de salaire pour compléter l’équipe",
	"team-started": "Votre équipe a débuté : utilisez les permutations, le brassard et les échanges",
	"team-not-started": "Votre équipe n’a pas encore débuté : modifiez-la librement",
	"team-incomplete": "L’équipe n’est pas complète",
	"season-complete": "La saison est terminée",
	"no-round-left": "Il ne reste aucune journée pour débuter",

	...leagueWordsFr,
	...matchDayWordsFr,
	...operatorWordsFr,
} as const satisfies Record<keyof typeof en, string | ((data: Data) => string)>;
