import type { matchDayWords } from "./en-match-day.ts";
import type { operatorWords } from "./en-operator.ts";

type Data = Readonly<Record<string, string | number>>;
type Words<Of> = Record<keyof Of, string | ((data: Data) => string)>;

/** Words for what an operator is refused on a match day, in French. */
export const matchDayWordsFr = {
	"match-unknown": "Ce match n’existe pas cette saison",
	"match-begun": "Ce match a commencé : abandonnez-le, ou laissez-le finir",
	"start-long-ago": "Cette heure est passée depuis longtemps : toutes les joueuses du match seraient verrouillées",
	"start-far-ahead": "Cette heure est dans plus d’un an",
	"match-not-due": "Ce match est à venir : déplacez-le, ou attendez l’heure où il aurait dû commencer",
	"match-not-abandoned": "Ce match n’est pas abandonné",
	"round-over": ({ round }: Data) => `La journée ${round} est terminée`,
	"round-without-matches": ({ round }: Data) => `La journée ${round} n’aurait plus de match : abandonnez-le plutôt`,
	"round-not-reviewed": ({ round }: Data) => `La journée ${round} n’est pas en vérification : un match n’est pas fini`,
	"round-not-published": ({ round }: Data) => `La journée ${round} n’est pas encore publiée`,
	"round-held": ({ round }: Data) => `La journée ${round} est déjà retenue`,
	"round-not-held": ({ round }: Data) => `La journée ${round} n’est pas retenue`,
	"stat-review-unknown": "Cette ligne de stats à vérifier n’existe pas cette saison",
	"stat-review-settled": "Cette ligne de stats a été réglée entre-temps",
	"stat-review-changed": "Une ligne plus récente de cette joueuse est arrivée : regardez-la d’abord",
	"line-impossible": "Cette ligne de stats est impossible : saisissez les bons chiffres dans Corrections",
	"late-correction-unknown": "Aucune stat tardive de ce match n’attend",
	"late-correction-changed": "Des stats plus récentes de ce match sont arrivées : regardez-les d’abord",
	"prices-superseded": ({ round }: Data) =>
		`Les prix ont changé depuis la journée ${round} : seule la dernière publiée peut être refaite`,
	"not-in-match": ({ player }: Data) => `La joueuse ${player} n’est d’aucun des deux clubs de ce match`,
	"wrong-count": ({ player, stat, count }: Data) => `Joueuse ${player} : ${stat} ne peut pas valoir ${count}`,
	"nothing-corrected": "Les stats disent déjà cela",
	"payload-unknown": "Cet envoi n’existe pas cette saison",
	"payload-not-waiting": "Cet envoi n’est pas en quarantaine",
	"payload-superseded": "Une réponse plus récente a été appliquée depuis : celle-ci la reprendrait",
	"payload-refused": ({ fault }: Data) => `Cet envoi ne peut pas être appliqué : ${fault}`,
} as const satisfies Words<typeof matchDayWords>;

/** Words for what an operator is refused in the console, in French. */
export const operatorWordsFr = {
	"not-yourself": "Vous ne pouvez ni désactiver ni suspendre votre propre compte ici",
	"user-unknown": "Ce compte n’existe pas",
	"user-suspended": "Ce compte est suspendu. Levez d’abord la suspension",
	"not-suspended": "Ce compte n’est pas suspendu",
	"suspension-past": "Choisissez une date de fin dans le futur",
	"last-operator": "C’est le dernier opérateur. Ajoutez-en d’abord un autre",
	"demo-account-kept": "Les comptes de la démo ne se suspendent pas : ils finissent avec elle",
	"no-password-here": "Un autre service connecte cette personne : il n’y a pas de mot de passe à changer",
	"name-unknown": "Ce nom n’existe plus",
	"nothing-to-moderate": "Choisissez ce qu’il faut faire : un nouveau nom, ou plus d’image",
	"report-unknown": "Ce signalement n’existe plus",
	"letter-unknown": "Cette lettre n’existe pas",
	"mail-unknown": "Ce courriel n’existe pas",
	"job-unknown": "Cette tâche n’existe plus",
	"job-not-failed": "Cette tâche n’a pas échoué : elle attend, elle est en cours ou elle est faite",
	"job-sent-anew": "Le même travail a été relancé entre-temps : il est en route",
	"player-unknown": "Cette joueuse n’est pas de cette saison",
	"player-there": "Une joueuse de cette saison porte déjà ce numéro",
	"price-not-in-steps": ({ step }: Data) => `Les prix vont par ${Number(step).toLocaleString("fr-FR")} $`,
	"price-below-floor": ({ floor }: Data) =>
		`Aucune joueuse ne coûte moins de ${Number(floor).toLocaleString("fr-FR")} $`,
	"round-begun": "Elle peut arriver à partir d’une journée qui n’a pas commencé",
	"round-not-in-review": ({ round }: Data) => `La journée ${round} n’attend pas de vérification : ses matchs durent`,
	"match-is-abandoned": "Ce match est abandonné : revenez d’abord là-dessus",
	"announcement-unknown": "Cette annonce n’existe pas",
	"announcement-past": "Cette heure est déjà passée",
	"season-changed": "Une autre saison est devenue la saison courante entre-temps",
	"season-unknown": "Cette saison n’existe pas",
	"season-is-closed": "Cette saison est close, en lecture seule",
	"season-not-over": ({ name, round }: Data) => `${name} n’est pas finie : la journée ${round} reste à terminer`,
} as const satisfies Words<typeof operatorWords>;
